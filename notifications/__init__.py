"""Notifications: an outbox in the database, the channels that deliver it, and mail reception. Knows nothing of games."""

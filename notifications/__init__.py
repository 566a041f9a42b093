"""Tells people things: an outbox in the database, and the channels that empty it. Knows nothing of games."""

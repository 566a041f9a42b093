"""Webhooks of people and threads: create and change them, the log of calls, and disabling."""

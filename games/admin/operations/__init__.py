"""The inbox of the admin, and messages."""

"""The inbox of staff, messages and suppressed addresses in the admin."""

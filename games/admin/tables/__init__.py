"""Games in the admin."""

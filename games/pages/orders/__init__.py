"""Pages of standing orders."""

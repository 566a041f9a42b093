"""API operations on standing orders."""

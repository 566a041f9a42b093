"""Views of standing orders."""

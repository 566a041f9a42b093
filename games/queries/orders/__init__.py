"""Reads about standing orders."""

"""Reads about tournaments, each with a fixed number of queries."""

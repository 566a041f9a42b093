"""Reads about time: how long a game is expected to take."""

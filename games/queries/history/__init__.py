"""Reads about past events: the log, replays, exports, chronicles, reviews."""

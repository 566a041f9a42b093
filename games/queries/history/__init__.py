"""Reads about what happened: the log, replays, exports, chronicles."""

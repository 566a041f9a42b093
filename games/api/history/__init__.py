"""API operations on the history of games: log, exports, finished games."""

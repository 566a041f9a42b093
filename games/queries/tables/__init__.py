"""Reads about tables: lists of games, one table as one viewer sees it, its talk, letters and state digest."""

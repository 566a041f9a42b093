"""Stored results of finished games: shared chronicles, readings and reviews."""

"""Puzzles: positions in which one answer is best."""

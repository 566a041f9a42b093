"""Views of puzzles: positions in which one answer is best."""

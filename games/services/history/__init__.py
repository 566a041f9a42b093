"""What is kept of finished games: shared chronicles and readings."""

"""Everything about tournaments, on top of the rest of `games`, which imports nothing of this package."""

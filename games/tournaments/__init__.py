"""Tournaments. This package depends on the rest of `games`; nothing else in `games` imports it."""

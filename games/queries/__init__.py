"""Reads, each with a fixed number of queries: `lists` for many games, `table` for one, `log` for what happened."""

"""The ways to reach people: a folder for each, found by `registry`."""

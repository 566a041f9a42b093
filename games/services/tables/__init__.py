"""A table from its announcement to its end: seats, answers, the log, undo, leaving, talk, bots."""

"""A table from its announcement to its end: seats, answers, the log, taking back, leaving, talk, bots."""

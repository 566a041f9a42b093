"""Pages about what happened: replay, chronicle, readings, feeds."""

"""Views of the history of games: replay, chronicle, readings, feeds."""

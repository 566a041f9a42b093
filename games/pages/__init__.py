"""Pages: permission, form, one service, an answer. Nothing here decides anything about a game."""

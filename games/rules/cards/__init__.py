"""Decks that belong to no single game. There is no game in this folder: it exports no `GAME`."""

"""Decks that several games share. This folder is no game: it exports no `GAME`."""

"""Views: each checks permission and form, calls one service and returns a response. No rule of a game is decided here."""

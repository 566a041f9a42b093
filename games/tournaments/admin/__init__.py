"""Tournaments in the Django admin: the wizard that announces a tournament, and the desk page on which officials act on it."""

from games.tournaments.admin import tournaments

__all__ = ["tournaments"]

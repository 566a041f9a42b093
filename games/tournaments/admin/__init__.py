"""Tournaments in the admin: the wizard that announces one, the desk of its director."""

from games.tournaments.admin import tournaments

__all__ = ["tournaments"]

"""The admin of the games: people, tables and their logs. Hidden cards are shown nowhere."""

from games.admin import games, people, tournaments

__all__ = ["games", "people", "tournaments"]

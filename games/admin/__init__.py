"""The admin of the games: people, tables and their logs. Hidden cards are shown nowhere."""

from games.admin import games, mailing, people, tournaments

__all__ = ["games", "mailing", "people", "tournaments"]

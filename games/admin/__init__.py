"""The admin of the games: people, tables and their logs. Hidden cards are shown nowhere."""

from games.admin.operations import mailing
from games.admin.people import players
from games.admin.tables import games

__all__ = ["games", "mailing", "players"]

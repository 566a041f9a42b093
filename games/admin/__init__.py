"""The admin of the games app: players, tables and their logs, without hidden cards."""

from games.admin.operations import mailing
from games.admin.people import players
from games.admin.tables import games

__all__ = ["games", "mailing", "players"]

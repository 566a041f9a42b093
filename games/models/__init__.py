"""The rows: fields, constraints and small read-only properties. Verbs live in `games/services`."""

from games.models.audit import AuditEvent
from games.models.calendar import CalendarLink
from games.models.game import Game
from games.models.idempotency import KeptAnswer
from games.models.move import Move
from games.models.outage import Heartbeat, Outage
from games.models.people import Block, PersonalNote, Report
from games.models.player import Player
from games.models.rating import Rating, RatingEvent, RatingPool
from games.models.reading import Reading
from games.models.seat import Seat, Tenure
from games.models.talk import Talk
from games.models.token import ApiToken
from games.models.tournament import Entry, Invited, Pairing, Round, Tournament
from games.models.trace import Trace

__all__ = [
    "ApiToken",
    "AuditEvent",
    "Block",
    "CalendarLink",
    "Entry",
    "Game",
    "Heartbeat",
    "Invited",
    "KeptAnswer",
    "Move",
    "Outage",
    "Pairing",
    "PersonalNote",
    "Player",
    "Rating",
    "RatingEvent",
    "RatingPool",
    "Reading",
    "Report",
    "Round",
    "Seat",
    "Talk",
    "Tenure",
    "Tournament",
    "Trace",
]

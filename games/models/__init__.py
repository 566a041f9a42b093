"""Models: fields, constraints and small read-only properties. Changes are made by `games/services`."""

from games.models.account_mail import AccountMail
from games.models.audit import AuditEvent
from games.models.bot_ladder import BotLadderPlace
from games.models.calendar import CalendarLink
from games.models.game import Game
from games.models.idempotency import KeptAnswer
from games.models.late_rule import LateRule
from games.models.move import Move
from games.models.outage import Heartbeat, Outage, RulesBeat
from games.models.people import Block, PersonalNote, Report
from games.models.player import BotLevel, Player
from games.models.rating import Rating, RatingEvent, RatingPool
from games.models.reading import Reading
from games.models.review import Review
from games.models.seat import Seat, Tenure
from games.models.talk import Letter, Talk
from games.models.token import ApiToken
from games.models.trace import Trace

__all__ = [
    "AccountMail",
    "ApiToken",
    "AuditEvent",
    "Block",
    "BotLadderPlace",
    "BotLevel",
    "CalendarLink",
    "Game",
    "Heartbeat",
    "KeptAnswer",
    "LateRule",
    "Letter",
    "Move",
    "Outage",
    "PersonalNote",
    "Player",
    "Rating",
    "RatingEvent",
    "RatingPool",
    "Reading",
    "Report",
    "Review",
    "RulesBeat",
    "Seat",
    "Talk",
    "Tenure",
    "Trace",
]

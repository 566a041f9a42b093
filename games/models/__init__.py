"""Models: fields, constraints and small read-only properties. Changes are made by `games/services`."""

from games.models.account_mail import AccountMail as AccountMail
from games.models.audit import AuditEvent as AuditEvent, Trace as Trace
from games.models.game import Game as Game
from games.models.late_rule import LateRule as LateRule
from games.models.move import Move as Move
from games.models.outage import Heartbeat as Heartbeat, Outage as Outage, RulesBeat as RulesBeat
from games.models.people import Block as Block, PersonalNote as PersonalNote, Report as Report
from games.models.player import BotLevel as BotLevel, Player as Player
from games.models.rating import BotLadderPlace as BotLadderPlace, Rating as Rating, RatingEvent as RatingEvent, RatingPool as RatingPool
from games.models.reading import Reading as Reading, Review as Review
from games.models.seat import Seat as Seat, Tenure as Tenure
from games.models.talk import Letter as Letter, Talk as Talk
from games.models.token import ApiToken as ApiToken, CalendarLink as CalendarLink, KeptAnswer as KeptAnswer

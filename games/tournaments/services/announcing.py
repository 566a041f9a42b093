"""Services that announce a tournament, change it before registration, and enter bots of the site."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction

from games.models import BotLevel, Player
from games.rules.errors import RulesError
from games.rules.messages import msg
from games.rules.registry import all_games
from games.services.clocks.pace import Pace
from games.services.errors import Refused
from games.tournaments.models import Entry, Tournament
from games.tournaments.services import director, lifecycle, log
from games.tournaments.services.announcement import BEFORE_START
from notifications.sanitise import one_line

MOST_BOTS = 64


def checked(draft: Tournament, now: datetime) -> Tournament:
    """The validated draft; its title becomes one line.

    Raises `Refused` for an unknown game, invalid settings, table sizes or pace, and for a start that has passed.
    """
    book = all_games().get(draft.rules)
    if book is None:
        raise Refused(msg("There is no game “{name}” here.", name=draft.rules[:40]), code="no_such_rules")
    Pace.read(draft.pace)
    draft.title = one_line(draft.title, 1_000)  # its length is checked below
    if draft.status in BEFORE_START and draft.starts_at is not None and draft.starts_at <= now:
        raise Refused(msg("The start must be in the future."), code="bad_start")
    for seats in (draft.least, draft.most) if draft.format in lifecycle.TABLES else (2,):
        try:
            book.settle_options(seats, draft.options)
        except RulesError as error:
            raise Refused(error.message, code="bad_tables") from error
    try:
        draft.full_clean(exclude=["code", "seed", "director"])
    except ValidationError as error:
        raise Refused(msg("{why}", why=" ".join(error.messages)), code="bad_tournament") from error
    return draft


def announce(draft: Tournament, by: Player, reason: str, *, now: datetime) -> Tournament:
    """Publish a draft with `by` as its director. Raises `Refused`."""
    with transaction.atomic():
        draft.director, draft.created_at = by, now
        checked(draft, now).save()
        log.rule(draft, "announce", by, reason, now)
        return draft


def change(draft: Tournament, by: Player, reason: str, *, now: datetime) -> Tournament:
    """Change the announcement before registration. Raises `Refused`, and `Closed` once registration is open."""
    with director.step(draft.pk, (Tournament.Status.ANNOUNCED,), by, "change announcement", reason, now):
        checked(draft, now).save()
        return draft


def enter_bots(tournament_id: int, by: Player, reason: str, *, count: int, now: datetime) -> list[Entry]:
    """Enter `count` bots of the site. Raises `Closed` outside registration and check-in."""
    if not 1 <= count <= MOST_BOTS:
        raise Refused(msg("Between 1 and {most} bots.", most=MOST_BOTS), code="bad_count")
    with director.step(tournament_id, lifecycle.BEFORE, by, "enter bots", reason, now) as tournament:
        easy = Player.objects.filter(is_bot=True, is_active=True, bot_level__in=("", BotLevel.EASY))
        free = easy.exclude(entries__tournament=tournament).order_by("pk")
        bots: list[Player] = list(free[:count])
        bots += [Player.objects.create_bot() for _missing in range(count - len(bots))]
        there = now if tournament.status == Tournament.Status.CHECK_IN else None
        return Entry.objects.bulk_create(Entry(tournament=tournament, player=bot, entered_at=now, checked_in_at=there) for bot in bots)

"""Relations between players: private notes, blocks, and reports to the moderators."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.models import Block, PersonalNote, Player, Report
from games.rules.messages import msg
from games.services.errors import Refused

LONGEST_NOTE = LONGEST_REPORT = 1000
MOST_BLOCKED = 200
MOST_REPORTS_A_DAY = 5
DAY = timedelta(days=1)


def note(owner: Player, about: Player, text: str) -> None:
    """Save a private note about a player; an empty text deletes it. Raises `Refused`."""
    text = text.strip()
    if len(text) > LONGEST_NOTE:
        raise Refused(msg("A note has at most {most} characters.", most=LONGEST_NOTE), code="note_too_long")
    if text:
        PersonalNote.objects.update_or_create(owner=owner, about=about, defaults={"text": text})
    else:
        PersonalNote.objects.filter(owner=owner, about=about).delete()


def block(owner: Player, other: Player, *, now: datetime) -> None:
    """Block a player: no common tables and no invitations, in both directions. A repeated call changes nothing. Raises `Refused`."""
    if owner.pk == other.pk or other.is_bot:
        raise Refused(msg("Only other people can be blocked."), code="not_blockable")
    if owner.blocks.count() >= MOST_BLOCKED:
        raise Refused(msg("You can block at most {most} people.", most=MOST_BLOCKED), code="too_many_blocks")
    Block.objects.get_or_create(owner=owner, blocked=other, defaults={"since": now})


def unblock(owner: Player, other: Player) -> None:
    owner.blocks.filter(blocked=other).delete()


def kept_apart(player_id: int, others: Collection[int]) -> set[int]:
    """The ids among `others` that this player has blocked or that have blocked this player. One query."""
    mine = Q(owner=player_id, blocked__in=others) | Q(owner__in=others, blocked=player_id)
    pairs = Block.objects.filter(mine).values_list("owner_id", "blocked_id")
    return {pk for pair in pairs for pk in pair} - {player_id}


def check_company(player: Player, others: Iterable[int | None]) -> None:
    """Raises `Refused` if a block separates the player from one of the others. One query."""
    company = {pk for pk in others if pk is not None and pk != player.pk}
    if not player.is_bot and company and kept_apart(player.pk, company):
        raise Refused(msg("You and somebody at this table keep apart; please choose another table."), code="kept_apart")


def report(reporter: Player, about: Player, matter: str, text: str, *, now: datetime) -> Report:
    """Report a player to the moderators. Raises `Refused` for an invalid, repeated or excessive report."""
    text = text.strip()
    if reporter.pk == about.pk or matter not in Report.Matter.values or not 10 <= len(text) <= LONGEST_REPORT:
        raise Refused(msg("Please describe what happened in 10 to {most} characters.", most=LONGEST_REPORT), code="bad_report")
    if Report.objects.filter(reporter=reporter, at__gt=now - DAY).count() >= MOST_REPORTS_A_DAY:
        raise Refused(msg("You have reached the limit of reports for today. We are reading what you sent."), code="too_many_reports")
    try:
        with transaction.atomic():
            return Report.objects.create(reporter=reporter, about=about, matter=matter, text=text, at=now)
    except IntegrityError as error:
        raise Refused(msg("You have already reported this. We are looking into it."), code="already_reported") from error

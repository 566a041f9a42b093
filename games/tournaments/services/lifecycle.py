"""The phases from registration to the first round: places, check-in and start, by the director or at the announced time."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import AuditEvent, Rating
from games.rules.messages import msg
from games.services.errors import Refused
from games.tournaments.formats.meetings import drawn
from games.tournaments.models import Entry, Ruling, Tournament
from games.tournaments.services import pairing
from games.tournaments.services.notices import officials, people_of, tell

Status = Tournament.Status
BEFORE = (Status.REGISTRATION, Status.CHECK_IN)
TABLES = (Tournament.Format.TABLES, Tournament.Format.BALANCED)
CHECK_IN_LASTS = 48
"""Length in hours of a check-in without an announced length."""


def living() -> QuerySet[Tournament]:
    """Tournaments that the periodic task may have to advance."""
    running = Q(status=Status.RUNNING) & (Q(paused_at=None) | Q(paused_until__isnull=False))
    return Tournament.objects.filter(running | Q(status__in=BEFORE, starts_at__isnull=False))


def move_on(tournament: Tournament, now: datetime) -> bool:
    """Start the check-in or the tournament at the announced times. The tournament is locked and has not started.

    With too few players the start is postponed, and the director, who gets a mail, has to start it. Returns False if nothing is due.
    """
    begins = tournament.starts_at
    if begins is None:
        return False
    if now >= begins:
        try:
            with transaction.atomic():
                begin(tournament, now)
        except Refused:
            _call_off(tournament, now)
        return True
    asks = begins - timedelta(hours=tournament.check_in_hours)
    if tournament.status == Status.REGISTRATION and tournament.check_in_hours and now >= asks:
        call_in(tournament, now)
        return True
    return False


def call_in(tournament: Tournament, now: datetime) -> None:
    """Start the check-in for all entrants, those on the waiting list too. Bots are checked in at once."""
    if tournament.starts_at is None or tournament.starts_at <= now:
        tournament.starts_at = now + timedelta(hours=tournament.check_in_hours or CHECK_IN_LASTS)
    tournament.status = Status.CHECK_IN
    tournament.save(update_fields=["status", "starts_at"])
    entries = tournament.entries.filter(withdrawn=False)
    entries.filter(player__is_bot=True).update(checked_in_at=now)
    people = list(entries.filter(player__is_bot=False).values_list("player_id", flat=True))
    tell(tournament, "check_in", people, moment=tournament.starts_at)


def begin(tournament: Tournament, now: datetime) -> None:
    """Assign the places in the order of entry up to the cap, draw the seeds, and pair the first round.

    After a check-in only players who checked in. Raises `Refused` with too few players.
    """
    entries, needed = starters(tournament), fewest(tournament)
    if len(entries) < needed:
        if tournament.status == Status.CHECK_IN:
            raise Refused(msg("At least {needed} have to check in before it can start.", needed=needed), code="too_few")
        raise Refused(msg("At least {needed} have to enter before it can start.", needed=needed), code="too_few")
    note_ratings(tournament, entries)
    for seed, entry in enumerate(_seeded(tournament, entries), start=1):
        entry.seed = seed
    Entry.objects.bulk_update(entries, ["seed", "rating"])
    tournament.status = Status.RUNNING
    tournament.save(update_fields=["status"])
    outside = tournament.entries.filter(withdrawn=False, seed=None, player__is_bot=False)
    tell(tournament, "left_out", list(outside.order_by("pk").values_list("player_id", flat=True)), moment=now)
    pairing.begin_next(tournament, now)


def fewest(tournament: Tournament) -> int:
    """The least number of players with which the tournament can start."""
    return tournament.least if tournament.format in TABLES else 2


def entered(tournament: Tournament) -> list[Entry]:
    """The entries that are not withdrawn, in the order of entry; those beyond the cap are the waiting list."""
    return list(tournament.entries.filter(withdrawn=False).select_related("player").order_by("entered_at", "pk"))


def starters(tournament: Tournament) -> list[Entry]:
    """The entries that would have a place if the tournament started now: after a check-in only those checked in, up to the cap.

    A closed account has none: it may have been closed while the tournament was cancelled.
    """
    asked = tournament.status == Status.CHECK_IN
    there = [entry for entry in entered(tournament) if entry.player.is_active]
    return [entry for entry in there if entry.checked_in_at or not asked][: tournament.cap or None]


def note_ratings(tournament: Tournament, entries: Sequence[Entry]) -> None:
    """Set the present ratings of the entries, if the announcement says how they are used. One query."""
    if tournament.seeding:
        found = Rating.objects.filter(rules=tournament.rules, player__in=[entry.player_id for entry in entries])
        ratings = {rating.player_id: rating.shown for rating in found}
        for entry in entries:
            entry.rating = ratings.get(entry.player_id)


def _seeded(tournament: Tournament, entries: Sequence[Entry]) -> list[Entry]:
    """The entries in the order of their seeds: by an earlier tournament, by rating or by the director's list, as announced.

    Ties, and the order of all others, are decided by the draw.
    """
    order = [entries[place] for place in drawn(tournament.seed, "seeds", range(len(entries)))]
    if tournament.follows is not None:
        place = {player: number for number, player in enumerate(final_order(tournament.follows))}
        return sorted(order, key=lambda entry: place.get(entry.player_id, len(place)))
    if tournament.seeding == Tournament.Seeding.RATING:
        return sorted(order, key=lambda entry: -(entry.rating or 0))
    if tournament.seeding == Tournament.Seeding.HAND:
        return sorted(order, key=lambda entry: (entry.order is None, entry.order))
    return order


def final_order(tournament: Tournament) -> list[int]:
    """The player ids of a tournament, best first; of a league after promotions and relegations."""
    players = dict(tournament.entries.filter(seed__isnull=False).values_list("seed", "player_id"))
    return [players[seed] for seed in tournament.formula.final_order(tournament.field())]


def _call_off(tournament: Tournament, now: datetime) -> None:
    tournament.refresh_from_db(fields=["status"])
    there = len(starters(tournament))
    tournament.status, tournament.starts_at = Status.REGISTRATION, None
    tournament.save(update_fields=["status", "starts_at"])
    tournament.entries.update(checked_in_at=None)
    reason = "Too few were there at the announced hour."
    AuditEvent.objects.create(at=now, by=None, action="start called off", subject=f"tournament {tournament.code}", reason=reason)
    Ruling.objects.create(tournament=tournament, at=now, act="start called off", reason=reason)
    tell(tournament, "called_off", people_of(tournament), moment=now)
    tell(tournament, "not_begun", officials(tournament), moment=now, there=there)


def moved_up(tournament: Tournament, before: list[Entry], cap: int) -> list[int]:
    """The ids of the players who have a place now and were on the waiting list, with the entries and the cap as they were `before`."""
    had = {entry.pk for entry in (before[:cap] if cap else before)}
    have = entered(tournament)[: tournament.cap or None] if before else []
    return [entry.player_id for entry in have if entry.pk not in had and not entry.player.is_bot]

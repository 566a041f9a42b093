"""What keeps a running tournament from stalling: extend a round, pause everything, give time back, take somebody out, replace them.

Every action is one transaction under the lock of the tournament's row, has a reason, and leaves an audit event.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Player
from games.rules.messages import msg
from games.services.clocks import replan
from games.services.errors import Closed, Refused
from games.services.operations import running
from games.tournaments.models import Entry, Round, Tournament
from games.tournaments.services import clocks, director, entering, lifecycle, log
from games.tournaments.services.notices import people_of, tell

Status = Tournament.Status
MOST_DAYS = 60
"""A round may be extended by so many days at once."""

MOST_HOURS = 14 * 24
"""So much time may be given back at once."""


def extend(tournament_id: int, days: int, by: Player, reason: str, *, now: datetime) -> None:
    """The current round ends so many days later, or that many days from now if it has ended; a negative number makes it end earlier.

    Raises `Closed`, and `Refused` for an end that has passed.
    """
    if not 1 <= abs(days) <= MOST_DAYS:
        raise Refused(msg("The end of a round moves by 1 to {most} days.", most=MOST_DAYS), code="bad_days")
    with transaction.atomic():
        tournament = director.step(tournament_id, (Status.RUNNING,), by, "extend round", reason, now)
        current = current_round(tournament)
        if current.ends_at is None:
            raise Refused(msg("The rounds of this tournament have no last day."), code="no_end")
        ends_at = tournament.days_later(max(current.ends_at, now), days)
        if ends_at <= now:
            raise Refused(msg("The round would be over already; let it end later than now."), code="bad_days")
        clocks.move_end(current, ends_at)
        ruling = log.add(log.latest(tournament), round=current.number)
        tell(tournament, "extended", people_of(tournament), moment=now, ruling=ruling.pk)


def pause(tournament_id: int, by: Player, reason: str, *, now: datetime, until: datetime | None = None) -> None:
    """Every clock of the tournament stands still until `resume`, or until a moment: those of its games and that of the round.

    Raises `Closed`, and `Refused` for a moment that has passed.
    """
    if until is not None and until <= now:
        raise Refused(msg("A pause ends in the future."), code="bad_until")
    with transaction.atomic():
        tournament = director.step(tournament_id, (Status.RUNNING,), by, "pause", reason, now)
        if tournament.paused_at is not None:
            raise Closed(msg("This tournament is paused already."), code="paused")
        tournament.paused_at, tournament.paused_until = now, until
        tournament.save(update_fields=["paused_at", "paused_until"])
        clocks.stop_games(tournament, reason, now)
        tell(tournament, "paused", people_of(tournament), moment=now, ruling=log.latest(tournament).pk)


def resume(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Clocks run again from where they stood; rounds end later by as long as it took. Raises `Closed`."""
    with transaction.atomic():
        tournament = director.step(tournament_id, (Status.RUNNING,), by, "resume", reason, now)
        if tournament.paused_at is None:
            raise Closed(msg("This tournament is not paused."), code="not_paused")
        go_on(tournament, now)


def go_on(tournament: Tournament, now: datetime) -> None:
    """End the pause of a locked tournament, and tell everybody."""
    clocks.end_pause(tournament, now)
    tell(tournament, "resumed", people_of(tournament), moment=now)


def give_back(tournament_id: int, hours: int, by: Player, reason: str, *, now: datetime) -> None:
    """After an outage: every open question and every running round gets so many hours more. Raises `Closed` or `Refused`."""
    if not 1 <= hours <= MOST_HOURS:
        raise Refused(msg("Between 1 and {most} hours can be given back.", most=MOST_HOURS), code="bad_hours")
    with transaction.atomic():
        tournament = director.step(tournament_id, (Status.RUNNING,), by, "give time back", reason, now)
        games = clocks.running_games(tournament)
        for current, ends_at in clocks.with_end_after(tournament, now):
            clocks.move_end(current, ends_at + timedelta(hours=hours))
        for game in games:
            for seat in game.seats:
                if seat.pending and seat.due_at is not None:
                    seat.extra += hours * 3600
                    replan.seat(game, seat, now)


def withdraw(tournament_id: int, player: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Take somebody out who does not do it themselves; their running games are resigned, and they are told why. Raises `Closed`."""
    with transaction.atomic():
        tournament = director.step(tournament_id, (*lifecycle.BEFORE, Status.RUNNING), by, "withdraw", reason, now)
        entering.give_up(tournament, _taking_part(tournament, player), now)
        ruling = log.add(log.latest(tournament), people=[player.pk])
        tell(tournament, "excluded", [] if player.is_bot else [player.pk], moment=now, ruling=ruling.pk)


def replace(tournament_id: int, player: Player, substitute: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Somebody else takes over a place with its results and its running games, with time as at the start.

    Raises `Closed` when the place is not there to be taken, `Refused` for a substitute who plays in it or knows the cards.
    """
    with transaction.atomic():
        tournament = director.step(tournament_id, (Status.RUNNING,), by, "replace", reason, now)
        old = _taking_part(tournament, player)
        if tournament.entries.filter(player=substitute, seed__isnull=False).exists():
            raise Refused(msg("Who has a place in the tournament cannot take another one."), code="has_place")
        seed, games, begun = old.seed, entering.seats_of(tournament, player.pk), tournament.rounds.count()
        old.seed, old.withdrawn, old.left_round = None, True, begun
        old.save(update_fields=["seed", "withdrawn", "left_round"])
        fresh = {
            "seed": seed, "withdrawn": False, "left_round": 0, "instead_of": player, "rating": old.rating, "order": old.order,
            "rests": [number for number in old.rests if number <= begun],
        }  # fmt: skip
        Entry.objects.update_or_create(
            tournament=tournament, player=substitute, defaults=fresh, create_defaults={**fresh, "entered_at": now}
        )
        log.add(log.latest(tournament), people=[player.pk, substitute.pk])
        for game_id, index in games:
            running.replace(game_id, by, reason, seat=index, substitute=substitute, now=now)
        tell(tournament, "replaced", [] if player.is_bot else [player.pk], moment=now, by=substitute.pk)
        tell(tournament, "place_taken", [] if substitute.is_bot else [substitute.pk], moment=now, by=player.pk)


def current_round(tournament: Tournament) -> Round:
    current = tournament.rounds.order_by("-number").first()
    if current is None:
        raise Closed(msg("No round of this tournament has begun."), code="no_round")
    return current


def _taking_part(tournament: Tournament, player: Player) -> Entry:
    entry = tournament.entries.filter(player=player, withdrawn=False).first()
    if entry is None or (tournament.status == Status.RUNNING and entry.seed is None):
        raise Closed(msg("This person does not take part any more."), code="not_in")
    return entry

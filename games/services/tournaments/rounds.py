"""Rounds: pair the next one when the last is played, end late games, and wait for the director at the end.

Everything of one step happens in one transaction under the lock of the tournament's row, and rounds are unique per number:
a task that runs twice, or dies halfway, changes nothing that is not wanted.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Entry, Game, Pairing, Player, Round, Seat, Tournament
from games.services import aftermath, lobby, store
from games.services.errors import Trouble
from games.services.leaving import OUT, judged_result
from games.services.pace import Pace

log = structlog.get_logger(__name__)


def advance_all(now: datetime) -> int:
    """Take every running tournament as far as it can go; returns how many moved. One that fails does not hold up the others."""
    moved = 0
    for pk in list(Tournament.objects.filter(status=Tournament.Status.RUNNING).order_by("pk").values_list("pk", flat=True)):
        try:
            moved += advance(pk, now)
        except Exception:
            log.exception("tournament_stuck", tournament=pk)
    return moved


def advance(tournament_id: int, now: datetime) -> bool:
    """One step: when the round is over, the next one begins or the director is asked. False when there is nothing to do yet."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        if tournament.status != Tournament.Status.RUNNING:
            return False
        current = tournament.rounds.filter(closed_at=None).first()
        if current is not None:
            if current.ends_at is not None and current.ends_at <= now:
                _judge_late(current, now)
            if running_in(current).exists():
                return False
            current.closed_at = now
            current.save(update_fields=["closed_at"])
        begin_next(tournament, now)
        return True


def begin_next(tournament: Tournament, now: datetime) -> None:
    """Pair the next round and start its games, or ask for approval. Only with the tournament locked."""
    field = tournament.field()
    meetings = tournament.formula.plan(field)
    if not meetings:
        tournament.status = Tournament.Status.REVIEW
        tournament.save(update_fields=["status"])
        return
    ends_at = now + timedelta(days=tournament.round_days) if tournament.round_days else None
    current = Round.objects.create(tournament=tournament, number=field.next_round, started_at=now, ends_at=ends_at)
    players = {
        entry.seed: entry.player for entry in Entry.objects.filter(tournament=tournament, seed__isnull=False).select_related("player")
    }
    for number, meeting in enumerate(meetings, start=1):
        seated = [players[seed] for seed in meeting.seats]
        game = None if meeting.is_bye else _game(tournament, seated, now)
        second = _game(tournament, seated[::-1], now) if game is not None and tournament.games_each == 2 else None
        Pairing.objects.create(
            round=current, number=number, seats=list(meeting.seats), label=meeting.label, why=meeting.why.text,
            params=dict(meeting.why.params), game=game, second=second,
        )  # fmt: skip


def running_in(current: Round) -> QuerySet[Game]:
    """The games of a round that are not over; one that was cancelled is."""
    mine = Q(pairing__round=current) | Q(second_of__round=current)
    return Game.objects.filter(mine, status__in=(Game.Status.OPEN, Game.Status.READY, Game.Status.ACTIVE)).order_by("pk")


def _game(tournament: Tournament, players: list[Player], now: datetime) -> Game:
    """A running game of these people in this order; the pairing decides the seats, not the shuffle."""
    game = lobby.create(
        tournament.director or players[0], tournament.rules, len(players), now=now, options=tournament.options,
        pace=Pace.read(tournament.pace), visibility=Game.Visibility.PUBLIC, random_seats=False, host_plays=False,
        note=tournament.title,
    )  # fmt: skip
    for player in players:
        lobby.take_seat(game, player, now=now, by_choice=False)
    return game


def _judge_late(current: Round, now: datetime) -> None:
    for game_id in list(running_in(current).values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                judge(game_id, now)
        except Trouble:
            log.warning("late_game_in_trouble", game=game_id)


def judge(game_id: int, now: datetime) -> None:
    """End a running game by its public scores; all who are still there draw where the rules know none.

    Only inside a transaction. A game that is over stays as it is. Raises `Trouble` when its rules have stopped.
    """
    game = store.lock_game(id=game_id)
    if game.status != Game.Status.ACTIVE:
        return
    session = game.wake()
    out = {index for index, seat in enumerate(game.seats) if seat.state in OUT}
    aftermath.record(game, session, aftermath.questions_of(session), [], None, now, result=judged_result(session, out))
    Seat.objects.filter(game_id=game_id, away_until__isnull=False).update(away_until=None)

"""Late games: one that still runs when its round ends, or that the director ends, is decided by the rule of the announcement."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any

import structlog
from django.db import transaction

from games.models import Game, Move, Round, Seat, Tournament
from games.rules.contract import CHANCE, Result
from games.rules.messages import msg
from games.rules.outlook import outlook, ranks
from games.rules.session import Session
from games.services import aftermath, store
from games.services.errors import Trouble
from games.services.leaving import OUT, judged_result
from games.services.tournaments.pairing import running_in

log = structlog.get_logger(__name__)
Rule = Tournament.LateRule


def judge_overdue(tournament: Tournament, now: datetime) -> int:
    """Decide every game whose round has ended; returns how many. One whose rules have stopped waits for an operator."""
    late = running_in(tournament.rounds.filter(ends_at__lte=now))
    return sum(_judge(game_id, now) for game_id in list(late.values_list("pk", flat=True)))


def _judge(game_id: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            judge(game_id, now, said="late")
    except Trouble:
        log.warning("late_game_in_trouble", game=game_id)
        return False
    return True


def judge(game_id: int, now: datetime, *, said: str = "") -> None:
    """End a running game by the rule for late games of its tournament.

    `said` is what the log says was done ("late"); left out, whoever calls has told the table.
    Only inside a transaction. A game that is over stays as it is. Raises `Trouble` when its rules have stopped.
    """
    game = store.lock_game(game_id)
    if game.status != Game.Status.ACTIVE:
        return
    session = game.wake()
    out = {index for index, seat in enumerate(game.seats) if seat.state in OUT}
    result = _decided(rule_of(game_id), game, session, out)
    line = aftermath.log_line(game.seq, CHANCE, Move.Kind.DESK, Move.Source.DESK, None, now, said=said)
    aftermath.record(game, session, aftermath.questions_of(session), [], None, now, extra=[line] if said else [], result=result)
    Seat.objects.filter(game_id=game_id, away_until__isnull=False).update(away_until=None)


def rule_of(game_id: int) -> str:
    """How late games are decided in the tournament of this game; by the scores where it belongs to none."""
    rounds = Round.objects.filter(pairings__game=game_id) | Round.objects.filter(pairings__second=game_id)
    return rounds.values_list("tournament__late_rule", flat=True).first() or Rule.SCORES


def _decided(rule: str, game: store.RunningGame, session: Session[Any], out: set[int]) -> Result:
    public = judged_result(session, out)
    if rule == Rule.DRAW:
        return _drawn(public, out)
    if rule == Rule.FORFEIT:
        return _forfeited(public, out, game)
    return _expected(public, out, game, session) if rule == Rule.OUTLOOK else public


def _expected(public: Result, out: set[int], game: store.RunningGame, session: Session[Any]) -> Result:
    """How the house's bots would play it on; the public scores where the game has no advice worth it.

    The luck of it follows from the game's secret, which is published: everybody can find the same. Raises `Trouble`.
    """
    luck = Random(f"{game.secret.hex()} {game.seq}")
    try:
        gains = outlook(session.game, session.position, luck, out=out)
    except Exception as error:
        raise Trouble(msg("The rules of this game stopped; an operator has to look at it.")) from error
    return public if gains is None else Result(ranks(gains, out), public.scores, "late_outlook")


def _drawn(public: Result, out: set[int]) -> Result:
    """All who stayed share the first rank."""
    stayed = len(public.ranks) - len(out)
    return Result(tuple(stayed + 1 if seat in out else 1 for seat in range(len(public.ranks))), public.scores, "late_draw")


def _forfeited(public: Result, out: set[int], game: store.RunningGame) -> Result:
    """Whoever has to move stands behind all who wait; it is a draw when that is everybody."""
    owing = {seat.index for seat in game.seats if seat.pending and seat.index not in out}
    waiting = len(public.ranks) - len(out) - len(owing)
    ranks = [
        1 + waiting + len(owing) if seat in out else 1 + waiting if seat in owing else 1 for seat in range(len(public.ranks))
    ]  # fmt: skip
    return Result(tuple(ranks), public.scores, "late_forfeit" if waiting else "late_draw")

"""Deciding a running game: by its public scores, by how the bots play it on, as a draw, or against whoever has to move."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Any

from games.models import Game, LateRule, Move, Seat
from games.rules.contract import CHANCE, Result
from games.rules.messages import msg
from games.rules.outlook import outlook, ranks
from games.rules.session import Session
from games.services.errors import Trouble
from games.services.operations.arranged_games import late_rule
from games.services.tables import consequences, store
from games.services.tables.leaving import OUT, judged_result


def judge(game_id: int, now: datetime, *, said: str = "") -> None:
    """End a running game by the rule for late games that was announced for it.

    `said` is what the log says was done ("late"); left out, whoever calls has told the table.
    Only inside a transaction. A game that is over stays as it is. Raises `Trouble` when its rules have stopped.
    """
    game = store.lock_game(game_id)
    if game.status != Game.Status.ACTIVE:
        return
    session = game.wake()
    out = {index for index, seat in enumerate(game.seats) if seat.state in OUT}
    result = _decided(late_rule(game_id), game, session, out)
    line = consequences.log_line(game.seq, CHANCE, Move.Kind.DESK, Move.Source.DESK, None, now, said=said)
    consequences.record(game, session, consequences.questions_of(session), [], None, now, extra=[line] if said else [], result=result)
    Seat.objects.filter(game_id=game_id, away_until__isnull=False).update(away_until=None)


def _decided(rule: str, game: store.RunningGame, session: Session[Any], out: set[int]) -> Result:
    public = judged_result(session, out)
    if rule == LateRule.DRAW:
        return _drawn(public, out)
    if rule == LateRule.FORFEIT:
        return _forfeited(public, out, game)
    return _expected(public, out, game, session) if rule == LateRule.OUTLOOK else public


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

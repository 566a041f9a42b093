"""Deciding a running game: by its public scores, by how the bots play it on, as a draw, or against whoever has to move or moved least.

Whatever the rule, nobody who has made no move of their own comes before somebody who has.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from random import Random
from typing import Any

from games.models import Game, LateRule, Move, Seat
from games.rules.author import UNMOVED
from games.rules.contract import CHANCE, Result
from games.rules.messages import msg
from games.rules.outlook import outlook, ranks
from games.rules.session import Session
from games.services.errors import Trouble
from games.services.operations.arranged_games import late_rule
from games.services.tables import consequences, store
from games.services.tables.leaving import OUT, judged_result

NOT_THEIR_OWN = (Move.Source.TIMEOUT, Move.Source.AUTOPILOT, Move.Source.CHANCE, Move.Source.DESK)
"""Answers that nobody at the table gave: neither by hand nor by a standing order or a deputy of theirs."""


def judge(game_id: int, now: datetime, *, said: str = "") -> None:
    """End a running game by the rule for late games that was announced for it.

    `said` is what the log says was done ("late"); left out, whoever calls has told the table.
    Only inside a transaction. A game that is over stays as it is. Raises `Trouble` when its rules have stopped.
    """
    game = store.lock_game(game_id)
    if game.status != Game.Status.ACTIVE:
        return
    session = game.load_session()
    out = {index for index, seat in enumerate(game.seats) if seat.state in OUT}
    result = _decided(late_rule(game_id), game, session, out)
    line = consequences.log_line(game.seq, CHANCE, Move.Kind.DESK, Move.Source.DESK, None, now, said=said)
    consequences.record(game, session, consequences.questions_of(session), [], None, now, extra=[line] if said else [], result=result)
    Seat.objects.filter(game_id=game_id, away_until__isnull=False).update(away_until=None)


def own_moves(game: store.RunningGame, session: Session[Any]) -> dict[int, int]:
    """How many answers each seat has given itself; a sealed one that is not in the log yet counts. One query."""
    given = Move.objects.filter(game_id=game.id, kind=Move.Kind.ANSWER, seat__gte=0).exclude(source__in=NOT_THEIR_OWN)
    count = Counter(given.values_list("seat", flat=True))
    sealed = {question.seat for question in session.questions} - set(session.unanswered)
    return {seat.index: count[seat.index] + (seat.index in sealed) for seat in game.seats}


def _decided(rule: str, game: store.RunningGame, session: Session[Any], out: set[int]) -> Result:
    moves = own_moves(game, session)
    stayed = {seat: count for seat, count in moves.items() if seat not in out}
    if not any(moves.values()):
        return Result((1,) * len(moves), judged_result(session, out).scores, UNMOVED)
    unmoved = {seat for seat, count in stayed.items() if not count and any(stayed.values())}
    out = out | unmoved
    public = judged_result(session, out)
    if unmoved and len(stayed) - len(unmoved) == 1:
        return _by_moves(public, out, moves)
    if rule == LateRule.DRAW:
        return _drawn(public, out)
    if rule == LateRule.FORFEIT:
        return _forfeited(public, out, game)
    if rule == LateRule.MOVES:
        return _by_moves(public, out, moves)
    return _expected(public, out, game, session) if rule == LateRule.OUTLOOK else public


def _by_moves(public: Result, out: set[int], moves: dict[int, int]) -> Result:
    """Whoever made fewer moves of their own stands behind; equal numbers draw."""
    stayed = [count for seat, count in moves.items() if seat not in out]
    ranks = [len(stayed) + 1 if seat in out else 1 + sum(other > count for other in stayed) for seat, count in moves.items()]
    return Result(tuple(ranks), public.scores, "late_moves")


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

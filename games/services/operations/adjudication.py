"""Adjudicate a running game by one of the rules for late games (`LateRule`).

The result follows from the public scores, from simulated play of the bots, from who has to move, or from the number of moves; or it is a
draw. Under every rule, a player without a move of their own ranks behind those who have made one.
"""

from datetime import datetime
from random import Random
from typing import Any

from games.models import Game, LateRule, Move, Seat
from games.rules.author import UNMOVED, WALKOVER
from games.rules.contract import CHANCE, Result
from games.rules.messages import msg
from games.rules.outlook import outlook, ranks
from games.rules.session import Session
from games.services.errors import Trouble
from games.services.operations.arranged_games import late_rule
from games.services.tables import consequences, store
from games.services.tables.consequences import ranks_without
from games.services.tables.leaving import OUT, judged_result
from games.services.tables.own_moves import own_moves


def judge(game_id: int, now: datetime, *, said: str = "") -> None:
    """End a running game by its rule for late games. Only inside a transaction.

    `said` is the name of the action for a log line ("late"); empty if the caller has written the line. A game that is over is not
    changed. Raises `Trouble` when its rules fail.
    """
    game = store.lock_game(game_id)
    if game.status != Game.Status.ACTIVE:
        return
    session = game.load_session()
    out = {index for index, seat in enumerate(game.seats) if seat.state in OUT}
    result = _result_by_rule(late_rule(game_id), game, session, out)
    line = consequences.log_line(game.seq, CHANCE, Move.Kind.DESK, Move.Source.DESK, None, now, said=said)
    consequences.record(game, session, consequences.questions_of(session), [], None, now, extra=[line] if said else [], result=result)
    Seat.objects.filter(game_id=game_id, away_until__isnull=False).update(away_until=None)


def _result_by_rule(rule: str, game: store.RunningGame, session: Session[Any], out: set[int]) -> Result:
    """The result by a late rule; the seats `out` have left the game and rank last. Raises `Trouble`."""
    moves = own_moves(game, session)
    stayed = {seat: count for seat, count in moves.items() if seat not in out}
    if not any(moves.values()):
        return Result((1,) * len(moves), judged_result(session, out).scores, UNMOVED)
    unmoved = {seat for seat, count in stayed.items() if not count and any(stayed.values())}
    out = out | unmoved
    public = judged_result(session, out)
    if unmoved and len(stayed) - len(unmoved) == 1:
        ranked = _by_moves(public, out, moves)
        return Result(ranked.ranks, ranked.scores, WALKOVER) if len(moves) == 2 else ranked
    if rule == LateRule.DRAW:
        return Result(tuple(ranks_without([1] * len(moves), out)), public.scores, "late_draw")
    if rule == LateRule.FORFEIT:
        return _forfeited(public, out, game)
    if rule == LateRule.MOVES:
        return _by_moves(public, out, moves)
    return _expected(public, out, game, session) if rule == LateRule.OUTLOOK else public


def _by_moves(public: Result, out: set[int], moves: dict[int, int]) -> Result:
    """The more moves of their own, the better the rank; equal numbers share a rank."""
    return Result(tuple(ranks_without([-count for count in moves.values()], out)), public.scores, "late_moves")


def _expected(public: Result, out: set[int], game: store.RunningGame, session: Session[Any]) -> Result:
    """The ranks that simulated play of the bots predicts; the public scores where the game has no suitable advice.

    The random numbers follow from the game's secret, which is published afterwards, so the result can be verified. Raises `Trouble`.
    """
    random = Random(f"{game.secret.hex()} {game.seq}")
    try:
        gains = outlook(session.game, session.position, random, out=out)
    except Exception as error:
        raise Trouble(msg("An error occurred in the rules of this game. An operator has to fix it.")) from error
    return public if gains is None else Result(ranks(gains, out), public.scores, "late_outlook")


def _forfeited(public: Result, out: set[int], game: store.RunningGame) -> Result:
    """The seats with an open question rank behind the others; a draw when all seats have one."""
    owing = [seat.pending for seat in game.seats]
    waited = any(not seat.pending and seat.index not in out for seat in game.seats)
    return Result(tuple(ranks_without(owing, out)), public.scores, "late_forfeit" if waited else "late_draw")

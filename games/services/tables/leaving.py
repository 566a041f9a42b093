"""Leaving a running game: resigning, or losing the seat because time ran out too often."""

from datetime import datetime
from typing import Any

from games.models import Move, Seat, Tenure
from games.rules.author import WALKOVER
from games.rules.contract import Entry, Result
from games.rules.session import Session
from games.services.operations import arranged_games
from games.services.tables import answers, consequences, store
from games.services.tables.own_moves import own_moves

OUT = (Seat.State.RESIGNED, Seat.State.FORFEITED)
"""The states of a seat whose player has left the game."""

CONCEDE = "!concede"
"""The answer out of turn by which some games handle a concession; other games end or go on with an autopilot (`Game.concede`)."""


def resign(game_id: int, seat: int, *, source: str, now: datetime, player_id: int) -> int:
    """Resign from a running game; returns the length of the log. Raises `NotYours`, `Closed` or `Trouble`."""
    with store.changing(game_id) as game:
        answers.open_seat(game, seat, player_id)
        if game.seats[seat].state not in (Seat.State.PLAYING, Seat.State.AWAY):
            return game.seq
        return lose_seat(game, seat, Seat.State.RESIGNED, source=source, now=now, player_id=player_id)


def lose_seat(
    game: store.RunningGame,
    seat: int,
    state: str,
    *,
    source: str,
    now: datetime,
    player_id: int | None,
    at: datetime | None = None,
    judged: bool = False,
) -> int:
    """End the play of a seat's holder in a locked game: by the rules' concession, else by a result or an autopilot.

    `state` is that of the seat afterwards (resigned or forfeited). A tournament's game for two in which not both have moved ends as a
    walkover. `judged` ends the game at once by its public scores. `at` is the time
    of the log line where it differs from `now`. Returns the length of the log.
    """
    session = game.load_session()
    before = consequences.questions_of(session)
    game.seats[seat].state = state
    kind = Move.Kind.RESIGN if state == Seat.State.RESIGNED else Move.Kind.FORFEIT
    line = consequences.log_line(game.seq, seat, kind, source, player_id, at or now)
    entries: list[Entry] = []
    result: Result | None = None
    if judged:
        result = judged_result(session, {number for number, other in enumerate(game.seats) if other.state in OUT})
    elif any(CONCEDE in question.heeds for question in session.questions):
        entries += session.interject(seat, CONCEDE)
    else:
        result = _result_of(session, seat, state)
    if result is None:
        entries += consequences.settle(game, session)
    elif len(game.seats) == 2 and arranged_games.hooks.waits_for(game.id) and not all(own_moves(game, session).values()):
        result = Result(result.ranks, result.scores, WALKOVER)
    Seat.objects.filter(pk=game.seats[seat].id, away_until__isnull=False).update(away_until=None)
    Tenure.objects.filter(seat_id=game.seats[seat].id, until=None).update(until=now, ended_by=state)
    consequences.record(game, session, before, entries, None, now, extra=[line], result=result, at=at)
    return game.seq + 1 + len(entries)


def judged_result(session: Session[Any], out: set[int]) -> Result:
    """The remaining seats ranked by their public scores, or all equal where there are none; the seats `out` share the last rank."""
    scores = session.game.standing(session.view(None))
    sign = 1 if session.game.low_standing_leads else -1
    scored = all(score is not None for seat, score in enumerate(scores) if seat not in out)
    keys = [sign * (score or 0) if scored else 0 for score in scores]
    return Result(tuple(consequences.ranks_without(keys, out)), scores, "judged")


def _result_of(session: Session[Any], seat: int, state: str) -> Result | None:
    """The result if the game ends because this seat leaves; None if it goes on."""
    result: Result | None = session.game.concede(session.table, seat)
    if result is not None and result.reason == "resigned" and state == Seat.State.FORFEITED:
        return Result(result.ranks, result.scores, "forfeited")
    return result

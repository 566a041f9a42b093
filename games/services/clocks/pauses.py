"""Pauses of a table's clocks, and extra time for an open question.

The end of a pause is known when it begins, and deadlines are computed with it, so no task has to end it. The host may start a pause of
up to a week; any other pause needs the agreement of all players.
"""

from datetime import datetime, timedelta
from typing import Any

from games.models import Game, Seat
from games.rules.messages import Message, msg, plural
from games.services.clocks import replan
from games.services.clocks.availability import running_between
from games.services.clocks.pace import pace_of
from games.services.errors import Closed, NotYours, Refused
from games.services.tables import answers, store
from notifications import outbox

LONGEST_BY_HOST = 7
"""Days that the host may pause without agreement."""
LONGEST = 30
"""Days of one pause."""
MOST_OF_ALL = 60
"""Days of all pauses of a game together."""

DAY = timedelta(days=1)
LONGEST_REASON = 120
MOST_EXTRA = 7 * DAY
"""The most extra time for one question."""


def propose(game_id: int, player_id: int, days: int, why: str, *, now: datetime) -> bool:
    """Propose a pause of some days; True when it begins at once (by the host, or because nobody else has to agree).

    A new proposal replaces the previous one. Raises `Refused`, `Closed` or `NotYours`.
    """
    with store.changing(game_id) as game:
        seat = _playing_seat(game, player_id)
        why = " ".join(why.split())
        if not 1 <= days <= LONGEST or len(why) > LONGEST_REASON or not why.isprintable():
            raise Refused(
                msg("A pause can last 1 to {most} days. Please keep the reason to one short line.", most=LONGEST), code="bad_pause"
            )
        if days * DAY + _paused(game, now) > MOST_OF_ALL * DAY:
            raise Refused(_too_much(), code="too_many_pauses")
        if is_paused(game, now):
            raise Refused(msg("This table is already paused."), code="paused")
        row = Game.objects.get(pk=game.id)
        row.proposal = {"days": days, "why": why, "by": seat.index, "yes": [seat.index]}
        at_once = (row.host_id == player_id and days <= LONGEST_BY_HOST) or _all_agree(game, row.proposal)
        if at_once:
            _begin(game, row, now=now, by=seat.index)
        else:
            row.save(update_fields=["proposal"])
            _notify(game, "pause_proposed", now=now, but=seat.index)
        return at_once


def agree(game_id: int, player_id: int, *, now: datetime) -> bool:
    """Agree to the proposed pause; True when it begins because all players have agreed. Raises `Closed` or `NotYours`."""
    with store.changing(game_id) as game:
        seat = _playing_seat(game, player_id)
        row = Game.objects.get(pk=game.id)
        if row.proposal is None:
            raise Closed(msg("There is no proposed pause any more."), code="no_proposal")
        row.proposal["yes"] = sorted({*row.proposal["yes"], seat.index})
        if _all_agree(game, row.proposal):
            _begin(game, row, now=now, by=seat.index)
            return True
        row.save(update_fields=["proposal"])
        return False


def decline(game_id: int, player_id: int, *, now: datetime) -> None:
    """Withdraw or reject the proposal, if there is one. Raises `Closed` or `NotYours`."""
    with store.changing(game_id) as game:
        _playing_seat(game, player_id)
        Game.objects.filter(pk=game.id).update(proposal=None)


def resume(game_id: int, player_id: int, *, now: datetime) -> None:
    """End the pause now, for any player of the game. Raises `Closed` or `NotYours`."""
    with store.changing(game_id) as game:
        seat = _playing_seat(game, player_id)
        if not is_paused(game, now):
            raise Closed(msg("This table is not paused."), code="not_paused")
        if is_open(game):
            raise Closed(msg("The whole tournament is paused. Only its director can end the pause."), code="tournament_paused")
        go_on(game, now=now, but=seat.index)


def give_time(game_id: int, player_id: int, seat: int, days: int, *, now: datetime) -> None:
    """Give a seat more time for its open question, for the host, or for the opponent in a game of two.

    The result does not show whether the seat has an open question, because that is secret in a sealed phase. Raises `NotYours` or
    `Refused`.
    """
    with store.changing(game_id) as game:
        _check_may_give(game, player_id, seat)
        holder = game.seats[seat]
        if not 1 <= days <= MOST_EXTRA.days or not pace_of(game).limited:
            raise Refused(msg("You can give 1 to {most} extra days for one question.", most=MOST_EXTRA.days), code="bad_time")
        holder.extra = min(holder.extra + int(days * DAY.total_seconds()), int(MOST_EXTRA.total_seconds()))
        replan.seat(game, holder, now)


def _check_may_give(game: store.RunningGame, player_id: int, seat_index: int) -> None:
    """Raises `NotYours` unless this player may give time to that seat."""
    is_host = Game.objects.filter(pk=game.id, host_id=player_id).exists()
    is_opponent = len(game.seats) == 2 and any(seat.player_id == player_id for seat in game.seats)
    exists = 0 <= seat_index < len(game.seats) and game.status == Game.Status.ACTIVE
    if not exists or not (is_host or is_opponent) or game.seats[seat_index].player_id == player_id:
        raise NotYours(msg("Only the host, or the opponent in a two-player game, can give extra time, and not to themselves."))


def _playing_seat(game: store.RunningGame, player_id: int) -> store.RunningSeat:
    """The seat of a player who has not left the game. Raises `NotYours`, `Closed` or `Trouble`."""
    return answers.own_seat(game, player_id, (Seat.State.PLAYING, Seat.State.AWAY))


def _all_agree(game: store.RunningGame, proposal: dict[str, Any]) -> bool:
    people = {seat.index for seat in game.seats if seat.state == Seat.State.PLAYING and not seat.is_bot}
    return people <= set(proposal["yes"])


def is_paused(game: store.RunningGame, now: datetime) -> bool:
    return bool(game.pauses) and (game.pauses[-1][1] is None or datetime.fromisoformat(game.pauses[-1][1]) > now)


def _paused(game: store.RunningGame, now: datetime) -> timedelta:
    stopped = game.stopped(now)
    if not stopped:
        return timedelta()
    first, last = min(pause.start for pause in stopped), max(pause.end for pause in stopped)
    return last - first - running_between(first, last, stopped)


def _begin(game: store.RunningGame, row: Game, *, now: datetime, by: int) -> None:
    """Start the proposed pause, which the seat `by` has completed. Notifies the other seats, first the one that proposed it."""
    assert row.proposal is not None
    until = now + row.proposal["days"] * DAY
    if row.proposal["days"] * DAY + _paused(game, now) > MOST_OF_ALL * DAY:
        raise Refused(_too_much(), code="too_many_pauses")
    Game.objects.filter(pk=game.id).update(proposal=None)
    stop(game, until, row.proposal["why"], now=now, but=by, first=row.proposal["by"])


def stop(
    game: store.RunningGame,
    until: datetime | None,
    why: str,
    *,
    now: datetime,
    but: int | None = None,
    first: int = -1,
    quiet: bool = False,
) -> None:
    """Stop the clocks of a locked game until a moment; without one only `go_on` ends the pause.

    Notifies all people but those of the seat `but`, the seat `first` before the others; with `quiet` nobody.
    """
    game.pauses.append([now.isoformat(), None if until is None else until.isoformat(), why])
    Game.objects.filter(pk=game.id).update(pauses=game.pauses)
    replan.table(game, now)
    if not quiet:
        _notify(game, "paused", now=now, but=but, first=first)


def go_on(game: store.RunningGame, *, now: datetime, but: int | None = None, quiet: bool = False) -> None:
    """End the pause of a locked game. Notifies all people but that of the seat `but`; with `quiet` nobody."""
    game.pauses[-1][1] = now.isoformat()
    Game.objects.filter(pk=game.id).update(pauses=game.pauses)
    replan.table(game, now)
    if not quiet:
        _notify(game, "resumed", now=now, but=but)


def is_open(game: store.RunningGame) -> bool:
    """Whether the game is in a pause without an end, which is that of a whole tournament and is ended by its director."""
    return bool(game.pauses) and game.pauses[-1][1] is None


def _too_much() -> Message:
    return plural("A game can be paused for {count} day in total.", "A game can be paused for {count} days in total.", MOST_OF_ALL)


def _notify(game: store.RunningGame, what: str, *, now: datetime, but: int | None, first: int = -1) -> None:
    """Put a message for all people but that of the seat `but` into the outbox, the seat `first` before the others."""
    seats = sorted((seat for seat in game.seats if not seat.is_bot and seat.index != but), key=lambda seat: seat.index != first)
    people = [seat.player_id for seat in seats]
    payload, key = {"game": game.code, "what": what}, f"{what}:{game.code}:{now:%Y%m%dT%H%M%S}"
    outbox.put_many(outbox.News("pause", pk, key, payload=payload, thread=game.code) for pk in people if pk is not None)

"""Services of arbiters that rule on a meeting: correct, adjudicate, annul, forfeit or restore its result, or replay it.

Standings and later pairings follow from the ruling. A ruling ends a game that still runs. Players of the meeting may not rule on it.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Game, Move, Player, Seat
from games.rules.messages import msg
from games.services.errors import Closed, Refused, Trouble
from games.services.operations import adjudication
from games.services.operations.audit import log_to_table
from games.services.operations.ending import stop_without_result
from games.services.tables import leaving, starting, store
from games.services.tables.consequences import ranks_without
from games.services.tables.own_moves import moved_in
from games.tournaments.models import Pairing, Round, Tournament
from games.tournaments.services import clocks, director, log
from games.tournaments.services.notices import at_table, seated, tell
from games.tournaments.services.pairing import arranged

Status, Format = Tournament.Status, Tournament.Format
DECIDED = (Status.RUNNING, Status.REVIEW, Status.CLOSED)


def correct(tournament_id: int, pairing_id: int, ranks: Sequence[int], by: Player, reason: str, *, now: datetime) -> None:
    """Replace the played result by these ranks by seat (1 is best, ties share a rank).

    Raises `Closed` while a game runs, `Refused` for ranks that are not valid and for those that count already.
    """
    with _on(tournament_id, pairing_id, by, "correct result", reason, now) as (tournament, row):
        if _running(row):
            raise Closed(msg("This game is still running. Adjudicate it, or forfeit one side."), code="still_running")
        if len(ranks) != len(row.seats) or sorted(ranks) != sorted(ranks_without(ranks, ())):
            raise Refused(msg("Give a rank for each seat: 1 for the best, equal numbers for a tie."), code="bad_ranks")
        if len(set(ranks)) == 1:
            check_winner(tournament, row)
        if _counts_already(row, ranks):
            raise Refused(msg("This result counts already."), code="no_change")
        _keep(tournament, row, {"kind": "corrected", "ranks": list(ranks)}, now)


def judge(tournament_id: int, pairing_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Decide the running games of a meeting by the rule for late games.

    Raises `Closed` if none runs, `Trouble` if the rules of a game have failed.
    """
    with _on(tournament_id, pairing_id, by, "judge game", reason, now) as (tournament, row):
        running = _running(row)
        if not running:
            raise Closed(msg("This game is over already."), code="over")
        for game, _seats in running:
            log_to_table(store.lock_game(game.pk), "adjudicate", by, reason, now)
            adjudication.judge(game.pk, now)
        _tell(tournament, row, now)


def annul(tournament_id: int, pairing_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Annul a meeting, so that it counts for no player. Raises `Refused` in a knock-out."""
    with _on(tournament_id, pairing_id, by, "annul result", reason, now) as (tournament, row):
        annul_row(tournament, row, now)


def annul_row(tournament: Tournament, row: Pairing, now: datetime) -> None:
    """Annul a meeting of a locked tournament whose ruling is stored."""
    check_winner(tournament, row)
    stop(row, now)
    _keep(tournament, row, {"kind": "annulled"}, now)


def needs_winner(tournament: Tournament, row: Pairing) -> bool:
    """Whether it is a meeting of a knock-out or of the finals after groups."""
    return tournament.is_knock_out or row.label.startswith("W")


def check_winner(tournament: Tournament, row: Pairing) -> None:
    if needs_winner(tournament, row):
        text = msg("A knock-out game needs a winner: correct the result, forfeit one side, or replay the game.")
        raise Refused(text, code="knock_out")


def forfeit(tournament_id: int, pairing_id: int, lost: Collection[int], by: Player, reason: str, *, now: datetime) -> None:
    """Forfeit a meeting: the seeds in `lost` get no points, the others share rank 1. If all lose, no points are given. Raises `Refused`."""
    with _on(tournament_id, pairing_id, by, "forfeit", reason, now) as (tournament, row):
        if not lost or not set(lost) <= set(row.seats):
            raise Refused(msg("Choose which players at the table lose."), code="bad_seats")
        if set(lost) == set(row.seats):
            check_winner(tournament, row)
        forfeit_row(tournament, row, lost, now)


def forfeit_row(tournament: Tournament, row: Pairing, lost: Collection[int], now: datetime) -> None:
    """Forfeit a meeting of a locked tournament whose ruling is stored. At a table of several the others play on.

    Raises `Refused` if the seats at a running table of several are lost already.
    """
    running = _running(row)
    everybody, played, fell = set(lost) == set(row.seats), was_played(row), False
    for game, seats in running:
        if everybody:
            stop_without_result(game.pk, now)
        for index, seed in enumerate(seats):
            if seed in lost and not everybody:
                fell = _lose(game.pk, index, now) or fell
    if everybody or len(row.seats) == 2 or not running:
        _keep(tournament, row, {"kind": "forfeited", "lost": sorted(lost), "played": played}, now)
    elif not fell:
        raise Refused(msg("This game is lost for the chosen players already, and the others play on."), code="lost_already")
    else:
        _tell(tournament, row, now)


def was_played(row: Pairing) -> bool:
    """Whether two seats at least have moved in one of the games of a meeting; otherwise it counts as not played. One query."""
    games = [game for game in (row.game_id, row.second_id) if game is not None]
    return any(len(seats) > 1 for seats in moved_in(games).values())


def restore(tournament_id: int, pairing_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Remove the ruling, so that the played result counts again. Raises `Closed` without a ruling, `Refused` if a game has no result."""
    with _on(tournament_id, pairing_id, by, "restore result", reason, now) as (tournament, row):
        if row.ruled is None:
            raise Closed(msg("There is no ruling on this game."), code="not_ruled")
        if any(game is not None and game.result is None for game in (row.game, row.second)):
            raise Refused(msg("The game ended without a result. Correct the result or replay the game."), code="no_result")
        _keep(tournament, row, None, now)


def replay(tournament_id: int, pairing_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Start new games for a meeting of the latest round; the old games leave the tournament.

    In a knock-out, its withdrawn players are reinstated. A round whose end has passed ends the announced number of days from now.
    Raises `Closed` for an earlier round and after the approval, `Refused` if a player of the meeting has withdrawn.
    """
    with _on(tournament_id, pairing_id, by, "play again", reason, now, (Status.RUNNING, Status.REVIEW)) as (tournament, row):
        if row.round.number != tournament.rounds.count():
            raise Closed(msg("Only meetings of the latest round can be played again."), code="too_late")
        if tournament.is_knock_out:
            tournament.entries.filter(seed__in=row.seats).update(withdrawn=False, left_round=0)
        stop(row, now)
        seat_anew(tournament, row, now)
        reopen(tournament, row.round, now)
        Tournament.objects.filter(pk=tournament.pk).update(status=Status.RUNNING)
        tell(tournament, "repaired", at_table(tournament, row.seats), moment=now, ruling=log.latest(tournament).pk, pairing=row.pk)


def reopen(tournament: Tournament, current: Round, now: datetime) -> None:
    """Reopen a round; if its end has passed, it ends the announced number of days from now, or from the end of a pause."""
    current.closed_at, clock = None, tournament.by_its_clocks(now)
    if current.ends_at is not None and current.ends_at <= clock:
        current.ends_at = tournament.end_of_round(clock)
    current.save(update_fields=["closed_at", "ends_at"])


def seat_anew(tournament: Tournament, row: Pairing, now: datetime) -> None:
    """Start new games for the seats of a pairing and save it; its old games leave the tournament. In a pause, the clocks are stopped.

    Raises `Refused` if a player of the pairing has withdrawn or has no account any more.
    """
    players = {entry.seed: entry.player for entry in tournament.entries.filter(seed__in=row.seats).select_related("player")}
    there = tournament.entries.filter(seed__in=row.seats, withdrawn=False, player__is_active=True).count()
    if there < len(row.seats):
        raise Refused(msg("A player at this table has withdrawn; reinstate them first."), code="withdrawn")
    table = [players[seed] for seed in row.seats]
    row.game, row.second, row.ruled, row.present = None, None, None, []
    if len(table) > 1:
        games = arranged(tournament, [table] if tournament.games_each == 1 else [table, table[::-1]], now)
        row.game, row.second = games[0], games[1] if len(games) > 1 else None
        for game in games:
            starting.start(game, now=now)
    row.save()
    if tournament.paused_at is not None:
        clocks.stop_games(tournament, log.latest(tournament).reason, now)


@contextmanager
def _on(
    tournament_id: int, pairing_id: int, by: Player, act: str, reason: str, now: datetime, allowed: Sequence[str] = DECIDED
) -> Iterator[tuple[Tournament, Pairing]]:
    """The locked tournament and the meeting, with the ruling stored. Raises `Closed` without such a game, `NotYours` for its players."""
    with director.step(tournament_id, allowed, by, act, reason, now) as tournament:
        row = Pairing.objects.select_related("round", "game", "second").filter(round__tournament=tournament, pk=pairing_id).first()
        if row is None or row.game is None:
            raise Closed(msg("There is no such game in this tournament."), code="no_such_pairing")
        check_open(tournament, row)
        people = seated(tournament, row.seats)
        director.check_uninvolved(by, people)
        log.add(log.latest(tournament), round=row.round.number, people=people, before=row.ruled)
        yield tournament, row


def check_open(tournament: Tournament, row: Pairing) -> None:
    """Raise `Closed` if later rounds were paired by the result of this meeting and have to be taken back first."""
    if built_upon(tournament)(row.round.number):
        latest = tournament.rounds.count()
        raise Closed(msg("Later rounds were paired by this result: take back round {round} first.", round=latest), code="later_rounds")


def built_upon(tournament: Tournament) -> Callable[[int], bool]:
    """A function that tells for a round whether later rounds were paired by its results. Three queries at most."""
    latest = tournament.rounds.count()
    if tournament.is_knock_out:
        return lambda number: number < latest
    if tournament.format not in (Format.GROUPS, Format.LEAGUE):
        return lambda _number: False
    first = tournament.formula.stage_begins(tournament.field())
    return lambda number: number < (latest if first and tournament.format == Format.GROUPS else first)


def _keep(tournament: Tournament, row: Pairing, ruled: dict[str, Any] | None, now: datetime) -> None:
    row.ruled = ruled
    row.save(update_fields=["ruled"])
    log.add(log.latest(tournament), pairing=row.pk, ruled=ruled)
    _tell(tournament, row, now)


def _tell(tournament: Tournament, row: Pairing, now: datetime) -> None:
    tell(tournament, "ruled", at_table(tournament, row.seats), moment=now, ruling=log.latest(tournament).pk, pairing=row.pk)


def _running(row: Pairing) -> list[tuple[Game, list[int]]]:
    """The running games of a meeting, locked, each with its seeds by seat."""
    found = [(game, seats) for game, seats in ((row.game, row.seats), (row.second, row.seats[::-1])) if game is not None]
    states = {game.pk: store.lock_game(game.pk).status for game, _seats in found if game.status == Game.Status.ACTIVE}
    return [(game, seats) for game, seats in found if states.get(game.pk) == Game.Status.ACTIVE]


def stop(row: Pairing, now: datetime) -> None:
    """End the running games of a meeting without a result."""
    for game, _seats in _running(row):
        stop_without_result(game.pk, now)


def _lose(game_id: int, index: int, now: datetime) -> bool:
    """Forfeit a seat; False if it was lost before. Raises `Trouble`.

    A game for two whose rules fail ends without a result, because the ruling on its meeting counts.
    """
    game = store.lock_game(game_id)
    if game.seats[index].state not in (Seat.State.PLAYING, Seat.State.AWAY):
        return False
    try:
        with transaction.atomic():
            leaving.lose_seat(game, index, Seat.State.FORFEITED, source=Move.Source.DESK, now=now, player_id=None)
    except Trouble:
        if len(game.seats) != 2:
            raise
        stop_without_result(game_id, now)
    return True


def forfeit_stopped(game_id: int, seed: int, now: datetime) -> None:
    """Forfeit a meeting whose player leaves while the rules of its game fail: its games end without a result, and the opponent gets the
    point. A table of several waits for an operator.
    """
    row = Pairing.of_games(game_id).select_related("game", "second").get()
    if len(row.seats) != 2:
        return
    row.ruled = {"kind": "forfeited", "lost": [seed], "played": was_played(row)}
    stop(row, now)
    row.save(update_fields=["ruled"])


def _counts_already(row: Pairing, ranks: Sequence[int]) -> bool:
    """Whether these ranks are those of the present result, if its points follow from the ranks."""
    stands = row.played()
    return stands is not None and not stands.forfeit and not stands.shares and list(stands.ranks) == list(ranks)

"""Services of arbiters that change pairings: swaps and byes in the current round, pairs that are kept apart, undoing a round."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db.models import Max

from games.models import Game, Move, Player
from games.rules.messages import msg
from games.services.errors import Closed, Refused
from games.services.tables.own_moves import NOT_THEIR_OWN
from games.tournaments.formats.meetings import REST
from games.tournaments.models import PAIRED_AFRESH, Pairing, Round, Tournament, games_of
from games.tournaments.services import clocks, director, log
from games.tournaments.services.interventions import current_round
from games.tournaments.services.notices import at_table, people_of, seated, tell
from games.tournaments.services.results import reopen, seat_anew, stop

Status = Tournament.Status
BY_HAND = msg("Paired by hand by the director.")


def exchange(tournament_id: int, one: Player, other: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Swap two players of the current round; both tables start new games.

    Raises `Closed` once a player has moved at one of the tables, `Refused` for two players of one table, in a knock-out or a fixed
    schedule, and where somebody at the tables has withdrawn.
    """
    with director.step(tournament_id, (Status.RUNNING,), by, "pair by hand", reason, now) as tournament:
        if tournament.is_knock_out:
            raise Refused(msg("In a knock-out the bracket decides the pairings."), code="knock_out")
        if tournament.format not in PAIRED_AFRESH:
            raise Refused(msg("The schedule of this format is fixed; substitute a player instead."), code="drawn")
        current = current_round(tournament)
        seeds = _seeds(tournament, one, other)
        rows = _rows(current)
        mine = next((row for row in rows if seeds.get(one.pk) in row.seats), None)
        theirs = next((row for row in rows if seeds.get(other.pk) in row.seats), None)
        if mine is None or theirs is None or mine.pk == theirs.pk or mine.label != theirs.label:
            raise Refused(msg("Choose two players from different tables of this round."), code="not_two_tables")
        if _moved(mine, theirs):
            raise Closed(msg("A player has already moved at one of these tables."), code="moved")
        swapped = {seeds[one.pk]: seeds[other.pk], seeds[other.pk]: seeds[one.pk]}
        anew = [(row, [swapped.get(seed, seed) for seed in row.seats]) for row in (mine, theirs)]
        _seat(tournament, anew, by, [one.pk, other.pk], now)


def sit_out(tournament_id: int, player: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Give a player of the current round of a Swiss a half-point bye, and their opponent a bye.

    Raises `Closed` once a player has moved at their table, `Refused` for a player without a game of two.
    """
    with _current_swiss(tournament_id, by, reason, now) as (tournament, current):
        seed = _seeds(tournament, player).get(player.pk)
        row = next((row for row in _rows(current) if seed in row.seats and len(row.seats) == 2), None)
        if row is None or seed is None:
            raise Refused(msg("Choose a player who has a game in this round."), code="no_game")
        if _moved(row):
            raise Closed(msg("A player has already moved at one of these tables."), code="moved")
        other = next(one for one in row.seats if one != seed)
        rest = Pairing(round=current, number=_next_number(current), seats=[], label=REST)
        _seat(tournament, [(rest, [seed]), (row, [other])], by, [player.pk], now)


def pair(tournament_id: int, one: Player, other: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Pair two players without a game in the current round of a Swiss; `one` gets the first seat. Raises `Refused`."""
    with _current_swiss(tournament_id, by, reason, now) as (tournament, current):
        seeds = _seeds(tournament, one, other)
        rows = [row for row in _rows(current) if set(row.seats) & set(seeds.values())]
        if len(seeds) != 2 or any(len(row.seats) > 1 for row in rows):
            raise Refused(msg("Choose two players who have no game in this round."), code="not_two_byes")
        row = rows[0] if rows else Pairing(round=current, number=_next_number(current), seats=[])
        for spare in rows[1:]:
            spare.delete()
        row.label = ""
        _seat(tournament, [(row, [seeds[one.pk], seeds[other.pk]])], by, [one.pk, other.pk], now)


@contextmanager
def _current_swiss(tournament_id: int, by: Player, reason: str, now: datetime) -> Iterator[tuple[Tournament, Round]]:
    with director.step(tournament_id, (Status.RUNNING,), by, "pair by hand", reason, now) as tournament:
        if tournament.format != Tournament.Format.SWISS:
            raise Refused(msg("Half-point byes are possible only in a Swiss tournament."), code="no_swiss")
        yield tournament, current_round(tournament)


def _seeds(tournament: Tournament, *people: Player) -> dict[int, int]:
    entries = tournament.entries.filter(player__in=people, withdrawn=False)
    return {entry.player_id: entry.seed for entry in entries if entry.seed is not None}


def _rows(current: Round) -> list[Pairing]:
    return list(current.pairings.select_related("round", "game", "second").order_by("number"))


def _next_number(current: Round) -> int:
    return 1 + (current.pairings.aggregate(last=Max("number"))["last"] or 0)


def _seat(tournament: Tournament, rows: Sequence[tuple[Pairing, list[int]]], by: Player, people: list[int], now: datetime) -> None:
    """Stop the meetings, seat them as given, start their games, and mail their players. Raises `NotYours` for one of the players."""
    director.check_uninvolved(by, seated(tournament, [seed for _row, seats in rows for seed in seats]))
    current = rows[0][0].round
    ruling = log.add(log.latest(tournament), round=current.number, people=people)
    if current.closed_at is not None:
        reopen(tournament, current, now)
    for row, seats in rows:
        stop(row, now)
        row.seats, row.why, row.params = seats, BY_HAND.text, {}
        seat_anew(tournament, row, now)
        tell(tournament, "repaired", at_table(tournament, seats), moment=now, ruling=ruling.pk, pairing=row.pk)


def forbid(tournament_id: int, one: Player, other: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Keep two players apart from now on, where the format has a choice.

    Raises `Refused` for one player, or if they are kept apart, `NotYours` for one of the two.
    """
    with director.step(tournament_id, director.LIVING, by, "keep apart", reason, now) as tournament:
        if one.pk == other.pk or sorted((one.pk, other.pk)) in tournament.forbidden:
            raise Refused(msg("Choose two players who are not kept apart already."), code="bad_pair")
        _keep_apart(tournament, (one, other), [*tournament.forbidden, sorted((one.pk, other.pk))], by)


def allow(tournament_id: int, one: Player, other: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Allow these two to be paired again. Raises `Closed` if they are not kept apart, `NotYours` for one of the two."""
    with director.step(tournament_id, director.LIVING, by, "keep apart no longer", reason, now) as tournament:
        pair = sorted((one.pk, other.pk))
        if pair not in tournament.forbidden:
            raise Closed(msg("These two are not kept apart."), code="not_apart")
        _keep_apart(tournament, (one, other), [kept for kept in tournament.forbidden if kept != pair], by)


def _keep_apart(tournament: Tournament, two: tuple[Player, Player], pairs: list[list[int]], by: Player) -> None:
    concerned = [player.pk for player in two]
    director.check_uninvolved(by, concerned)
    tournament.forbidden = pairs
    tournament.save(update_fields=["forbidden"])
    log.add(log.latest(tournament), people=concerned)


def undo_round(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Delete the latest round: its running games end without a result, finished ones leave the tournament.

    The tournament is paused until the director resumes it, so that they can correct the cause; then the round is paired again. Players who
    withdrew in that round stay withdrawn, as of the round before. Raises `Closed` without a round, `NotYours` for who has a game in it.
    """
    with director.step(tournament_id, (Status.RUNNING, Status.REVIEW), by, "take back round", reason, now) as tournament:
        current = current_round(tournament)
        rows = _rows(current)
        director.check_uninvolved(by, seated(tournament, [seed for row in rows if row.game is not None for seed in row.seats]))
        kept = [{"seats": row.seats, "label": row.label, "games": [game.code for game in (row.game, row.second) if game]} for row in rows]
        for row in rows:
            stop(row, now)
        people = people_of(tournament)
        current.delete()
        tournament.entries.filter(withdrawn=True, left_round__gte=current.number).update(left_round=current.number - 1)
        tournament.status = Status.RUNNING
        tournament.paused_until = None
        if tournament.paused_at is None:
            tournament.paused_at = now
            clocks.stop_games(tournament, reason, now)
        tournament.save(update_fields=["status", "paused_at", "paused_until"])
        previous = tournament.rounds.order_by("-number").first()
        if previous is not None and previous.closed_at is None:
            previous.closed_at = now
            previous.save(update_fields=["closed_at"])
        ruling = log.add(log.latest(tournament), round=current.number, pairings=kept)
        tell(tournament, "undone", people, moment=now, ruling=ruling.pk)


def _moved(*rows: Pairing) -> bool:
    """Whether a player (not a bot) has moved in one of these meetings, or one of their games is over."""
    pks = [row.pk for row in rows]
    games = games_of(Pairing.objects.filter(pk__in=pks))
    moves = Move.objects.filter(game__in=games, kind=Move.Kind.ANSWER, seat__gte=0, player__is_bot=False).exclude(source__in=NOT_THEIR_OWN)
    return moves.exists() or games.exclude(status=Game.Status.ACTIVE).exists()

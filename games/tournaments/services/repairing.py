"""Changing who meets whom: an exchange in the current round, a pair that is kept apart from now on, a round that is taken back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Game, Move, Player
from games.rules.messages import msg
from games.services.clocks import pauses
from games.services.errors import Closed, Refused
from games.services.operations.adjudication import NOT_THEIR_OWN
from games.services.operations.ending import stop_without_result
from games.services.tables import store
from games.tournaments.models import Pairing, Tournament, games_of
from games.tournaments.services import director, log
from games.tournaments.services.interventions import current_round
from games.tournaments.services.notices import at_table, people_of, tell
from games.tournaments.services.results import seat_anew

Status = Tournament.Status
BY_HAND = msg("Paired by hand by the director.")


def exchange(tournament_id: int, one: Player, other: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Two people change places in the current round, and the games of both tables begin anew.

    Raises `Closed` once a person has moved at one of the tables, `Refused` for two of one table and where the net leaves no choice.
    """
    with transaction.atomic():
        tournament = director.step(tournament_id, (Status.RUNNING,), by, "pair by hand", reason, now)
        if tournament.format in (Tournament.Format.SINGLE, Tournament.Format.DOUBLE):
            raise Refused(msg("In a knock-out the net says who meets whom."), code="knock_out")
        current = current_round(tournament)
        seeds = dict(tournament.entries.filter(player__in=(one, other), seed__isnull=False).values_list("player_id", "seed"))
        rows = list(current.pairings.select_related("round", "game", "second").order_by("number"))
        mine = next((row for row in rows if seeds.get(one.pk) in row.seats), None)
        theirs = next((row for row in rows if seeds.get(other.pk) in row.seats), None)
        if mine is None or theirs is None or mine.pk == theirs.pk or mine.label != theirs.label:
            raise Refused(msg("Choose two people of different tables of this round."), code="not_two_tables")
        if _moved(mine, theirs):
            raise Closed(msg("Somebody has moved at one of these tables already."), code="moved")
        first, second = seeds[one.pk], seeds[other.pk]
        for row in (mine, theirs):
            _stop(row, now)
            row.seats = [second if seed == first else first if seed == second else seed for seed in row.seats]
            row.why, row.params = BY_HAND.text, {}
            seat_anew(tournament, row, now)
        ruling = log.add(log.latest(tournament), round=current.number, people=[one.pk, other.pk])
        for row in (mine, theirs):
            tell(tournament, "repaired", at_table(tournament, row.seats), moment=now, ruling=ruling.pk, pairing=row.pk)


def forbid(tournament_id: int, one: Player, other: Player, by: Player, reason: str, *, now: datetime) -> None:
    """These two are not paired from now on where the format has a choice. Raises `Refused`."""
    with transaction.atomic():
        tournament = director.step(tournament_id, director.LIVING, by, "keep apart", reason, now)
        pair = sorted((one.pk, other.pk))
        if one.pk == other.pk or pair in tournament.forbidden:
            raise Refused(msg("Choose two people who are not kept apart already."), code="bad_pair")
        tournament.forbidden = [*tournament.forbidden, pair]
        tournament.save(update_fields=["forbidden"])
        log.add(log.latest(tournament), people=[one.pk, other.pk])


def allow(tournament_id: int, one: Player, other: Player, by: Player, reason: str, *, now: datetime) -> None:
    """These two may meet again. Raises `Closed` where they may."""
    with transaction.atomic():
        tournament = director.step(tournament_id, director.LIVING, by, "keep apart no longer", reason, now)
        pair = sorted((one.pk, other.pk))
        if pair not in tournament.forbidden:
            raise Closed(msg("These two are not kept apart."), code="not_apart")
        tournament.forbidden = [kept for kept in tournament.forbidden if kept != pair]
        tournament.save(update_fields=["forbidden"])
        log.add(log.latest(tournament), people=[one.pk, other.pk])


def undo_round(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """The latest round has not been: its games end without a result or leave the tournament, and it is paired again after the pause.

    The tournament is paused, so that the director can mend what led to it. Who withdrew in that round stays out. Raises `Closed`.
    """
    with transaction.atomic():
        tournament = director.step(tournament_id, (Status.RUNNING, Status.REVIEW), by, "take back round", reason, now)
        current = current_round(tournament)
        rows = list(current.pairings.select_related("round", "game", "second").order_by("number"))
        kept = [{"seats": row.seats, "label": row.label, "games": [game.code for game in (row.game, row.second) if game]} for row in rows]
        for row in rows:
            _stop(row, now)
        people = people_of(tournament)
        current.delete()
        tournament.status = Status.RUNNING
        if tournament.paused_at is None:
            tournament.paused_at, tournament.paused_until = now, None
            for pk in tournament.games().filter(status=Game.Status.ACTIVE).order_by("pk").values_list("pk", flat=True):
                game = store.lock_game(pk)
                if game.status == Game.Status.ACTIVE and not pauses.is_open(game):
                    pauses.stop(game, None, reason.strip()[: pauses.LONGEST_REASON], now, quiet=True)
        tournament.save(update_fields=["status", "paused_at", "paused_until"])
        previous = tournament.rounds.order_by("-number").first()
        if previous is not None and previous.closed_at is None:
            previous.closed_at = now
            previous.save(update_fields=["closed_at"])
        ruling = log.add(log.latest(tournament), round=current.number, pairings=kept)
        tell(tournament, "undone", people, moment=now, ruling=ruling.pk)


def _moved(*rows: Pairing) -> bool:
    """Whether a person has moved in one of these meetings, or one of their games is over."""
    pks = [row.pk for row in rows]
    games = games_of(Pairing.objects.filter(pk__in=pks))
    moves = Move.objects.filter(game__in=games, kind=Move.Kind.ANSWER, seat__gte=0, player__is_bot=False).exclude(source__in=NOT_THEIR_OWN)
    return moves.exists() or games.exclude(status=Game.Status.ACTIVE).exists()


def _stop(row: Pairing, now: datetime) -> None:
    for game in (row.game, row.second):
        if game is not None and store.lock_game(game.pk).status == Game.Status.ACTIVE:
            stop_without_result(game.pk, now)

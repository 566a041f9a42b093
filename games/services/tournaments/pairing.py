"""Pairing a round: its rows and its games, made in one transaction under the lock of the tournament's row."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from games.models import Entry, Game, Pairing, Player, Round, Tournament
from games.services import lobby, people
from games.services.pace import Pace
from games.services.tournaments.telling import people_of, tell
from notifications import faults

ALIVE = (Game.Status.OPEN, Game.Status.READY, Game.Status.ACTIVE)


def begin_next(tournament: Tournament, now: datetime) -> bool:
    """Pair the next round and start its games, or ask for approval. Only with the tournament locked.

    False when nothing is left to pair but games of an earlier round still run: the final table waits for them.
    """
    seated = Entry.objects.filter(tournament=tournament, seed__isnull=False).select_related("player")
    players = {entry.seed: entry.player for entry in seated if entry.seed is not None}
    field = replace(tournament.field(), apart=_apart(players))
    meetings = tournament.formula.plan(field)
    if not meetings:
        if tournament.games().filter(status__in=ALIVE).exists():
            return False
        tournament.status = Tournament.Status.REVIEW
        tournament.save(update_fields=["status"])
        return True
    ends_at = now + timedelta(days=tournament.round_days) if tournament.round_days else None
    current = Round.objects.create(tournament=tournament, number=field.next_round, started_at=now, ends_at=ends_at)
    faults.hit("pairing.round")
    for number, meeting in enumerate(meetings, start=1):
        table = [players[seed] for seed in meeting.seats]
        game = None if meeting.is_bye else _game(tournament, table, now)
        second = _game(tournament, table[::-1], now) if game is not None and tournament.games_each == 2 else None
        Pairing.objects.create(
            round=current, number=number, seats=list(meeting.seats), label=meeting.label, why=meeting.why.text,
            params=dict(meeting.why.params), game=game, second=second,
        )  # fmt: skip
        faults.hit("pairing.paired")
    if current.number > 1:
        tell(tournament, "round", people_of(tournament), moment=now, number=current.number)
    return True


def _apart(players: dict[int, Player]) -> frozenset[frozenset[int]]:
    """The pairs of seeds whose people keep apart; where a format chooses who meets, they do not."""
    seeds = {player.pk: seed for seed, player in players.items()}
    return frozenset(frozenset(seeds[pk] for pk in pair) for pair in people.pairs_apart(list(seeds)))


def running_in(current: Round) -> QuerySet[Game]:
    """The games of a round that are not over; one that was cancelled is."""
    mine = Q(pairing__round=current) | Q(second_of__round=current)
    return Game.objects.filter(mine, status__in=ALIVE).order_by("pk")


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

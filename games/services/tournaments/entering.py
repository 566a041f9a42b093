"""Entering a tournament and withdrawing from it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Entry, Game, Move, Player, Seat, Tournament
from games.rules.messages import msg
from games.services import leaving, store
from games.services.errors import Closed, NotYours


def enter(tournament_id: int, player: Player, *, now: datetime) -> Entry:
    """Take a place, or one on the waiting list behind the cap; entering twice is the same as once.

    Raises `Closed` unless it is open for registration.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        if tournament.status != Tournament.Status.REGISTRATION:
            raise Closed(msg("This tournament is not open for registration."), code="not_open")
        entry, new = Entry.objects.get_or_create(tournament=tournament, player=player, defaults={"entered_at": now})
        if not new and entry.withdrawn:
            entry.withdrawn, entry.entered_at = False, now
            entry.save(update_fields=["withdrawn", "entered_at"])
        return entry


def withdraw(tournament_id: int, player: Player, *, now: datetime) -> None:
    """Give up the place. A game of the tournament that still runs is resigned. Raises `NotYours` or `Closed`."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        entry = tournament.entries.filter(player=player).first()
        if entry is None:
            raise NotYours(msg("You have not entered this tournament."))
        if tournament.status not in (Tournament.Status.REGISTRATION, Tournament.Status.RUNNING):
            raise Closed(msg("This tournament is not running."), code="not_running")
        if entry.withdrawn:
            return
        entry.withdrawn, entry.left_round = True, tournament.rounds.count()
        entry.save(update_fields=["withdrawn", "left_round"])
        running = tournament.games().filter(status=Game.Status.ACTIVE)
        mine = Seat.objects.filter(game__in=running, player=player, state__in=(Seat.State.PLAYING, Seat.State.AWAY))
        for game_id, index in list(mine.order_by("game_id").values_list("game_id", "index")):
            _resign(game_id, index, player, now)


def _resign(game_id: int, index: int, player: Player, now: datetime) -> None:
    game = store.lock_game(id=game_id)
    if game.status == Game.Status.ACTIVE and game.seats[index].state in (Seat.State.PLAYING, Seat.State.AWAY):
        leaving.lose_seat(game, index, Seat.State.RESIGNED, source=Move.Source.FORM, now=now, player_id=player.pk)

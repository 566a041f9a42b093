"""A friend plays for me for a while: sees my seat as I do, answers in my place, and the log says so."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game, Player, Seat, Tenure
from games.rules.messages import msg
from games.services import idempotency
from games.services.errors import NotYours, Refused
from games.services.tables import answers, store
from notifications import outbox

LONGEST = timedelta(days=60)


def appoint(game_id: int, player_id: int, friend: Player, days: int, *, now: datetime) -> None:
    """Let a friend play for me for some days; another appointment replaces it. Raises `Closed`, `NotYours` or `Refused`.

    Who sits at the table, has sat there, or plays for somebody else there, cannot: they would see two hands.
    """
    with transaction.atomic(durable=idempotency.durable()):
        game = store.lock_game(game_id)
        seat = next((seat for seat in game.seats if seat.player_id == player_id), None)
        if seat is None:
            raise NotYours(msg("You have no seat at this table."))
        answers.open_seat(game, seat.index, player_id)
        if not 1 <= days <= LONGEST.days:
            raise Refused(msg("A deputy is named for 1 to {most} days.", most=LONGEST.days), code="bad_days")
        if seat.deputy_id not in (None, friend.pk):
            raise Refused(msg("A seat keeps its deputy for the whole game, so that nobody can learn two hands."), code="other_deputy")
        knows = any(other.deputy_id == friend.pk for other in game.seats if other.index != seat.index)
        if friend.is_bot or not friend.is_active or knows or Tenure.objects.filter(seat__game=game.id, player=friend).exists():
            raise Refused(msg("A deputy must be somebody who knows no other hand of this game."), code="knows_too_much")
        Seat.objects.filter(pk=seat.id).update(deputy=friend, deputy_until=now + timedelta(days=days))
        key = f"deputy:{game.code}:{seat.index}:{now:%Y%m%dT%H%M%S}"
        outbox.put("deputy", friend.pk, key, payload={"game": game.code, "seat": seat.index, "by": player_id}, thread=game.code)


def dismiss(game: Game, person: Player) -> None:
    """End an appointment: for who gave it and for who has it. The name stays with the seat."""
    with transaction.atomic():
        seats = Seat.objects.select_for_update().filter(game=game)
        mine = next((seat for seat in seats if person.pk in (seat.player_id, seat.deputy_id) and seat.deputy_id is not None), None)
        if mine is None:
            raise NotYours(msg("Nobody plays for you here, and you play for nobody."))
        Seat.objects.filter(pk=mine.pk).update(deputy_until=None)

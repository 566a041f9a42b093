"""Deputies: a player whom the holder of a seat appoints sees that seat and answers for it for some days. The log shows it."""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game, Player, Seat, Tenure
from games.rules.messages import msg
from games.services.errors import NotYours, Refused
from games.services.tables import answers, store
from notifications import outbox

LONGEST = timedelta(days=60)
"""The longest appointment."""


def appoint(game_id: int, player_id: int, friend: Player, days: int, *, now: datetime) -> None:
    """Appoint a deputy for 1 to 60 days; a new appointment replaces the days. Raises `Closed`, `NotYours` or `Refused`.

    Players who have or had a seat at this table, or are the deputy of another seat, are refused: they would see two hands.
    """
    with store.changing(game_id) as game:
        seat = answers.own_seat(game, player_id)
        if not 1 <= days <= LONGEST.days:
            raise Refused(msg("You can appoint a deputy for 1 to {most} days.", most=LONGEST.days), code="bad_days")
        if seat.deputy_id not in (None, friend.pk):
            raise Refused(msg("A seat can have only one deputy in a game, so that nobody sees two hands."), code="other_deputy")
        elsewhere = any(other.deputy_id == friend.pk for other in game.seats if other.index != seat.index)
        if friend.is_bot or not friend.is_active or elsewhere or Tenure.objects.filter(seat__game=game.id, player=friend).exists():
            raise Refused(msg("Please choose a deputy who has not seen another hand of this game."), code="knows_too_much")
        Seat.objects.filter(pk=seat.id).update(deputy=friend, deputy_until=now + timedelta(days=days))
        key = f"deputy:{game.code}:{seat.index}:{now:%Y%m%dT%H%M%S}"
        outbox.put("deputy", friend.pk, key, payload={"game": game.code, "seat": seat.index, "by": player_id}, thread=game.code)


def dismiss(game: Game, person: Player, *, now: datetime) -> None:
    """End an appointment, for the holder of the seat or for the deputy; in that case the holder gets a mail. `Seat.deputy` is kept.

    Raises `NotYours`.
    """
    with transaction.atomic():
        seats = Seat.objects.select_for_update().filter(game=game)
        mine = next((seat for seat in seats if person.pk in (seat.player_id, seat.deputy_id) and seat.deputy_id is not None), None)
        if mine is None:
            raise NotYours(msg("You have no deputy in this game, and you are not a deputy in it."))
        Seat.objects.filter(pk=mine.pk).update(deputy_until=None)
        if person.pk == mine.deputy_id and mine.player_id is not None and mine.deputy_at(now) is not None:
            key = f"deputy_left:{game.code}:{mine.index}:{now:%Y%m%dT%H%M%S}"
            payload = {"game": game.code, "seat": mine.index, "by": person.pk, "what": "left"}
            outbox.put("deputy", mine.player_id, key, payload=payload, thread=game.code)

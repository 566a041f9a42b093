"""Seats on autopilot: switching it on, the holder's return, substitutes, and the end of the autopilot.

The autopilot answers in the transaction that asks the question (`consequences.settle`), so other players do not wait for it. The holder
may return until a substitute has taken the seat; each has a tenure of their own.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.models import BotLadderPlace, Game, Move, Player, Seat, Tenure
from games.rules.messages import msg
from games.services.absence.ladder import ADJUDICATE, Ladder, ladder_of
from games.services.clocks.pace import pace_of
from games.services.errors import Closed, Refused
from games.services.people import relations
from games.services.tables import answers, consequences, held_answers, leaving, lobby, store
from games.services.tables.locked_rows import act_on_due
from notifications import outbox

MOST_VOLUNTEERS = 50
"""The most volunteers that are notified of one seat. All free seats are also listed on a page."""


def possible(game: store.RunningGame, seat: int) -> bool:
    """Whether another person still plays; without one the autopilot would play the game alone."""
    others = (other for other in game.seats if other.index != seat)
    return any(other.state == Seat.State.PLAYING and not other.is_bot and other.player_id is not None for other in others)


def switch_on(game: store.RunningGame, seat: int, ladder: Ladder, now: datetime) -> None:
    """Put a seat of a locked game on autopilot and notify its holder and the volunteers. The caller settles and records."""
    holder = game.seats[seat]
    holder.state = Seat.State.AWAY
    until = now + timedelta(days=ladder.keep) if ladder.keep else None
    Seat.objects.filter(pk=holder.id).update(away_until=until)
    key, payload = f"autopilot:{game.code}:{seat}:{holder.nth}", {"game": game.code, "seat": seat}
    messages = []
    if holder.player_id is not None:
        messages.append(outbox.News("autopilot", holder.player_id, key, payload=payload, thread=game.code))
    messages += [outbox.News("seat_offer", pk, key, payload=payload, thread=game.code) for pk in _volunteers(game)]
    outbox.put_many(messages)


def _volunteers(game: store.RunningGame) -> list[int]:
    """The ids of volunteers who have never had a seat of this game; none for a private table."""
    if Game.objects.filter(pk=game.id, visibility=Game.Visibility.PRIVATE).exists():
        return []
    volunteers = Player.objects.filter(volunteer=True, is_bot=False, is_active=True)
    eligible = volunteers.exclude(tenures__seat__game=game.id).exclude(deputised__game=game.id)
    return list(eligible.order_by("?").values_list("pk", flat=True)[:MOST_VOLUNTEERS])


def hand_over(game_id: int, player_id: int, *, now: datetime) -> None:
    """Offer the player's own seat to substitutes and put it on autopilot. Raises `Closed`, `NotYours` or `Refused`."""
    with store.changing(game_id) as game:
        seat = answers.own_seat(game, player_id)
        ladder = ladder_of(game)
        if seat.state != Seat.State.PLAYING or not ladder.autopilot_after or not possible(game, seat.index):
            raise Refused(msg("This table does not offer seats to substitutes; you can resign instead."), code="no_substitutes")
        session = game.load_session()
        before = consequences.questions_of(session)
        switch_on(game, seat.index, Ladder(ladder.plays, ladder.autopilot_after), now)
        consequences.record(game, session, before, consequences.settle(game, session), None, now)


def come_back(game_id: int, player_id: int, *, now: datetime) -> None:
    """Take the player's own seat back from the autopilot; a repeated call changes nothing. Raises `Closed` or `NotYours`."""
    with store.changing(game_id) as game:
        seat = answers.own_seat(game, player_id)
        if seat.state == Seat.State.AWAY:
            Seat.objects.filter(pk=seat.id).update(state=Seat.State.PLAYING, away_until=None, timeouts=0)
        elif seat.state != Seat.State.PLAYING:
            raise Closed(msg("This seat was lost; it cannot be taken back."), code="seat_lost")


def take_over(game_id: int, player: Player, seat: int, *, now: datetime) -> None:
    """Take a seat on autopilot, with the full time bank or reserve. Raises `Closed` or `Refused`.

    Players who had another seat of this game, or were its deputy, are refused because they know hidden cards.
    """
    with store.changing(game_id) as game:
        if not 0 <= seat < len(game.seats) or game.status != Game.Status.ACTIVE or game.seats[seat].state != Seat.State.AWAY:
            raise Closed(msg("This seat is no longer open to substitutes."), code="not_offered")
        lobby.check_address(player)
        relations.check_company(player, [other.player_id for other in game.seats if other.index != seat])
        seat_substitute(game, seat, player, now=now, ended_by="substituted")


def seat_substitute(game: store.RunningGame, seat_index: int, player: Player, *, now: datetime, ended_by: str, back: bool = False) -> None:
    """Give a seat of a locked game to another player. Raises `Refused`.

    `ended_by` is stored with the tenure of the previous holder. `back` also permits a player who held this very seat before.
    """
    seat = game.seats[seat_index]
    if player.is_bot:
        raise Refused(msg("A bot cannot take a seat of a running game; bots sit down before it begins."), code="bot_substitute")
    deputises = any(player.pk == other.deputy_id for other in game.seats if other.index != seat_index)
    tenures = Tenure.objects.filter(seat__game=game.id, player=player)
    if deputises or (tenures.exclude(seat=seat.id) if back else tenures).exists():
        raise Refused(msg("Players who have had a seat in this game cannot take another one."), code="knows_too_much")
    Tenure.objects.filter(seat_id=seat.id, until=None).update(until=now, ended_by=ended_by)
    Tenure.objects.create(seat_id=seat.id, player=player, since=now)
    fresh = {"state": Seat.State.PLAYING, "away_until": None, "timeouts": 0, "reserve": pace_of(game).start}
    private: dict[str, Any] = {"notes": "", "orders": {}, "order_at": None, "seen_seq": 0, "deputy_until": None}
    private |= held_answers.CLEARED  # all that the previous holder kept private
    Seat.objects.filter(pk=seat.id).update(player=player, **fresh, **private)
    if seat.player_id is not None:
        payload = {"game": game.code, "by": player.pk}
        outbox.put("seat_taken", seat.player_id, f"seat-taken:{game.code}:{seat_index}:{player.pk}", payload=payload)


def invite(game: Game, by: Player, seat_index: int, player: Player) -> None:
    """Offer a seat on autopilot to a player, for the host. A repeated call sends nothing. Raises `NotYours` or `Closed`."""
    lobby.check_host(game, by)
    with transaction.atomic():
        seat = game.seats.filter(index=seat_index, state=Seat.State.AWAY, live=True).first()
        if seat is None or player.is_bot or Tenure.objects.filter(seat__game=game, player=player).exists():
            raise Closed(msg("This player cannot be invited to this seat."), code="not_offered")
        key = f"seat-offer:{game.code}:{seat_index}:{seat.nth}"
        outbox.put("seat_offer", player.pk, key, payload={"game": game.code, "seat": seat_index}, thread=game.code)


def end(game: store.RunningGame, seat: int, ladder: Ladder, *, now: datetime, at: datetime | None = None) -> None:
    """End the absence ladder for a seat of a locked game: the seat is lost, or the whole game is judged.

    Its holder leaves the bot ladder of this game. `at` is the time of the log line where it differs from `now`.
    """
    BotLadderPlace.objects.filter(player=game.seats[seat].player_id, rules=game.rules).delete()
    person, judged = game.seats[seat].player_id, ladder.ending == ADJUDICATE
    leaving.lose_seat(
        game, seat, Seat.State.FORFEITED, source=Move.Source.TIMEOUT, now=now, player_id=person, at=at, judged=judged
    )  # fmt: skip


def end_overdue(now: datetime, limit: int = 500) -> int:
    """End the autopilots whose time is over; returns their number. A game that fails is marked and does not stop the others."""
    return act_on_due(Seat.objects.filter(away_until__lte=now, live=True), now, limit, "away_until", _end_autopilot)


def _end_autopilot(game: store.RunningGame, seat: int, now: datetime) -> bool:
    if game.status != Game.Status.ACTIVE or game.trouble or game.seats[seat].state != Seat.State.AWAY:
        return False
    end(game, seat, ladder_of(game), now=now)
    return True

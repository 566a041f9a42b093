"""Tests of deputies: a deputy sees what the holder sees, is named in the log, and never sees two hands."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Move, Player, Seat
from games.queries.tables.table import NoSuchTable, look_at
from games.services.absence import deputies
from games.services.errors import NotYours, Refused
from games.services.tables import answers, leaving
from notifications.clock import database_now
from notifications.models import Message
from tests.games.conftest import DAY, NOON, person
from tests.games.moves import asked, legal


def appointed(game: Game, friend: Player, days: int = 3) -> Seat:
    """Appoint this deputy for the seat that is asked."""
    seat = asked(game)
    assert seat.player_id
    deputies.appoint(game.pk, seat.player_id, friend, days, now=NOON)
    seat.refresh_from_db()
    return seat


def test_deputy_moves_and_the_log_says_so(game: Game, carol: Player) -> None:
    seat = appointed(game, carol)
    text = legal(game, seat)
    answers.answer(game.pk, seat.index, seat.nth, text, source="form", now=NOON + DAY, player_id=carol.pk)
    line = Move.objects.get(game=game, seat=seat.index, nth=seat.nth)
    assert (line.source, line.player_id) == ("deputy", carol.pk)
    assert answers.answer(game.pk, seat.index, seat.nth, text, source="form", now=NOON, player_id=seat.player_id).repeated


def test_deputy_gets_the_turn_mail_after_the_holder(game: Game, carol: Player) -> None:
    first = asked(game)
    other = Seat.objects.get(game=game, index=1 - first.index)
    assert other.player_id
    deputies.appoint(game.pk, other.player_id, carol, 3, now=NOON)
    answers.answer(game.pk, first.index, first.nth, legal(game, first), source="form", now=NOON, player_id=first.player_id)
    news = Message.objects.filter(kind="your_turn", key__startswith=f"turn:{game.code}:{other.index}:").order_by("pk")
    assert [message.recipient_id for message in news] == [other.player_id, carol.pk]


def test_deputy_may_not_move_when_the_time_is_over_nor_resign(game: Game, carol: Player) -> None:
    seat = appointed(game, carol)
    text = legal(game, seat)
    with pytest.raises(NotYours):
        answers.answer(game.pk, seat.index, seat.nth, text, source="form", now=NOON + 3 * DAY, player_id=carol.pk)
    with pytest.raises(NotYours):
        leaving.resign(game.pk, seat.index, source="form", now=NOON, player_id=carol.pk)


def test_deputy_sees_the_seat_but_not_its_notes(game: Game, carol: Player) -> None:
    with pytest.raises(NoSuchTable):
        look_at(game.code, carol)
    seat = asked(game)
    Seat.objects.filter(pk=seat.pk).update(notes="private", deputy=carol, deputy_until=database_now() + DAY)
    look = look_at(game.code, carol)
    assert look.mine is not None
    assert (look.viewer, look.deputy, look.mine.notes, look.is_host) == (seat.index, True, "", False)
    assert look.decision is not None
    Seat.objects.filter(pk=seat.pk).update(deputy_until=database_now() - timedelta(seconds=1))
    with pytest.raises(NoSuchTable):
        look_at(game.code, carol)


def test_either_side_ends_the_task_and_the_seat_keeps_its_deputy(game: Game, carol: Player) -> None:
    seat = appointed(game, carol)
    deputies.dismiss(game, carol, now=NOON)
    seat.refresh_from_db()
    assert (seat.deputy_id, seat.deputy_until) == (carol.pk, None)
    with pytest.raises(Refused, match="only one deputy"):
        deputies.appoint(game.pk, seat.player_id or 0, person("erin"), 1, now=NOON)
    appointed(game, carol)


def test_nobody_is_deputy_who_knows_another_hand(game: Game, alice: Player, bob: Player, carol: Player, dora: Player) -> None:
    appointed(game, carol)
    other = Seat.objects.get(game=game, index=1 - asked(game).index)
    for friend in (carol, alice, bob, dora):
        with pytest.raises(Refused, match="another hand"):
            deputies.appoint(game.pk, other.player_id or 0, friend, 1, now=NOON)
    with pytest.raises(NotYours):
        deputies.appoint(game.pk, carol.pk, person("erin"), 1, now=NOON)


@pytest.mark.parametrize("days", [0, 61, -1])
def test_task_lasts_one_to_sixty_days(game: Game, carol: Player, days: int) -> None:
    with pytest.raises(Refused, match="1 to 60 days"):
        appointed(game, carol, days)

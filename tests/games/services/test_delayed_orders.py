"""Tests of orders at a table that delays them: they answer after a human-like delay, before the deadline, and look like manual answers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.models import Game, Move, Player, Seat
from games.services.absence import autopilot
from games.services.clocks import sweep
from games.services.orders import delay, filing, release
from games.services.tables import answers
from notifications.models import Message
from tests.games.conftest import NOON, person
from tests.games.services.test_orders import answer, at, browser, log, order, seen
from tests.rules.council_of_kings.build import council

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=5)
LOOKED = timezone.now()


@pytest.fixture
def cast(db: None) -> list[Player]:
    """Four players."""
    return [person(name) for name in ("anna", "bert", "cleo", "dirk")]


@pytest.fixture
def game(cast: list[Player], monkeypatch: pytest.MonkeyPatch) -> Game:
    """A table that delays orders, at which anna decides about the Troll. Orders answer after five hours."""
    monkeypatch.setattr(delay, "draw", lambda *_past, **_way: LATER)
    return at(cast, council(up="troll"), visibility="public", orders_delayed=True)


def seat(game: Game, index: int) -> Seat:
    return game.seats.get(index=index)


def asked_by_mail(game: Game, player: Player) -> int:
    return Message.objects.filter(kind="your_turn", thread=game.code, recipient=player, payload__nth__gte=10).count()


def by_hand(game: Game, index: int, text: str) -> answers.Outcome:
    return answer(game, index, text)


def test_an_order_waits_like_a_person_and_answers_then(game: Game, cast: list[Player]) -> None:
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    bert = seat(game, 1)
    assert log(game) == [(0, "bid", "form")]
    assert (bert.pending, bert.order_at, bert.remind_at, asked_by_mail(game, cast[1])) == (True, LATER, None, 0)
    assert bert.due_at is not None
    assert sweep.sweep(LATER - timedelta(seconds=1)).orders == 0
    assert sweep.sweep(LATER).orders == 1
    assert log(game)[1:] == [(1, "bid", "order")]
    assert Move.objects.get(game=game, seat=1).at == LATER
    assert (seat(game, 1).order_at, seat(game, 2).pending, asked_by_mail(game, cast[2])) == (None, True, 1)


def test_without_the_option_an_order_answers_at_once(cast: list[Player]) -> None:
    game = at(cast, council(up="troll"))
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    assert log(game) == [(0, "bid", "form"), (1, "bid", "order")]


def test_one_order_after_the_other_each_in_its_time(game: Game) -> None:
    for index in (1, 2):
        order(game, index, "spend 3")
    by_hand(game, 0, "bid")
    assert [seat(game, index).order_at for index in (1, 2)] == [LATER, None]
    release.release_due(LATER)
    assert [(index, text) for index, text, _source in log(game)] == [(0, "bid"), (1, "bid")]
    assert seat(game, 2).order_at == LATER  # asked now, the delay starts


def test_what_is_played_is_decided_when_it_is_played(game: Game) -> None:
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    order(game, 1, "spend 0")
    assert (log(game)[1:], seat(game, 1).order_at) == ([], LATER)
    release.release_due(LATER)
    assert log(game)[1:] == [(1, "buy", "order")]


@pytest.mark.parametrize("how", ["withdrawn", "altered"])
def test_an_order_that_is_taken_back_asks_its_person(game: Game, cast: list[Player], how: str) -> None:
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    if how == "withdrawn":
        filing.withdraw(game.pk, 1, None, now=NOON, player_id=cast[1].pk)
    else:
        order(game, 1, "spend 0 then ask")
    bert = seat(game, 1)
    assert (bert.pending, bert.order_at, bert.remind_at is not None, asked_by_mail(game, cast[1])) == (True, None, True, 1)
    assert release.release_due(LATER) == 0
    assert log(game) == [(0, "bid", "form")]


def test_an_order_that_no_longer_speaks_at_its_moment_asks(game: Game, cast: list[Player]) -> None:
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    Seat.objects.filter(game=game, index=1).update(orders={})  # as after the erasure of the person's data
    assert release.release_due(LATER) == 0
    assert (seat(game, 1).order_at, asked_by_mail(game, cast[1])) == (None, 1)


def test_whoever_waits_may_answer_by_hand(game: Game) -> None:
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    by_hand(game, 1, "buy")
    assert (log(game)[1:2], seat(game, 1).order_at) == ([(1, "buy", "form")], None)
    assert release.release_due(LATER) == 0


def test_an_order_answers_at_once_where_its_person_leaves_it_when_asked(game: Game) -> None:
    order(game, 0, "spend 3")
    assert log(game) == [(0, "bid", "order")]


def test_nothing_is_lost_while_nobody_lets_orders_answer(game: Game) -> None:
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    Seat.objects.filter(game=game, index=1).update(order_at=NOON + timedelta(days=9))
    due = seat(game, 1).due_at
    assert due is not None
    assert sweep.time_out(game.pk, 1, due)  # the deadline came first
    assert log(game)[1:] == [(1, "bid", "order")]
    assert seat(game, 1).timeouts == 0


def test_the_moment_is_before_the_deadline(cast: list[Player]) -> None:
    game = at(cast, council(up="troll"), orders_delayed=True)
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    bert = seat(game, 1)
    assert bert.order_at is not None
    assert bert.due_at is not None
    assert NOON < bert.order_at < bert.due_at


def test_a_seat_on_autopilot_waits_for_nothing(game: Game) -> None:
    order(game, 1, "spend 3")
    Seat.objects.filter(game=game, index=1).update(state=Seat.State.AWAY)
    by_hand(game, 0, "bid")
    assert log(game) == [(0, "bid", "form"), (1, "bid", "order")]


def test_a_substitute_finds_no_order_waiting(game: Game) -> None:
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    Seat.objects.filter(game=game, index=1).update(state=Seat.State.AWAY)
    autopilot.take_over(game.pk, person("eva"), 1, now=NOON)
    assert (seat(game, 1).order_at, seat(game, 1).orders) == (None, {})


def test_its_owner_reads_when_it_answers_and_nobody_else_does(game: Game, cast: list[Player]) -> None:
    order(game, 1, "spend 3")
    by_hand(game, 0, "bid")
    mine, api = browser(cast[1]), f"/api/v1/games/{game.code}"
    assert "Your standing order will play at" in mine.get(game.get_absolute_url()).content.decode()
    assert mine.get(f"{api}/orders").json()["answers_at"] == "2026-03-02T17:00:00Z"
    other = browser(cast[2])
    assert "Your standing order will play at" not in other.get(game.get_absolute_url()).content.decode()
    assert other.get(f"{api}/orders").json()["answers_at"] is None
    assert other.get(api).json()["waiting_for"] == [1]


def test_two_worlds_nobody_else_can_tell_that_an_order_waits_or_has_answered(game: Game, cast: list[Player]) -> None:
    deputy = person("carol")
    Seat.objects.filter(game=game, index=1).update(deputy=deputy, deputy_until="2126-01-01T00:00Z")
    others = [(viewer, browser(viewer)) for viewer in (cast[0], cast[2], deputy, None)]
    worlds: list[Any] = []
    for ordered in (False, True):
        beginning = transaction.savepoint()
        if ordered:
            order(game, 1, "spend 3")
        by_hand(game, 0, "bid")
        waiting = all_seen(game, others, cast[1])
        if ordered:
            assert release.release_due(LATER) == 1
        else:
            answers.answer(game.pk, 1, seat(game, 1).nth, "bid", source=Move.Source.FORM, now=LATER, player_id=cast[1].pk)
        worlds.append((waiting, all_seen(game, others, cast[1])))
        transaction.savepoint_rollback(beginning)
    assert worlds[0] == worlds[1]


def all_seen(game: Game, others: list[tuple[Player | None, Client]], owner: Player) -> Any:
    """Everything that all others can fetch, and all messages to them."""
    for viewer, client in others:
        seen(game, viewer, client)  # the first request marks lines as read
    Seat.objects.filter(game=game, seen_at__isnull=False).update(seen_at=LOOKED)
    letters = Message.objects.exclude(recipient=owner).order_by("pk").values_list("kind", "recipient", "key", "payload", "topic")
    return [seen(game, viewer, client) for viewer, client in others], list(letters)

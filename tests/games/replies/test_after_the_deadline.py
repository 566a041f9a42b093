"""Tests of answers after the deadline: form, API and mail behave alike, and the timeout alone decides."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from games.models import Game, Move, Player, Seat
from games.services.clocks import sweep
from notifications.clock import database_now
from notifications.inbound import addresses, store, worker
from notifications.models import InboundMail
from tests.games.conftest import start
from tests.games.moves import asked, legal, sweep_at
from tests.games.replies.mailing import newest, post, raw_reply, send

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def by_form(game: Game, seat: Seat, text: str, client: Client) -> bool:
    """Whether the answer is accepted."""
    answer = client.post(f"{game.get_absolute_url()}answer/", {"nth": seat.nth, "choice": text})
    assert answer.status_code == 302 or "no longer open" in answer.content.decode()
    return answer.status_code == 302


def by_api(game: Game, seat: Seat, text: str, client: Client) -> bool:
    """Whether the answer is accepted; a refusal is recognised by its problem type."""
    body = {"nth": seat.nth, "text": text}
    answer = client.post(f"/api/v1/games/{game.code}/moves", body, content_type="application/json")
    assert answer.status_code == 200 or (answer.status_code, answer.json()["type"].partition("#")[2]) == (409, "problem-stale")
    return answer.status_code == 200


def by_mail(game: Game, seat: Seat, text: str, client: Client) -> bool:
    """Whether the answer is accepted."""
    assert seat.player is not None
    send(seat.player, f"{text}\n")
    return Move.objects.filter(game=game, source=Move.Source.MAIL).exists()


WAYS = pytest.mark.parametrize("way", [by_form, by_api, by_mail])
Way = Callable[[Game, Seat, str, Client], bool]


@pytest.fixture
def late(alice: Player, bob: Player, client: Client) -> tuple[Game, Seat]:
    """A question whose deadline passed three seconds ago, with its mail sent and its player signed in."""
    game = start(alice, bob, now=database_now() - timedelta(hours=1))
    seat = asked(game)
    assert seat.player is not None
    post()
    Seat.objects.filter(pk=seat.pk).update(due_at=database_now() - 3 * SECOND)
    client.force_login(seat.player)
    return game, Seat.objects.select_related("player").get(pk=seat.pk)


@WAYS
def test_answer_before_the_timeout_counts_and_is_dated_when_it_came(late: tuple[Game, Seat], way: Way, client: Client) -> None:
    game, seat = late
    assert seat.due_at is not None
    assert way(game, seat, legal(game, seat), client)
    move = Move.objects.filter(game=game, seat=seat.index, nth=seat.nth).get()
    assert seat.due_at + 3 * SECOND <= move.at <= database_now()
    assert sweep_at(database_now()).timeouts == 0
    assert Seat.objects.get(pk=seat.pk).timeouts == 0


@WAYS
def test_answer_after_the_timeout_is_refused_and_changes_nothing(late: tuple[Game, Seat], way: Way, client: Client) -> None:
    """The answer differs from the one played by the timeout; otherwise it would be a repetition of the same move."""
    game, seat = late
    texts = {legal(game, seat, random.Random(number)) for number in range(30)}
    assert sweep_at(database_now()).timeouts == 1
    lines = list(Move.objects.filter(game=game).order_by("seq").values_list("text", "at", "source"))
    played = Move.objects.get(game=game, source=Move.Source.TIMEOUT)
    assert played.at == seat.due_at
    assert not way(game, seat, min(texts - {played.text}), client)
    assert list(Move.objects.filter(game=game).order_by("seq").values_list("text", "at", "source")) == lines


def test_mail_that_came_in_time_is_played_though_it_is_read_after_the_deadline(late: tuple[Game, Seat]) -> None:
    """The sweeper runs before the mail is read, but the mail arrived before the deadline."""
    game, seat = late
    assert seat.player is not None
    to = newest(seat.player, "your_turn").reply_to
    address = addresses.find(to)
    assert address is not None
    store.keep(raw_reply(str(seat.player.email), to, "1\n"), address, sender=str(seat.player.email), way=InboundMail.Way.SMTP)
    InboundMail.objects.update(received_at=database_now() - 4 * SECOND)
    assert sweep.sweep(database_now()).timeouts == 0
    worker.work_off(database_now)
    assert Move.objects.filter(game=game, seat=seat.index, source=Move.Source.MAIL).count() == 1
    assert sweep_at(database_now()).timeouts == 0

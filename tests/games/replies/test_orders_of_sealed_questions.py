"""Tests of orders for the next question, given by a player who has just sealed an answer: on the page and by mail."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from django.test import Client

from games.mails import answering
from games.models import Game, Player, Seat
from games.queries.orders.standing_orders import Sheet, sheet
from games.queries.tables.table import look_at
from games.rules.council_of_kings.filing import FILING
from games.rules.destined_to_fail.table import TOGETHER
from games.rules.session import Session
from notifications.models import Message
from tests.games.conftest import NOON, person, start
from tests.games.replies.mailing import newest, post, send, words
from tests.games.services.test_orders import answer, browser
from tests.rules.council_of_kings.build import Played, council
from tests.rules.destined_to_fail.build import A, B, C, D, begin, say
from tests.rules.destined_to_fail.test_together import HANDS, MOON_LED

pytestmark = pytest.mark.django_db
NEXT = "Plan your next move?"


@pytest.fixture
def cast(db: None) -> list[Player]:
    """Four players in the order of their seats."""
    return [person(name) for name in ("anna", "bert", "cleo", "dirk")]


def at(cast: list[Player], session: Session[Any]) -> Game:
    """A running game of these players in the state of a session."""
    rules = session.game.key
    game = start(*cast, rules=rules, options=dict(session.table.options))
    Message.objects.all().delete()
    Game.objects.filter(pk=game.pk).update(position=orjson.dumps(session.position.to_json()).decode(), waiting=list(session.waiting_for))
    for seat in game.seats.all():
        pending = seat.index in session.unanswered
        Seat.objects.filter(pk=seat.pk).update(pending=pending, nth=10, asked_at=NOON if pending else None, due_at=None)
    return game


@pytest.fixture
def trick(cast: list[Player]) -> Game:
    """Anna has led a Moon; Bert, Cleo and Dirk choose simultaneously."""
    session = begin(HANDS, followers=TOGETHER)
    say(session, MOON_LED)
    return at(cast, session)


def ahead(game: Game, player: Player) -> list[str]:
    """The presets offered beside the table."""
    mine = sheet(look_at(game.code, player))
    assert mine is not None
    return [preset.text.split()[0] for preset in mine.ahead]


def test_whoever_has_sealed_a_card_leaves_the_next_trick_by_one_press(trick: Game, cast: list[Player]) -> None:
    client, path = browser(cast[C]), trick.get_absolute_url()
    assert NEXT not in client.get(path).content.decode(), "first the card"
    answer(trick, C, "moon-3")
    assert ahead(trick, cast[C]) == ["next"], "an order for this trick would speak of the card just sealed"
    page = client.get(path).content.decode()
    assert NEXT in page
    assert "Play trick 2 for me" in page
    text = next(preset.text for preset in sheet(look_at(trick.code, cast[C])).ahead)  # type: ignore[union-attr]
    assert client.post(f"{path}order/", {"order": text}, follow=True).status_code == 200
    assert list(trick.seats.get(index=C).orders) == ["plan:1:2"]
    assert "For trick 2 of this round." in client.get(path).content.decode()
    answer(trick, B, "moon-2")
    answer(trick, D, "moon-4")
    answer(trick, D, "star-4")
    assert [trick.seats.get(index=seat).pending for seat in (A, C)] == [True, False], "the order has sealed a card"


def test_reply_with_a_sealed_card_is_asked_for_the_next_trick(trick: Game, cast: list[Player]) -> None:
    Client().get("/")
    cleo = cast[C]
    Message.objects.create(
        kind="your_turn", recipient=cleo, key="first", payload={"game": trick.code, "seat": C, "nth": 10}, thread=trick.code
    )
    post()
    turn = newest(cleo, "your_turn")
    assert "Choose a card; all others choose theirs now, too." in words(turn.text)
    send(cleo, "moon 3\nstatus\n", mail=turn)
    post()
    told = words(newest(cleo, "reply_answer").text)
    assert "you can change it until everybody has answered" in told
    assert "sealed" not in told
    assert f"{NEXT} To set this standing order, reply: order proposed For trick 2 of this round." in told
    assert told.index(NEXT) < told.index("Moon 4"), "the choices come after it"
    send(cleo, "order proposed\n", mail=turn)
    post()
    assert list(trick.seats.get(index=C).orders) == ["plan:1:2"]


def test_whoever_chooses_anew_reads_what_was_chosen(trick: Game, cast: list[Player]) -> None:
    for seat, card in ((B, "orb"), (C, "moon-3"), (D, "moon-4")):
        answer(trick, seat, card)
    page = browser(cast[C]).get(trick.get_absolute_url()).content.decode()
    assert "Orb was played. You had chosen Moon 3; which card do you choose now?" in page
    others = [browser(cast[seat]).get(trick.get_absolute_url()).content.decode() for seat in (A, B, D)]
    assert [("chosen Moon 3" in other, "chosen Moon 4" in other) for other in others] == [(False, False), (False, False), (False, True)]


def test_price_just_named_is_not_asked_for_again(cast: list[Player]) -> None:
    t = council(n=4, deck=["shieldbreaker"], phase="reveal")
    t.options["auction_mode"] = "orders"
    game = at(cast, Played(t).session)
    assert game.seats.filter(pending=True).count() == 4
    answer(game, 1, "buy_at>4")
    assert look_at(game.code, cast[1]).decision.kind == FILING  # type: ignore[union-attr]
    assert all(not text.startswith(("buy_at", "take_at", "always")) for text in ahead(game, cast[1]))


def test_answer_by_mail_proposes_nothing_where_no_order_can_be_filed(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: Any = SimpleNamespace(decision=None)
    monkeypatch.setattr(answering, "sheet", lambda _look: Sheet(()))
    assert answering.ahead(nothing, nothing) == []

"""Tests of standing orders at a table: visible to their owner alone, carried out by the usual path of answers, logged as orders."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import orjson
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Move, Player, Seat
from games.queries.history.log import lines
from games.queries.people.data_export import archive
from games.queries.tables import stream_state
from games.queries.tables.state_digest import state_digest_of
from games.rules.contract import Position
from games.rules.council_of_kings.board import Council
from games.rules.errors import RulesError
from games.services import task_signals
from games.services.absence import autopilot, deputies
from games.services.orders import filing
from games.services.people import erasure
from games.services.tables import answers, undo
from notifications.models import Message
from tests.games.conftest import NOON, person, start
from tests.rules.council_of_kings.build import Played, council

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> list[Player]:
    """Four players."""
    return [person(name) for name in ("anna", "bert", "cleo", "dirk")]


def at(cast: list[Player], t: Council, **settings: Any) -> Game:
    """A running game of these players at a hand-made table with an open question."""
    game = start(*cast, rules="council_of_kings", **settings)
    session = Played(t).session
    Game.objects.filter(pk=game.pk).update(position=orjson.dumps(session.position.to_json()).decode(), waiting=list(session.waiting_for))
    for seat in game.seats.order_by("index"):
        pending = seat.index in session.unanswered
        Seat.objects.filter(pk=seat.pk).update(pending=pending, nth=10, asked_at=NOON if pending else None, due_at=None)
    game.refresh_from_db()
    return game


def order(game: Game, seat: int, text: str) -> None:
    """Leave an order as the player of this seat."""
    filing.file(game.pk, seat, text, now=NOON, player_id=game.seats.get(index=seat).player_id or 0)


def answer(game: Game, seat: int, text: str) -> answers.Outcome:
    """Answer by hand."""
    chair = game.seats.get(index=seat)
    return answers.answer(game.pk, seat, chair.nth, text, source=Move.Source.FORM, now=NOON, player_id=chair.player_id)


def table(game: Game) -> Any:
    """The public view of the table."""
    game.refresh_from_db()
    return game.book.resume(Position.from_json(orjson.loads(game.position))).view(None).table


def log(game: Game) -> list[tuple[int, str, str]]:
    """The answers with seat and source."""
    return list(Move.objects.filter(game=game, kind="answer", seat__gte=0).order_by("seq").values_list("seat", "text", "source"))


def test_t47_orders_run_in_the_transaction_of_the_answer_that_made_them_due(cast: list[Player]) -> None:
    game = at(cast, council(up="shieldbreaker", deck=["troll"]))
    for seat, text in ((1, "buy_at 6"), (2, "buy_at 5"), (3, "buy_at none")):
        order(game, seat, text)
    assert log(game) == []
    answer(game, 0, "bid")
    assert log(game)[:4] == [(0, "bid", "form"), (1, "bid", "order"), (2, "bid", "order"), (3, "bid", "order")]
    answer(game, 0, "bid")
    assert log(game)[4:] == [(0, "bid", "form"), (1, "buy", "order")]
    assert [player["coins"] for player in table(game)["players"]] == [12, 7, 11, 11]
    asked = game.seats.get(pending=True)
    assert (asked.index, table(game)["lot"]["card"]) == (2, "troll")  # the order for the card in the lot ended with it
    turns = Message.objects.filter(kind="your_turn", thread=game.code, recipient__in=cast[1:], payload__nth__gte=10)
    assert [message.recipient_id for message in turns.order_by("pk")] == [cast[2].pk]  # players whose order answered get no mail
    nths = dict(game.seats.values_list("index", "nth"))
    assert nths == {0: 12, 1: 12, 2: 11, 3: 11}


def test_t48_asks_after_the_bids_that_were_ordered(cast: list[Player]) -> None:
    game = at(cast, council(up="troll"))
    for seat in (1, 2, 3):
        order(game, seat, "take_at 50 spend 9")
    order(game, 0, "spend 2, then ask")  # asked already: the order answers at once
    assert table(game)["lot"]["bids"] == [2, 2, 2, 2]
    assert game.seats.get(pending=True).index == 0
    assert game.seats.get(index=0).due_at is not None


def test_t49_a_changed_order_counts_from_the_next_turn_and_a_withdrawn_one_asks(cast: list[Player]) -> None:
    game = at(cast, council(3, up="troll"))
    cast = cast[:3]
    order(game, 1, "spend 9")
    order(game, 1, "take_at 3 spend 9")
    assert game.seats.get(index=1).orders == {"auction:5": "take_at 3 spend 9"}
    filing.withdraw(game.pk, 1, "auction:5", now=NOON, player_id=cast[1].pk)
    answer(game, 0, "bid")
    assert game.seats.get(pending=True).index == 1


def test_a_turn_begun_by_hand_stays_in_hand_and_can_be_taken_back(cast: list[Player]) -> None:
    game = at(cast, council(up="troll", coins=[0, 10, 10, 10]))
    order(game, 0, "spend 5 then ask")  # no coin and no tax allowed: the player is asked
    answer(game, 0, "tax")
    chair = game.seats.get(index=0)
    assert chair.pending  # the order would bid now, but the player has begun another answer
    undo.take_back(game.pk, 0, chair.nth, source=Move.Source.FORM, now=NOON, player_id=cast[0].pk)
    assert game.seats.get(pending=True).index == 0
    assert table(game)["players"][0]["populace"] == 0


def test_policies_play_whole_phases_and_an_absent_person_has_ordered_too(cast: list[Player]) -> None:
    game = at(cast, council(up="troll", hands={3: ["old_debts"]}))
    for seat in (1, 2, 3):
        order(game, seat, "always take_at 1 spend 9")
        order(game, seat, "actions done")
    Seat.objects.filter(game=game, index=1).update(state=Seat.State.AWAY)
    answer(game, 0, "bid")
    assert log(game)[:3] == [(0, "bid", "form"), (1, "buy", "order"), (3, "done", "order")]


@pytest.mark.parametrize(("who", "text", "code"), [("carol", "spend 3", "not_your_seat"), ("bert", "buy_at 3", "other_side")])
def test_a_refused_order_changes_nothing(cast: list[Player], who: str, text: str, code: str) -> None:
    game, stranger = at(cast, council(up="troll")), person("carol")
    people = {"carol": stranger, "bert": cast[1]}
    with pytest.raises(RulesError) as caught:
        filing.file(game.pk, 1, text, now=NOON, player_id=people[who].pk)
    assert caught.value.code == code
    assert game.seats.get(index=1).orders == {}


def test_a_game_that_takes_no_orders_says_so(cast: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(*cast[:2])
    monkeypatch.setattr(type(game.book), "orders", lambda _game, _view: None)
    with pytest.raises(RulesError, match="takes no standing orders"):
        order(game, 0, "buy_at 3")


def test_orders_leave_with_their_person(cast: list[Player]) -> None:
    game = at(cast, council(up="troll"))
    for seat in (1, 2):
        order(game, seat, "always take_at 4")
    Seat.objects.filter(game=game, index=1).update(state=Seat.State.AWAY)
    autopilot.take_over(game.pk, person("eva"), 1, now=NOON)
    erasure.erase(cast[2], now=NOON)
    assert [seat.orders for seat in game.seats.order_by("index")] == [{}, {}, {}, {}]


def test_no_more_queries_for_one_order_or_three(cast: list[Player], django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for ordering in ((), (1,), (1, 2, 3)):
        game = at(cast, council(up="troll"))
        for seat in ordering:
            order(game, seat, "take_at 50 spend 1 then ask")
        chair = game.seats.get(index=0)
        with django_assert_num_queries(2):  # read, write
            answers.answer(game.pk, 0, chair.nth, "bid", source=Move.Source.FORM, now=NOON, player_id=chair.player_id)
        assert len(log(game)) == 1 + len(ordering)


# ---- two worlds ------------------------------------------------------------------------------------------------------

PATHS = ("{page}", "{page}text/", "{page}table.txt", "{page}pulse/", "/", "{api}", "{api}/view", "{api}/log", "{api}/talk", "{api}/orders",
         "{page}feed.atom", "{api}/export", "{page}chronicle/", "{api}/verification", "{page}table.svg")  # fmt: skip


def browser(viewer: Player | None) -> Client:
    """A client signed in once: a sign-in is stored in the person's row, which is part of a mark."""
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    return client


def seen(game: Game, viewer: Player | None, client: Client) -> list[Any]:
    """Everything that a viewer can fetch, without what depends on a cache or the clock."""
    found: list[Any] = [state_digest_of(game.code, viewer)]
    for path in PATHS:
        got = client.get(
            path.format(page=game.get_absolute_url(), api=f"/api/v1/games/{game.code}"), headers={"X-Request-ID": "one-and-the-same"}
        )
        page = got.content.split(b'name="csrfmiddlewaretoken"')
        body = b"".join(part[part.find(b">") :] if at else part for at, part in enumerate(page))
        found.append((path, got.status_code, body, {name: got.headers.get(name) for name in ("ETag", "Last-Modified", "Cache-Control")}))
    if viewer is not None:
        found.append(("stream", repr(stream_state.running([viewer.pk]))))
        found.append(("mails", list(Message.objects.filter(recipient=viewer).order_by("pk").values_list("kind", "key", "payload"))))
    return found


def test_two_worlds_nobody_else_can_tell_that_an_order_was_left(cast: list[Player]) -> None:
    game = at(cast, council(up="troll"), visibility="public")
    others = [(viewer, browser(viewer)) for viewer in (cast[0], cast[2], person("carol"), None)]
    for viewer, client in others:
        seen(game, viewer, client)  # the first request marks lines as read
    without = [seen(game, viewer, client) for viewer, client in others]
    order(game, 1, "take_at 6 spend 3 then ask")
    order(game, 1, "actions done")
    for (viewer, client), before in zip(others, without, strict=True):
        for one, other in zip(seen(game, viewer, client), before, strict=True):
            assert one == other
    page = browser(cast[1]).get(game.get_absolute_url()).content.decode()
    assert "take_at 6 spend 3 then ask" in page
    assert "You take it once 6 coins lie on it." in page
    for owner, mine in ((cast[1], True), (cast[0], False)):
        with zipfile.ZipFile(io.BytesIO(archive(owner))) as packed:
            assert (b"take_at 6 spend 3" in packed.read("seats.json")) is mine


def test_an_order_that_is_left_wakes_no_stream_writes_no_line_and_stands_in_no_log(
    cast: list[Player], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    game, hints = at(cast, council(up="troll"), visibility="public"), list[str]()
    monkeypatch.setattr(task_signals, "hint", hints.append)
    lines_before, letters = Move.objects.filter(game=game).count(), Message.objects.count()
    with caplog.at_level("DEBUG"), django_capture_on_commit_callbacks(execute=True):
        done = browser(cast[1]).post(f"{game.get_absolute_url()}order/", {"order": "take_at 6 spend 3 then ask"})
    assert done.status_code == 302
    assert game.seats.get(index=1).orders != {}
    assert (hints, Move.objects.filter(game=game).count(), Message.objects.count()) == ([], lines_before, letters)
    assert "take_at" not in caplog.text
    with django_capture_on_commit_callbacks(execute=True):
        answer(game, 0, "bid")
    assert hints == [game.code]


def test_two_worlds_what_an_order_plays_looks_like_a_move_by_hand_until_the_end(cast: list[Player]) -> None:
    game = at(cast, council(up="troll"), visibility="public")
    order(game, 1, "spend 3")
    answer(game, 0, "bid")
    by_order, by_hand = Move.objects.filter(game=game, seat=1).get(), []
    assert by_order.source == Move.Source.ORDER
    views = {seat: game.book.resume(Position.from_json(orjson.loads(Game.objects.get(pk=game.pk).position))).view(seat) for seat in (0, 1)}
    game.refresh_from_db()
    mine = lines(game, 1, views[1])[-1]
    assert mine.source == "order"
    before = [line for seat in (0, None) for line in lines(game, seat, views[0])]
    Move.objects.filter(pk=by_order.pk).delete()
    by_order.pk, by_order.source = None, Move.Source.FORM
    by_order.save(force_insert=True)
    by_hand = [line for seat in (0, None) for line in lines(game, seat, views[0])]
    assert before == by_hand
    Move.objects.filter(pk=by_order.pk).delete()
    by_order.pk, by_order.source = None, Move.Source.ORDER
    by_order.save(force_insert=True)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    game.refresh_from_db()
    assert lines(game, 0, views[0])[-1].source == "order"


def test_a_deputy_cannot_read_or_leave_orders(cast: list[Player]) -> None:
    game, deputy = at(cast, council(up="troll")), person("carol")
    order(game, 1, "take_at 6 spend 3")
    Seat.objects.filter(game=game, index=1).update(deputy=deputy, deputy_until="2126-01-01T00:00Z")
    client = browser(deputy)
    assert b"take_at 6" not in client.get(game.get_absolute_url()).content
    assert client.get(f"/api/v1/games/{game.code}/orders").status_code == 403
    assert client.post(f"{game.get_absolute_url()}order/", {"order": "spend 1"}).status_code == 403


def test_orders_go_on_while_a_deputy_plays_who_is_asked_what_they_leave_open(cast: list[Player]) -> None:
    """They are the holder's own answers, so the log names the holder; the deputy answers the other questions."""
    game, deputy = at(cast, council(up="troll")), person("carol")
    order(game, 1, "take_at 9 spend 1 then ask")
    deputies.appoint(game.pk, cast[1].pk, deputy, 3, now=NOON)
    answer(game, 0, "bid")
    assert Move.objects.filter(game=game, seat=1).values_list("source", "player_id").get() == (Move.Source.ORDER, cast[1].pk)
    for seat in (2, 3, 0):
        answer(game, seat, "bid")
    assert game.seats.get(index=1).pending, "the order has spent its coin and asks"
    letters = Message.objects.filter(kind="your_turn", recipient=deputy)
    assert letters.count() == 1
    nth = game.seats.get(index=1).nth
    answers.answer(game.pk, 1, nth, "bid", source=Move.Source.FORM, now=NOON, player_id=deputy.pk)
    assert Move.objects.filter(game=game, seat=1, source=Move.Source.DEPUTY, player_id=deputy.pk).count() == 1
    assert game.seats.get(index=1).orders != {}, "they are the holder's again"


@pytest.mark.parametrize("ordered", [False, True])
def test_page_that_names_a_deputy_says_what_becomes_of_orders(cast: list[Player], ordered: bool) -> None:
    game = at(cast, council(up="troll"))
    if ordered:
        order(game, 1, "take_at 6")
    page = browser(cast[1]).get(f"{game.get_absolute_url()}time/").content
    assert (b"Your deputy does not see them" in page) == ordered

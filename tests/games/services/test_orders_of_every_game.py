"""Tests of standing orders in every game: left by one press, carried out by the usual path of answers, visible to the owner alone."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, Move, Player
from games.queries.orders.standing_orders import sheet
from games.queries.tables.table import look_at
from games.services.orders import execution
from games.services.tables import answers
from tests.games.conftest import NOON, person, start
from tests.games.moves import asked
from tests.games.services.test_orders import browser, order, seen
from tests.rules.council_of_kings.build import Played, council

pytestmark = pytest.mark.django_db

GAMES = ("turn_of_fate", "destined_to_fail", "tempting_fate", "fate_foretold")


@pytest.fixture
def cast(db: None) -> list[Player]:
    """Three players."""
    return [person(name) for name in ("anna", "bert", "cleo")]


def begun(rules: str, cast: list[Player]) -> Game:
    """A running game with the number of players that it needs."""
    two = rules in ("turn_of_fate", "tempting_fate")
    return start(*cast[: 2 if two else 3], rules=rules, visibility="public")


def idle(game: Game) -> Player:
    """A player who is not asked now."""
    player = game.seats.filter(pending=False).select_related("player").order_by("index")[0].player
    assert player is not None
    return player


@pytest.mark.parametrize("rules", GAMES)
def test_two_worlds_nobody_else_can_tell_that_orders_were_left_by_one_press(rules: str, cast: list[Player]) -> None:
    game = begun(rules, cast)
    if rules == "tempting_fate":
        fate = asked(game)
        order(game, fate.index, "turn first deck>1 second deck>1 third deck>2")  # all three actions in one order
    owner = idle(game)
    others = [(viewer, browser(viewer)) for viewer in (*(one for one in cast if one != owner), None)]
    for viewer, client in others:
        seen(game, viewer, client)
    without = [seen(game, viewer, client) for viewer, client in others]
    client = browser(owner)
    mine = sheet(look_at(game.code, owner))
    assert mine is not None
    text = mine.presets[0].text if mine.presets else mine.offers[0].example
    done = client.post(f"{game.get_absolute_url()}order/", {"order": text}, follow=True)
    assert "has been saved. Only you can see it." in done.content.decode()
    standing = sheet(look_at(game.code, owner))
    assert standing is not None
    assert len(standing.standing) == len(text.splitlines())
    for (viewer, watching), before in zip(others, without, strict=True):
        assert seen(game, viewer, watching) == before


def test_a_prepared_turn_plays_when_the_turn_comes(cast: list[Player]) -> None:
    game = begun("turn_of_fate", cast)
    owner = idle(game)
    seat = game.seats.get(player=owner).index
    order(game, seat, "next otherwise pass")
    first = asked(game)
    answers.answer(game.pk, first.index, first.nth, "pass", source=Move.Source.FORM, now=NOON, player_id=first.player_id)
    assert Move.objects.get(game=game, seat=seat).source == Move.Source.ORDER
    assert asked(game).index == first.index


def test_what_an_order_has_played_is_news_to_its_owner(cast: list[Player]) -> None:
    game = begun("turn_of_fate", cast)
    owner, client = idle(game), browser(idle(game))
    first = asked(game)
    answers.answer(game.pk, first.index, first.nth, "pass", source=Move.Source.FORM, now=NOON, player_id=first.player_id)
    mine = asked(game)
    answers.answer(game.pk, mine.index, mine.nth, "pass", source=Move.Source.FORM, now=NOON, player_id=mine.player_id)
    client.get(game.get_absolute_url())
    order(game, game.seats.get(player=owner).index, "next otherwise pass")
    again = asked(game)
    play = next(one.token for one in look_at(game.code, again.player).decision.options if one.token != "pass")  # type: ignore[union-attr]
    answers.answer(game.pk, again.index, again.nth, play, source=Move.Source.FORM, now=NOON, player_id=again.player_id)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Your standing order plays" in page.partition('id="ticker"')[2].partition("</p>")[0]


def test_the_page_and_the_api_owner_read_why_the_orders_ask(cast: list[Player], client: Client) -> None:
    game = begun("turn_of_fate", cast)
    chair = asked(game)
    assert chair.player is not None
    look = look_at(game.code, chair.player)
    assert look.view is not None
    standing = {f"next:{look.view.table['turn']}": "next first ace_moons>sailor only unchanged seen sailor:nobody"}
    game.seats.filter(pk=chair.pk).update(orders=standing)
    client.force_login(chair.player)
    page = client.get(game.get_absolute_url()).content.decode()
    assert "Nothing that you had prepared can be played now." in page
    assert "Nothing that you had prepared" not in browser(idle(game)).get(game.get_absolute_url()).content.decode()


def test_a_question_that_everybody_sees_to_have_one_answer_answers_itself() -> None:
    session = Played(council(up="squire", on_it=4, coins=[3, 10, 10, 10], populace={0: 12})).session
    assert session.questions[0].forced
    assert execution.only_answer(session, 0) is None  # a turn that its player has begun
    entries = execution.only_answer(session, None)
    assert entries is not None
    assert [(type(entry), entry.seat, entry.text) for entry in entries] == [(execution.ForcedEntry, 0, "bid")]
    assert execution.only_answer(session, None) is None


def test_a_hollow_question_that_only_one_seat_knows_to_be_hollow_is_asked() -> None:
    book = Played(council()).session.game
    view = Played(council(hands={0: ["old_debts"]})).session.view(None)
    assert not book.openly_forced(view, 0, "action")
    assert book.openly_forced(view, 1, "action")
    assert book.openly_forced(view, 0, "auction")

"""Tests of cached page fragments and of lines built without templates: never another person's, always escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import timezone, translation

from games.models import Game, Player, Seat, Talk
from games.pages.orders.fields import order_fields
from games.pages.tables.choices import choice_items, choice_rows
from games.pages.tables.log_lines import log_rows, news_rows, talk_rows
from games.pages.tables.seat_list import seat_words
from games.queries.history.log import LogLine
from games.queries.process_cache import BoundedCache
from games.queries.tables.table import Look
from games.render.picking import Picked
from games.render.timestamps import moment_html
from games.rules.contract import Decision, Option, Shape
from games.rules.messages import Reader, Who, msg
from games.rules.orders import Field, Offer
from games.templatetags import frame
from tests.games.conftest import NOON

NASTY = '<script>"&{}'
HARMLESS = "&lt;script&gt;&quot;&amp;{}"
READER = Reader((NASTY, "bob"))
SAY = Template('{% load frame %}{% piece "games/_say.html" code=code said=said %}')
NAVIGATION = Template('{% load frame %}{% piece "partials/nav.html" signed_in=True who=who turns=turns place=path|place %}')


@pytest.fixture(autouse=True)
def empty_shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start with an empty cache and the default language."""
    monkeypatch.setattr(frame, "pieces", BoundedCache(frame.MOST))
    with translation.override("en"):
        yield


def say(code: str, said: str = "", token: str = "t" * 32) -> str:
    return SAY.render(Context({"code": code, "said": said, "csrf_token": token}))


def test_piece_is_written_once_for_equal_facts_and_bears_the_token_of_its_page() -> None:
    first, second = say("abc", token="a" * 32), say("abc", token="b" * 32)
    assert len(frame.pieces) == 1
    assert first != second == first.replace("a" * 32, "b" * 32)


def test_piece_is_another_one_for_other_facts() -> None:
    assert "/g/xyz/" in say("xyz")
    assert NASTY not in say("abc", NASTY)
    assert HARMLESS in say("abc", NASTY)
    assert HARMLESS not in say("abc", "Good luck!")
    assert len(frame.pieces) == 3


def test_piece_is_another_one_in_another_language() -> None:
    with translation.override("en"):
        english = say("abc")
    with translation.override("de"):
        assert say("abc") != english
    with translation.override("en"):
        assert say("abc") == english


def test_piece_of_a_page_without_a_token_has_none() -> None:
    hidden = '<input type="hidden" name="csrfmiddlewaretoken" value="">'
    assert hidden in SAY.render(Context({"code": "abc", "said": ""}))


PLACES = [("/", 1), ("/lobby/", 1), ("/lobby/?rules=x", 1), ("/tournaments/abc/", 1), ("/rules/", 1), ("/g/abc/", 0)]


@pytest.mark.parametrize(("path", "marked"), PLACES)
def test_navigation_marks_the_place_one_is_at(path: str, marked: int) -> None:
    page = NAVIGATION.render(Context({"who": "Ann", "turns": 2, "path": path}))
    assert page.count('aria-current="page"') == marked
    assert ">Ann<" in page
    assert ">2<" in page


@pytest.mark.django_db
def test_navigation_of_two_people_and_of_strangers(client: Client, alice: Player, bob: Player) -> None:
    pages = []
    for one in (alice, bob, None, alice):
        client.logout()
        if one is not None:
            client.force_login(one)
        pages.append(client.get("/rules/").content.decode())
    names = [[name for name in ("alice", "bob") if f"<summary>{name}</summary>" in page] for page in pages]
    assert names == [["alice"], ["bob"], [], ["alice"]]


def test_moment_reads_differently_in_another_zone_and_in_another_language() -> None:
    when, seen = datetime(2026, 3, 2, 23, 30, tzinfo=UTC), set()
    for zone, language in (("UTC", "en"), ("Asia/Tokyo", "en"), ("UTC", "de"), ("Asia/Tokyo", "de")):
        with timezone.override(zone), translation.override(language):
            seen.add(str(moment_html(when)))
    assert len(seen) == 4
    assert all('datetime="2026-03-02T23:30+00:00"' in shown for shown in seen)


def test_equal_moments_of_two_zones_keep_their_own_exact_form() -> None:
    tokyo = NOON.astimezone(timezone.get_fixed_timezone(540))
    assert "+09:00" in moment_html(tokyo)
    assert "+00:00" in moment_html(NOON)


def line(seq: int) -> LogLine:
    return LogLine(seq, NOON, 0, "answer", "form", (msg("{who} plays {card}.", who=Who(0), card=msg(NASTY)),), NASTY)


def written() -> dict[str, str]:
    """Everything that is built without templates, with a name, a card, a token and a remark that look like markup."""
    someone = Player(name=NASTY)
    seat = Seat(index=0, player=someone, state=Seat.State.AWAY, due_at=NOON, is_bot=True)
    game = Game(code="abc", status=Game.Status.READY, waiting=[0])
    look = Look(game, [seat], seat)
    options = (Option(NASTY, msg(NASTY), (), msg(NASTY)), Option("b", msg("b"), (), None))
    found = {
        "log": log_rows([line(1)], READER, "abc", 0),
        "news": news_rows([line(1)], READER),
        "talk": talk_rows([Talk(player=someone, text=NASTY, at=NOON)]),
        "seat": seat_words(seat, look, linked=True),
        "order": order_fields(Offer("slot", msg(NASTY), fields(), ""), READER),
    }
    for shape in (Shape.ONE, Shape.SOME, Shape.ORDER):
        decision = Decision(0, "play", msg(NASTY), options, shape=shape, most=2)
        found[shape] = choice_items(decision, choice_rows(decision, Picked(), READER))
    return found


def fields() -> tuple[Field, ...]:
    choices = ((NASTY, msg(NASTY)), ("b", msg("b")))
    return (
        Field(NASTY, msg(NASTY), 1, 5),
        Field("one", msg(NASTY), choices=choices),
        Field("more", msg(NASTY), choices=choices, several=True),
    )


def test_what_people_and_games_wrote_is_escaped() -> None:
    for name, html in written().items():
        assert "<script" not in html, name
        assert HARMLESS in html, name


def test_all_fields_of_an_order_but_the_first_are_folded() -> None:
    whole, one = (
        order_fields(Offer("slot", msg("t"), fields(), ""), READER),
        order_fields(Offer("slot", msg("t"), fields()[:1], ""), READER),
    )
    assert whole.index("<details>") > whole.index('type="number"')
    assert whole.endswith("</fieldset></details>")
    assert "<details>" not in one


def test_log_writes_the_day_and_the_time_only_where_they_change() -> None:
    moments = [NOON - timedelta(days=1), NOON, NOON.replace(second=40), NOON + timedelta(minutes=2)]
    html = log_rows([replace(line(seq), at=at) for seq, at in enumerate(moments)], READER, "abc", 9)
    links = [row.split('class="when"')[1].partition(">")[2].partition("</a>")[0] for row in html.split("<li ")[1:]]
    shown = [("same" in link, re.sub("<[^>]*>", "", link)) for link in links]
    assert shown == [(False, "2 Mar, 12:02"), (False, "12:00"), (True, "12:00"), (False, "1 Mar, 12:00")]
    assert html.count("<time datetime=") == len(moments)


def test_new_lines_are_told_apart_from_those_that_were_read() -> None:
    html = log_rows([line(1), line(2), line(3)], READER, "abc", 3)
    assert html.count("log-new") == html.count("New:") == 1
    assert html.index('id="4"') < html.index('id="3"') < html.index('id="2"')
    assert 'href="/g/abc/at/4/"' in html


def test_choices_begin_with_a_capital_and_the_readers_own_name_is_you() -> None:
    options = (Option("keep", msg("keep the 0")), Option("p0", msg("{who}", who=Who(0))), Option("p1", msg("{who}", who=Who(1))))
    decision = Decision(0, "play", msg("Choose."), options, shape=Shape.ONE)
    assert [row.label for row in choice_rows(decision, Picked(), Reader(("Ada", "Ben"), you=0))] == ["Keep the 0", "You", "Ben"]
    assert [row.label for row in choice_rows(decision, Picked(), Reader(("Ada", "Ben")))] == ["Keep the 0", "Ada", "Ben"]

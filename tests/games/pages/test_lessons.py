"""Tests of lessons on the web: without an account, without scripts, with nothing stored."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from games.models import Player
from games.render.reader import reader_for
from games.render.words import said
from games.rules.contract import Shape
from games.rules.lesson import OTHERS
from games.rules.lesson_walk import Walk
from games.rules.registry import all_games

pytestmark = pytest.mark.django_db

KEYS = [key for key, game in all_games().items() if game.lesson is not None]


def wanted(walk: Walk) -> str:
    """An answer that the step accepts."""
    step, decision = walk.step, walk.decision
    assert step is not None
    assert decision is not None
    right = step.right or decision.tokens
    return next(text for text in right if set(text.split()) <= set(decision.tokens))


def posted(walk: Walk) -> dict[str, Any]:
    """The form fields of that answer, as sent by a page without scripts."""
    decision, answer = walk.decision, wanted(walk)
    assert decision is not None
    if decision.shape is Shape.ORDER:
        return {f"place-{token}": place for place, token in enumerate(answer.split(), start=1)}
    return {"choice": answer.split()}


def test_the_list_leads_to_every_lesson(client: Client) -> None:
    page = client.get("/learn/").content.decode()
    assert [f"/learn/{key}/" in page for key in KEYS] == [True] * len(KEYS)
    assert client.get("/learn/no_such_game/").status_code == 404


def test_the_line_above_the_table_says_what_the_other_player_did(client: Client) -> None:
    """Not only the last of it: a Citizen who comes to town after the play says nothing about what was played."""
    walk, here = Walk(all_games()["turn_of_fate"]), "/learn/turn_of_fate/"
    for _ in range(2):
        client.post(here + "answer/", {"step": len(walk.answers), **posted(walk)})
        walk.answer(wanted(walk))
    page = client.get(here).content.decode()
    ticker = page.partition('id="ticker"')[2].partition("</p>")[0]
    assert re.search(r"Anna plays The Castle on The Merchant.* comes to town", ticker), ticker
    assert "You play" not in ticker


@pytest.mark.parametrize(("key", "language"), [(key, ("en", "de", "fr")[number % 3]) for number, key in enumerate(KEYS)])
def test_a_lesson_is_played_to_its_end(client: Client, key: str, language: str, django_assert_num_queries: Any) -> None:
    """Every step's sentence is on its page, in the language of the browser; a guest's lesson makes no database query."""
    walk, here = Walk(all_games()[key]), f"/learn/{key}/"
    words, headers = reader_for(["Guest", *OTHERS], language), {"Accept-Language": language}
    with django_assert_num_queries(0):
        while walk.step is not None:
            page = client.get(here, headers=headers).content.decode()
            assert escape(said(walk.step.say, words)) in page
            assert page.count(" data-look") >= (1 if walk.step.look else 0)
            answered = client.post(here + "answer/", {"step": len(walk.answers), **posted(walk)}, headers=headers)
            assert (answered.status_code, answered["Location"]) == (302, here)
            walk.answer(wanted(walk))
        end = client.get(here, headers=headers).content.decode()
    assert escape(said(walk.lesson.outro, words)) in end
    assert f"/new/{key}/" in end


def test_a_wrong_try_is_explained_and_changes_nothing(client: Client) -> None:
    refused = client.post("/learn/turn_of_fate/answer/", {"step": 0, "choice": "market>painter"})
    assert refused.status_code == 422
    assert "any card that fits wins him" in refused.content.decode()
    barred = client.post("/learn/turn_of_fate/answer/", {"step": 0, "text": "battle lunatic"})
    assert (barred.status_code, "#r22" in barred.content.decode()) == (422, True)
    assert "Step 1 of" in client.get("/learn/turn_of_fate/").content.decode()


def test_one_may_go_back_begin_again_and_go_on_later(client: Client) -> None:
    here = "/learn/turn_of_fate/"
    for step, text in enumerate(("market>soldier", "battle>penitent")):
        client.post(here + "answer/", {"step": step, "choice": text})
    assert "Step 3 of" in client.get(here).content.decode()
    assert "2 of 10 steps done" in client.get("/learn/").content.decode()
    client.post(here + "answer/", {"step": 1, "choice": "battle>penitent"})  # sent twice
    client.post(here + "back/")
    assert "Step 2 of" in client.get(here).content.decode()
    client.post(here + "back/", {"restart": "1"})
    assert "Step 1 of" in client.get(here).content.decode()


@pytest.mark.parametrize("cookie", ["%%%", "W10", "eyJhIjoxfQ==", "WzEsIDJd", "WyJub25zZW5zZSJd", "x" * 5000, "bnVsbA=="])
def test_any_cookie_at_all_begins_the_lesson(client: Client, cookie: str) -> None:
    client.cookies["lesson-turn_of_fate"] = cookie
    page = client.get("/learn/turn_of_fate/")
    assert (page.status_code, "Step 1 of" in page.content.decode()) == (200, True)


def test_picking_without_scripts_keeps_what_was_picked(client: Client) -> None:
    page = client.get("/learn/turn_of_fate/?pick=market&pick=soldier").content.decode()
    assert re.search(r'value="market&gt;soldier" checked', page)
    assert re.search(r'class="play"', page)


def test_own_place_is_called_you_with_and_without_an_account(client: Client, alice: Player) -> None:
    assert ">You</a>" in client.get("/learn/council_of_kings/").content.decode()
    client.force_login(alice)
    page = client.get("/learn/council_of_kings/").content.decode()
    assert ">You</a>" in page
    assert f">{alice.name}</a>" not in page


def test_two_presses_lead_from_the_first_page_into_a_lesson(client: Client) -> None:
    assert 'href="/learn/"' in client.get("/").content.decode()
    assert 'href="/learn/turn_of_fate/"' in client.get("/learn/").content.decode()
    assert 'href="/learn/turn_of_fate/"' in client.get("/rules/turn_of_fate/").content.decode()


def test_the_end_of_a_lesson_leads_to_a_table_with_bots_and_with_friends(client: Client, alice: Player) -> None:
    """The page has no #table: the script of the table would load it as a whole, with its own styles."""
    walk = Walk(all_games()["tempting_fate"])
    while walk.step is not None:
        client.post("/learn/tempting_fate/answer/", {"step": len(walk.answers), "choice": wanted(walk)})
        walk.answer(wanted(walk))
    end = client.get("/learn/tempting_fate/").content.decode()
    assert 'href="/new/tempting_fate/bots/"' in end
    assert 'href="/accounts/signup/?next=/new/tempting_fate/"' in end
    assert 'id="table"' not in end
    client.force_login(alice)
    assert 'href="/new/tempting_fate/"' in client.get("/learn/tempting_fate/").content.decode()
    assert client.get("/new/tempting_fate/bots/")["Location"] == "/new/tempting_fate/?with=bots"

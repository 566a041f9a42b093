"""Tests of a slow or broken connection at the table: an answer is shown as being sent, is sent once, and is kept if sending fails."""

from __future__ import annotations

import json
import random

from playwright.sync_api import Page, Route, expect

from games.models import Game, Move, Player
from tests.e2e.conftest import SignIn
from tests.e2e.one_screen import SIZES, faults
from tests.e2e.test_looks import seated, table_of
from tests.games import moves


def chosen(page: Page) -> str:
    """Pick the first choice by pressing on the table or beside Play; returns the answer that Play will send."""
    (page.locator(".hand .press").or_(page.locator(".verb > .press"))).last.click()
    if page.locator("#answer input:checked").count() == 0:
        page.locator(".cloth .lit > .press, .verb.lit > .press").first.click()
    return page.locator("#answer input:checked").input_value()


def at_a_table(sign_in: SignIn, *, moved: int = 6) -> tuple[Game, Player, Page]:
    game, asked = table_of(seated(2), "turn_of_fate", moved)
    page = sign_in(asked, viewport=SIZES["phone"])
    page.goto(game.get_absolute_url())
    return game, asked, page


def test_a_move_that_cannot_be_sent_is_kept_and_says_what_to_do(sign_in: SignIn) -> None:
    game, _asked, page = at_a_table(sign_in)
    token = chosen(page)
    page.context.set_offline(True)
    page.locator("#plate .play").click()
    expect(page.get_by_role("alert")).to_contain_text("Not sent: the site cannot be reached.")
    expect(page.get_by_role("alert")).to_be_focused()
    assert faults(page) == []
    assert page.locator("#answer input:checked").input_value() == token
    page.context.set_offline(False)
    page.locator("#plate .play").click()
    expect(page.locator(f'#table[data-seq="{game.seq}"]')).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert Move.objects.filter(game=game, seq__gte=game.seq, text=token).count() == 1


def test_play_pressed_twice_on_a_slow_line_is_one_move_and_shows_that_it_is_under_way(sign_in: SignIn) -> None:
    game, _asked, page = at_a_table(sign_in)
    held: list[Route] = []
    page.route("**/answer/", lambda route: held.append(route))
    token = chosen(page)
    play = page.locator("#plate .play")
    play.dblclick()
    expect(page.locator("#table[data-busy]")).to_have_count(1)
    expect(play).to_be_disabled()
    page.keyboard.press("Enter")
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator(f'#table[data-seq="{game.seq}"]')).to_have_count(0)
    assert Move.objects.filter(game=game, seq__gte=game.seq, text=token).count() == 1


def test_a_busy_site_keeps_the_choice(sign_in: SignIn) -> None:
    _game, _asked, page = at_a_table(sign_in)
    page.route("**/answer/", lambda route: route.fulfill(status=429, content_type="text/html", body="<h1>Busy</h1>"))
    token = chosen(page)
    page.locator("#plate .play").click()
    expect(page.get_by_role("alert")).to_contain_text("try again")
    assert page.locator("#answer input:checked").input_value() == token


def test_the_move_of_another_leaves_what_is_chosen_and_the_press_under_way(sign_in: SignIn) -> None:
    """A simultaneous step: another player's answer arrives while this one has made a choice and presses a tab."""
    (game, _asked), rng = table_of(seated(4), "council_of_kings", 0), random.Random(1)
    while game.seats.filter(pending=True).count() < 2:
        moves.move(game, rng=rng)
    me = game.seats.filter(pending=True).select_related("player").order_by("index")[1].player
    assert me is not None
    page, held = sign_in(me, viewport=SIZES["phone"]), list[Route]()
    page.route("**/api/v1/stream", lambda route: held.append(route))
    page.goto(game.get_absolute_url())
    token = chosen(page)
    box = page.locator("#tab-story").bounding_box()
    assert box is not None
    page.locator("#table h1").click()  # a press shortly before
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.wait_for_timeout(300)  # longer than the delay of updates after a press
    moves.move(game)
    game.refresh_from_db()
    while not held:
        page.wait_for_timeout(20)
    told = {"type": "game", "game": game.code, "status": "active", "seq": game.seq, "my_turn": True, "nth": 0}
    with page.expect_response(lambda answer: answer.url.endswith(game.get_absolute_url())):
        held[0].fulfill(content_type="text/event-stream", body=f"event: game\ndata: {json.dumps(told)}\n\n")
    page.mouse.up()
    expect(page.locator("#story")).to_be_visible()
    expect(page.locator("#table")).to_have_attribute("data-seq", str(game.seq))
    expect(page.locator("#story")).to_be_visible()
    assert page.locator("#answer input:checked").input_value() == token


def test_an_answer_that_comes_after_the_stream_leaves_the_next_choice(sign_in: SignIn) -> None:
    """The stream shows the move, the player makes the next choice, and then the response to the form arrives."""
    game, asked = table_of(seated(2), "tempting_fate", 0)
    page, streams, forms = sign_in(asked, viewport=SIZES["phone"]), list[Route](), list[Route]()
    page.route("**/api/v1/stream", lambda route: streams.append(route))
    page.route("**/answer/", lambda route: forms.append(route))
    page.goto(game.get_absolute_url())
    chosen(page)
    page.locator("#plate .play").click()
    while not (streams and forms):
        page.wait_for_timeout(20)
    late = forms[0].fetch()
    seq = Game.objects.get(pk=game.pk).seq
    told = {"type": "game", "game": game.code, "status": "active", "seq": seq, "my_turn": True, "nth": 0}
    streams[0].fulfill(content_type="text/event-stream", body=f"event: game\ndata: {json.dumps(told)}\n\n")
    expect(page.locator(f'#table[data-seq="{seq}"]')).to_have_count(1)
    token = chosen(page)
    page.evaluate("document.getElementById('table').dataset.marked = ''")
    forms[0].fulfill(response=late)
    expect(page.locator("#table[data-marked]")).to_have_count(0)
    assert page.locator("#answer input:checked").input_value() == token


def test_a_page_that_is_shown_again_asks_at_once_and_one_that_is_left_asks_nothing(sign_in: SignIn) -> None:
    game, asked = table_of(seated(2), "turn_of_fate", 0)
    page, pulses = sign_in(asked), list[str]()
    page.on("request", lambda request: pulses.append(request.url) if "/pulse/" in request.url else None)
    page.goto(game.get_absolute_url())
    changed = "document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(f"Object.defineProperty(document, 'hidden', {{value: true, configurable: true}}); {changed}")
    with page.expect_response("**/pulse/**"):
        page.evaluate(f"delete document.hidden; {changed}")
    assert len(pulses) == 1

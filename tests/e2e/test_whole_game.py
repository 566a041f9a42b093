"""Tests of whole games by clicking: with scripts, without scripts, and with reading of the mails."""

from __future__ import annotations

import itertools
import random

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Player
from games.services.tables import bots
from notifications.clock import database_now
from notifications.delivery import deliver
from notifications.models import Message
from tests.e2e.conftest import PHONE, SignIn
from tests.e2e.playing import Turns, answer_on_page, is_asked, is_over
from tests.games import moves
from tests.games.conftest import person


def set_up_table(page: Page, title: str) -> str:
    """Announce a table of a game by clicking; returns its invitation link."""
    page.goto("/")
    page.get_by_role("link", name="New table").first.click()
    page.get_by_role("link", name=title, exact=True).click()
    page.get_by_role("button", name="Create table").click()
    return page.get_by_label("Invite link").input_value()


def play_to_the_end(pages: list[Page], address: str, seed: int = 1, most: int = 400) -> None:
    """Each player opens the table when it is their turn and answers, until the game is over for all.

    Many questions like those before are answered by the service that the page calls (see `Turns`).
    """
    rng, game = random.Random(seed), Game.objects.get(code=address.strip("/").rpartition("/")[2])
    turns, answered = dict[Player, Turns](), itertools.count()
    for _ in range(most):
        seat = game.seats.select_related("player").filter(pending=True).order_by("index").first()
        if seat is None:
            break
        assert seat.player is not None
        if turns.setdefault(seat.player, Turns(game.code, seat.player)).answered_elsewhere():
            moves.move(game, now=database_now(), rng=rng)
            continue
        page = pages[("alice", "bob").index(seat.player.name)]
        page.goto(address)
        answer_on_page(page, rng, story="So it was written." if next(answered) % 3 == 0 else "")
    for page in pages:
        page.goto(address)
    assert all(is_over(page) for page in pages), f"The game did not end within {most} rounds."


def sit_two_down(sign_in: SignIn, *, scripts: bool, viewport: dict[str, int]) -> tuple[list[Page], str]:
    alice, bob = person("alice"), person("bob")
    first, second = (sign_in(player, scripts=scripts, viewport=viewport) for player in (alice, bob))
    link = set_up_table(first, "Turn of Fate")
    second.goto(link)
    second.get_by_role("button", name="Join").click()
    second.locator('.tabs a[href="#story"]').click()
    expect(second.get_by_role("heading", name="What happened")).to_be_visible()
    second.goto(f"/g/{Game.objects.get().code}/")
    return [first, second], f"/g/{Game.objects.get().code}/"


@pytest.mark.parametrize(("scripts", "viewport"), [(True, PHONE), (False, {"width": 1280, "height": 900})], ids=["scripts", "no-scripts"])
def test_two_people_play_a_whole_game_by_clicking(sign_in: SignIn, scripts: bool, viewport: dict[str, int]) -> None:
    pages, address = sit_two_down(sign_in, scripts=scripts, viewport=viewport)
    play_to_the_end(pages, address)
    game = Game.objects.get()
    assert game.status == Game.Status.FINISHED
    for page in pages:
        expect(page.get_by_text("So it was written.").first).to_be_visible()
    pages[0].get_by_role("button", name="Rematch").click()
    assert Game.objects.get(rematch_of=game).seats.filter(player__name="alice").exists()


def test_turn_mail_tells_everything_and_leads_to_the_table(sign_in: SignIn) -> None:
    pages, address = sit_two_down(sign_in, scripts=True, viewport=PHONE)
    game = Game.objects.get()
    asked = game.seats.get(pending=True)
    deliver.deliver_due(database_now())
    mail = Message.objects.get(kind="your_turn", recipient=asked.player, state="sent")
    assert "It is your turn in Turn of Fate with" in mail.text
    assert "\nPlay here:" in mail.text
    assert "If you do not play by then" in " ".join(mail.text.split())
    assert game.get_absolute_url() in mail.text
    page = pages[0 if asked.player.name == "alice" else 1]
    page.goto(address)
    answer_on_page(page, random.Random(1), story="The moon was full.")
    deliver.deliver_due(database_now())
    other = game.seats.get(pending=True)
    recap = Message.objects.filter(kind="your_turn", recipient=other.player, state="sent").latest("pk")
    assert "The moon was full." in recap.text


def test_game_against_a_bot_from_the_first_page(sign_in: SignIn) -> None:
    page = sign_in(person("alice"))
    set_up_table(page, "Turn of Fate")
    page.get_by_role("button", name="Add a bot").click()
    address, rng = page.url, random.Random(3)
    for _ in range(120):
        bots.play_bots(database_now())
        page.goto(address)
        if is_over(page):
            break
        if is_asked(page):
            answer_on_page(page, rng)
    expect(page.locator("article.ended h1")).to_be_visible()


def test_stranger_finds_no_private_table(sign_in: SignIn) -> None:
    _pages, address = sit_two_down(sign_in, scripts=True, viewport=PHONE)
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    carol: Player = person("carol")
    answer = sign_in(carol).goto(address)
    assert answer is not None
    assert answer.status == 404

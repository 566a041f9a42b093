"""Tests of the playback of moves since the last visit: with animation, without, by keys, and without scripts."""

from __future__ import annotations

import random

from django.test import Client
from playwright.sync_api import expect

from games.models import Game, Player, Seat
from games.pages.tables.what_moved import marks
from games.queries.history import playback
from games.queries.tables.table import look_at
from tests.e2e.conftest import SignIn
from tests.e2e.one_screen import SIZES, faults
from tests.e2e.test_looks import seated, table_of
from tests.games import moves


def away_for_a_while() -> tuple[Game, Player]:
    """A table of Destined To Fail, and a player who last saw it six moves ago."""
    people = seated(3)
    game, _asked = table_of(people, "destined_to_fail", 5)
    seen = game.seq
    for _ in range(6):
        moves.move(game, rng=random.Random(2))
    game.refresh_from_db()
    Seat.objects.filter(game=game, player=people[0]).update(seen_seq=seen)
    return game, people[0]


def test_what_happened_is_played_back_and_ends_at_the_table_as_it_is(sign_in: SignIn) -> None:
    game, player = away_for_a_while()
    shown = list(playback.steps(look_at(game.code, player), Seat.objects.get(game=game, player=player).seen_seq))
    page = sign_in(player, viewport=SIZES["wide"])
    page.emulate_media(reduced_motion="reduce")
    page.goto(game.get_absolute_url())
    before = page.locator(".cloth").inner_html()
    page.locator(".bar .show-moves").click()
    player_words = page.locator(".playback .plate-text")
    expect(player_words).to_have_text("The table as you left it")
    expect(page.locator("#plate")).to_be_hidden()
    for place in range(1, len(shown)):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".playback .at")).to_have_text(str(place))
    expect(page.locator(".playback .later")).to_be_disabled()
    assert any(marks([one.line], one.scene) for one in shown if one.line is not None)
    page.locator(".playback .earlier").click()
    expect(page.locator(".cloth .fresh").first).to_be_visible()
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        assert (size, [fault for fault in faults(page) if "no Play" not in fault]) == (size, [])
    page.keyboard.press("Escape")
    expect(page.locator(".playback")).to_have_count(0)
    expect(page.locator("#plate")).to_be_visible()
    assert page.locator(".cloth").inner_html() == before


def test_what_happened_plays_by_itself_where_motion_is_welcome(sign_in: SignIn) -> None:
    game, player = away_for_a_while()
    page = sign_in(player, viewport=SIZES["phone"])
    page.emulate_media(reduced_motion="no-preference")
    page.goto(game.get_absolute_url())
    page.locator(".bar .show-moves").click()
    expect(page.locator(".playback .later")).to_be_disabled()  # the playback has reached the last step by itself
    page.locator(".playback .done").click()
    expect(page.locator("#plate")).to_be_visible()


def test_without_scripts_the_button_leads_to_the_first_new_moment(client: Client) -> None:
    game, player = away_for_a_while()
    seen = Seat.objects.get(game=game, player=player).seen_seq
    client.force_login(player)
    page = client.get(game.get_absolute_url()).content.decode()
    assert f'href="{game.get_absolute_url()}at/{seen + 1}/"' in page
    assert client.get(f"{game.get_absolute_url()}at/{seen + 1}/").status_code == 200

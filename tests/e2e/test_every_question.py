"""Tests of every kind of question of every game, mid-game with all seats, in every language and both themes: the table is one screen."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from games.models import Game, Player, Seat
from games.rules.contract import Position
from games.rules.registry import all_games
from tests.e2e.conftest import SignIn
from tests.e2e.moments import every_question, first_seat, longest_first_question, put
from tests.e2e.one_screen import SIZES, faults_of_kept, keep
from tests.e2e.test_looks import seated, table_of

LANGUAGES = [code for code, _name in settings.LANGUAGES]
LOW_PHONES = {"low phone": {"width": 360, "height": 740}, "phone on its side": {"width": 844, "height": 390}}
LOWEST_PHONE = {"width": 360, "height": 640}
MID_GAME = 24
FEW_KINDS = 4
OTHER_MOMENTS = (5, 14, 36, 48)
"""Numbers of answers after which a game with few kinds of questions is checked, too: with few and with many cards on the table."""


def moments(key: str) -> dict[str, Position]:
    """Positions with every kind of question mid-game and the first; for a game with few of them also at other moments."""
    book = all_games()[key]
    found = every_question(book, book.seats[-1], after=MID_GAME) | longest_first_question(book, book.seats[-1])
    if len(found) < FEW_KINDS:
        for after in OTHER_MOMENTS:
            found |= {f"{name} after {after}": position for name, position in every_question(book, book.seats[-1], after=after).items()}
    return found


def another_game_waits_for(player: Player, rival: Player) -> None:
    """The page then has one more button beside Play, and a longer header."""
    table_of([player, rival], "turn_of_fate", 0)
    Seat.objects.filter(player=player).update(pending=True)


def as_seen(game: Game, player: Player, found: dict[str, Position]) -> dict[tuple[str, str], str]:
    """The page of the table in every language at each of these positions."""
    client, pages = Client(), {}
    client.force_login(player)
    for name, position in found.items():
        put(game, position)
        for language in LANGUAGES:
            client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
            pages[name, language] = client.get(game.get_absolute_url()).content.decode()
            assert 'id="decision"' in pages[name, language], name
            assert f'<html lang="{language}"' in pages[name, language], name
    return pages


@pytest.mark.parametrize("key", [book.key for book in all_games().values()])
def test_every_question_is_one_screen_in_every_language_and_theme(sign_in: SignIn, key: str) -> None:
    people = seated(all_games()[key].seats[-1])
    game, _asked = table_of(people, key, 1)
    player = first_seat(game)
    another_game_waits_for(player, next(other for other in people if other != player))
    pages = as_seen(game, player, moments(key))
    page, wrong = sign_in(player), dict[tuple[str, str, str], list[str]]()
    page.goto(game.get_absolute_url())
    keep(page, list(pages.values()))
    for size, viewport in (SIZES | LOW_PHONES).items():
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        shown = {at: number for number, at in enumerate(pages) if size in SIZES or at[1] == "en"}
        wrong |= {(*at, size): faults for at, faults in zip(shown, faults_of_kept(page, shown.values()), strict=True)}
    assert {at: faults for at, faults in wrong.items() if faults} == {}


CUT_OR_SMALL = ("cut off", "too small to press")
NAMES_SEEN = "all => all.map(plate => getComputedStyle(plate).clipPath === 'none' && plate.checkVisibility())"


@pytest.mark.parametrize("key", [book.key for book in all_games().values()])
def test_a_table_of_the_fewest_cuts_off_no_text_and_can_be_pressed_on_the_lowest_phone(sign_in: SignIn, key: str) -> None:
    """There the zones of a table with few cards are empty for long, and what they say is seen."""
    book = all_games()[key]
    game, _asked = table_of(seated(book.seats[0]), key, 1)
    pages = as_seen(game, first_seat(game), every_question(book, book.seats[0]))
    page = sign_in(first_seat(game), viewport=LOWEST_PHONE)
    page.goto(game.get_absolute_url())
    keep(page, list(pages.values()))
    wrong = dict(zip(pages, faults_of_kept(page, range(len(pages))), strict=True))
    assert {at: found for at, faults in wrong.items() if (found := [one for one in faults if one.startswith(CUT_OR_SMALL)])} == {}


@pytest.mark.parametrize("key", ["turn_of_fate", "tempting_fate", "destined_to_fail", "council_of_kings", "fate_foretold"])
def test_cards_of_the_hand_have_their_names_on_the_lowest_phone(sign_in: SignIn, key: str) -> None:
    """The buttons beside Play call the cards by their names."""
    game, asked = table_of(seated(all_games()[key].seats[0]), key, 1)
    page = sign_in(asked, viewport=LOWEST_PHONE)
    page.goto(game.get_absolute_url())
    seen = page.locator(".hand .card-plate").evaluate_all(NAMES_SEEN)
    assert seen
    assert all(seen)

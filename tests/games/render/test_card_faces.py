"""Tests of card pictures: each card has its own picture with a credit, and suits differ by shape and by hue, also for the colour-blind."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from games.render import card_face, sheets
from games.render.colors import BACKS, CLOTHS, DEEP, INK, LIT, back_hue, back_sign, card_hues, cloth_class, cloth_of, flat_cloth, hue_of
from games.render.emblems import emblem_for
from games.render.glyphs import glyph_for
from games.render.metrics import NAME_SIZES, name_size
from games.render.picture_cards import FACE
from games.render.reader import reader_for
from games.render.words import said
from games.rules.cards.pictures import wanted
from games.rules.messages import Reader
from games.rules.registry import all_games
from games.rules.scene import Card
from tests.bench.rounded_path import rounded
from tests.bench.sheet_writing import sign_sheet
from tests.games.render.colour_sight import ciede2000, contrast, distance

GAMES = ("turn_of_fate", "destined_to_fail", "tempting_fate", "council_of_kings", "fate_foretold")
STYLES = Path(sheets.FOLDER).parent / "css"
LIGHT, DARK = "#fffaf0", "#efe5d2"
"""The background of a card in the two themes."""


def cards(key: str) -> list[Card]:
    return [card for zone in all_games()[key].gallery() for pile in zone.piles for card in pile.cards]


@pytest.mark.parametrize("key", GAMES)
def test_every_card_has_a_picture_of_its_own(key: str) -> None:
    drawn = {card.id: emblem_for(card) for card in cards(key)}
    assert [card for card, emblem in drawn.items() if not emblem] == []
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("key", GAMES)
def test_every_silhouette_is_in_a_sheet_and_says_who_drew_it(key: str) -> None:
    named = {part.key for card in cards(key) for part in emblem_for(card) if "/" in part.key}
    for name in named:
        sheet, _, picture = name.partition("/")
        assert sheets.silhouettes(sheet)[picture].author in sheets.authors()
    assert all(words in sheets.credit() for words in (sheets.LICENCE, *sheets.authors()))


def test_sheets_hold_what_the_cards_name_and_nothing_else() -> None:
    assert {name: frozenset(sheet) for name, sheet in sheets.sheets().items()} == wanted()


def test_sheets_are_small_enough_for_a_first_visit() -> None:
    import gzip

    for path in sheets.FOLDER.glob("*.svg"):
        assert len(gzip.compress(path.read_bytes())) < 36_000, path.name


def test_the_sheet_of_signs_is_our_drawings() -> None:
    assert (sheets.FOLDER / f"{sheets.SIGNS}.svg").read_text(encoding="utf-8") == sign_sheet()


def test_every_reference_leads_to_a_symbol() -> None:
    for key in GAMES:
        for card in cards(key):
            for sheet, name in re.findall(r'href="[^"]*cards/([a-z_]+)[.\w]*\.svg#([^"]+)"', card_face.face(card, Reader())):
                assert f'id="{name}"' in (sheets.FOLDER / f"{sheet}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_name_stands_on_two_lines_with_its_words_whole(language: str) -> None:
    reader = reader_for([], language)
    small = [said(card.name, reader) for key in GAMES for card in cards(key) if name_size(said(card.name, reader)) == NAME_SIZES[-1]]
    assert small == []


@pytest.mark.parametrize("key", GAMES)
def test_suits_of_a_game_are_told_apart_by_every_eye(key: str) -> None:
    """The suits differ in shape, and in hue also with deuteranopia and protanopia."""
    suits = {suit.key: suit.hue for card in cards(key) for suit in card.suits}
    assert len({glyph_for(suit).d for suit in suits}) == len(suits)
    for eye in ("all", "deutan", "protan"):
        nearest = min((distance(DEEP[suits[one]], DEEP[suits[two]], eye), one, two) for one, two in combinations(suits, 2))
        assert nearest[0] > 14, (eye, *nearest)


def test_zener_symbols_are_told_apart_by_every_eye() -> None:
    keys = ("circle", "cross", "zener-waves", "square", "zener-star")
    for eye in ("all", "deutan", "protan"):
        assert min(distance(DEEP[hue_of(one)], DEEP[hue_of(two)], eye) for one, two in combinations(keys, 2)) > 14


def test_the_distance_is_that_of_the_published_test_data() -> None:
    """The test data of Sharma, Wu and Dalal 2005, table 1: pairs 1, 7 and 25."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)


@pytest.mark.parametrize("hue", DEEP)
def test_hues_can_be_read_in_both_themes(hue: str) -> None:
    assert contrast(LIGHT, DEEP[hue]) >= 3  # WCAG 2.2: graphics need a contrast of 3
    assert min(contrast(INK[hue], paper) for paper in (LIGHT, DARK, FACE)) >= 4.5
    assert min(contrast(LIT[hue], ground) for ground in ("#25211d", "#1b1815")) >= 4.5


@pytest.mark.parametrize("hue", DEEP)
def test_the_stylesheets_have_the_same_hues(hue: str) -> None:
    faces, page = ((STYLES / name).read_text(encoding="utf-8") for name in ("cards.css", "fate.css"))
    assert f".hue-{hue} {{ --deep: {DEEP[hue]}; --inked: {INK[hue]}; }}" in faces
    assert f".with-{hue} {{ --other: {DEEP[hue]}; }}" in faces
    assert f"--hue-{hue}: light-dark({INK[hue]}, {LIT[hue]});" in page


@pytest.mark.parametrize("cloth", CLOTHS)
def test_cloths_are_in_the_stylesheet_and_texts_can_be_read_on_them(cloth: str) -> None:
    middle, edge = CLOTHS[cloth]
    assert f".cloth-{cloth} {{ --cloth: {middle}; --cloth-edge: {edge}; }}" in (STYLES / "fate.css").read_text(encoding="utf-8")
    assert min(contrast(text, ground) for text in ("#f6eedd", "#f0cb73") for ground in (middle, edge)) >= 4.5


def test_a_game_declares_the_cloth_of_its_tables_once() -> None:
    """The page, the share card and the picture of a mail take it from the game, also one that is not among the five of the site."""
    assert (cloth_class("lone_star"), cloth_of("lone_star")) == ("cloth-olive", ("#4a5129", "#1a1d0d"))
    assert flat_cloth("lone_star") == "#32371b"
    assert len({cloth_class(key) for key in GAMES}) == len(GAMES)
    assert (cloth_class("not_installed"), flat_cloth("not_installed")) == ("cloth-stone", "#2a2724")


def test_a_card_of_two_suits_has_the_hue_of_the_first_above() -> None:
    origin = next(card for card in cards("turn_of_fate") if card.id == "origin")
    assert card_hues(origin) == ("sea", "green")
    assert card_face.classes(origin) == "card hue-sea with-green"


def test_backs_of_decks_that_lie_on_one_table_differ_in_hue_and_in_sign() -> None:
    for decks in (("fate_deck", "citizen_deck"), ("fate_deck", "favor_deck"), ("zener-deck", "tarot-deck")):
        assert len({back_hue(deck) for deck in decks}) == len({back_sign(deck) for deck in decks}) == 2
    assert back_hue("zener") == back_hue("zener-deck")
    assert set(BACKS) >= {"favor", "fate", "tarot", "token"}


def test_a_hidden_card_shows_no_face() -> None:
    from games.rules.scene import back

    assert "card-picture" not in card_face.face(back(), Reader())
    assert "card-head" not in card_face.face(back(), Reader())


@pytest.mark.parametrize(
    ("path", "same"),
    [
        ("M1.4 1.4l.4.4.4.4.4.4z", "m1 1l1 1 1 1z"),
        ("M10.2 10.2h5.3v-2.1H3", "m10 10h6v-2h-13"),
        ("M0 0c1.2 1.2 2.6 2.6 3.4 3.4s2 2 3 3", "m0 0c1 1 3 3 3 3s2 2 3 3"),
        ("M5 5a2.04 2.04 0 01-1 1z", "m5 5a2 2 0 0 1-1 1z"),
    ],
)
def test_paths_are_rounded_where_their_points_lie(path: str, same: str) -> None:
    assert rounded(path).replace(",", " ") == same

"""Tests of the table as HTML: semantic markup, nothing inline, all text escaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from games.render import card_face
from games.render.glyphs import glyph_for, glyph_id
from games.render.html import piles_html, scene_html
from games.render.tiles import fan
from games.rules.messages import msg
from games.rules.registry import all_games
from games.rules.scene import Card, Pile, Scene, Suit, Tally, Zone, back
from tests.games.render.samples import ANN_AND_BO, CAVE, CHOICE, HOSTILE, HOSTILE_CHOICE, HOSTILE_READER, SAVAGE, TABLE, table_html

VOID = {"use", "path", "input", "br", "img"}


class Tree(HTMLParser):
    """Collects tags with their attributes, and checks that every element is closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def having(self, attribute: str) -> list[str | None]:
        return [attrs[attribute] for _tag, attrs in self.tags if attribute in attrs]


def words(html: str) -> str:
    """The text that a screen reader reads."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_scene_html_is_well_formed_and_names_its_objects() -> None:
    tree = Tree(scene_html(TABLE, ANN_AND_BO))
    assert tree.having("data-id") == [
        "c0",
        "pile-1",
        "savage",
        "cave",
        "savage",
        "c1",
        "path",
        "cave",
        "decks",
        "savage",
        "hand",
        "oracle",
        "oracle",
    ]
    assert tree.having("data-options") == []


def test_table_with_a_decision_tells_objects_their_options() -> None:
    tree = Tree(table_html(TABLE, ANN_AND_BO, CHOICE))
    touched = {attrs["data-id"]: attrs["data-options"] for _tag, attrs in tree.tags if "data-options" in attrs}
    assert touched == {"savage": "1", "cave": "1"}


def test_every_button_says_what_it_chooses() -> None:
    """Includes the button of a pile without a title, which is named after its card."""
    story = Scene((Zone("c0", msg("Congregation"), (Pile((SAVAGE, CAVE), id="savage"),)),))
    for scene in (TABLE, story):
        tree = Tree(table_html(scene, ANN_AND_BO, CHOICE))
        assert {attrs["aria-label"] for tag, attrs in tree.tags if tag == "button"} == {"Choose The Savage", "Choose The Cave"}


def test_table_gives_the_reason_for_what_is_barred() -> None:
    assert words(table_html(TABLE, ANN_AND_BO, CHOICE)).count("An Oracle is never played. (R14)") == 2


def test_scene_html_says_suits_by_name_and_not_by_colour() -> None:
    assert words(piles_html(Zone("c", msg("Congregation"), (Pile((CAVE,), id="cave"),)), ANN_AND_BO)) == "The Cave 7 Waves Wyrms"


def test_a_hidden_card_says_nothing_but_that() -> None:
    html = piles_html(Zone("c", msg("Congregation"), (Pile((back(),)),)), ANN_AND_BO)
    assert words(html) == "a hidden card"
    assert "data-id" not in html


@pytest.mark.parametrize(
    ("html", "links"),
    [
        (scene_html(HOSTILE, HOSTILE_READER), ()),
        (table_html(HOSTILE, HOSTILE_READER, HOSTILE_CHOICE), ("#seat-0", "#seat-1", "#table", '#z-z"><b>')),
    ],
    ids=["scene", "table"],
)
def test_html_escapes_everything_people_and_games_wrote(html: str, links: tuple[str, ...]) -> None:
    tree = Tree(html)
    assert {tag for tag, _attrs in tree.tags} <= {
        "div",
        "svg",
        "title",
        "symbol",
        "path",
        "use",
        "g",
        "ul",
        "ol",
        "li",
        "p",
        "span",
        "b",
        "h2",
        "section",
        "dl",
        "dt",
        "dd",
        *("table", "thead", "tbody", "tr", "th", "td"),
        "button",
        *(("a",) if links else ()),
    }
    assert "&lt;script&gt;" in html
    assert {value for value in tree.having("href") if not (value or "").startswith(("#g-", "/static/cards/"))} == set(links)


@pytest.mark.parametrize("attribute", ["style", "onclick", "onload", "onerror"])
def test_scene_html_has_nothing_inline(attribute: str) -> None:
    for scene, reader in ((TABLE, ANN_AND_BO), (HOSTILE, HOSTILE_READER)):
        assert Tree(scene_html(scene, reader)).having(attribute) == []


def test_every_card_of_every_game_can_be_shown() -> None:
    for game in all_games().values():
        gallery = game.gallery()
        html = scene_html(Scene(gallery), ANN_AND_BO)
        assert len(re.findall(r'<li class="card[ "]', html)) == sum(len(pile.cards) for zone in gallery for pile in zone.piles)
        assert re.findall(r'href="#([^"]+)"', html) == [use for use in re.findall(r'href="#([^"]+)"', html) if f'id="{use}"' in html]


def test_glyph_ids_of_different_keys_differ() -> None:
    assert len({glyph_id(key) for key in ("a-b", "a_b", "a b", "ab", "ä")}) == 5


def test_sign_that_no_sheet_has_is_drawn_in_place() -> None:
    """A new game needs no drawings, wherever its cards are shown."""
    gears = Suit("gears", msg("Gears"), "G", "⚙", "sea")
    card = Card("gears-3", msg("3 of Gears"), "3", (gears,))
    for html in (card_face.face(card, ANN_AND_BO), card_face.small(card), card_face.tally(Tally(gears, 2), ANN_AND_BO)):
        assert html.count(glyph_for("gears").d) == html.count("<svg ") == html.count('viewBox="0 0 24 24"')
        assert "<use" not in html
    assert card_face.classes(card) == "card hue-sea"
    assert '<svg class="suit hue-sea"' in card_face.small(card)


def test_scene_html_of_a_full_table_leaves_room_for_the_page() -> None:
    piles = tuple(Pile((CAVE, CAVE), f"pile-{at}") for at in range(4))
    zones = tuple(Zone(f"zone-{seat}", msg("Congregation"), piles, owner=seat) for seat in range(7))
    assert len(scene_html(Scene(zones), ANN_AND_BO)) < 48_000


def test_every_game_has_a_face_of_three_cards() -> None:
    for key in all_games():
        tree = Tree(fan(key))
        assert [attrs.get("class", "").split()[0] for _tag, attrs in tree.tags if attrs.get("class", "").startswith("mini ")] == [
            "mini"
        ] * 3
        assert tree.having("aria-hidden")[0] == "true"  # decoration: the title says which game it is

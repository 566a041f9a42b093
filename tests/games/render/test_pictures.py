"""Tests of SVG and PNG: well-formed, deterministic bytes, no external references, fast enough."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from games.render.emblems import emblem_for, wreath
from games.render.glyphs import DRAWN, glyph_for
from games.render.mail_cards import whole_card
from games.render.metrics import width_of, wrap
from games.render.picture import WIDTH
from games.render.png import legible, scene_png
from games.render.shapes import Mark
from games.render.svg import scene_svg
from games.rules.messages import Reader, msg
from games.rules.registry import all_games
from games.rules.scene import Card, Scene
from tests.games.render.samples import ANN_AND_BO, HOSTILE, HOSTILE_READER, TABLE, full_table

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("scene", "reader"), [(TABLE, ANN_AND_BO), (HOSTILE, HOSTILE_READER), (Scene(()), Reader())])
def test_scene_svg_is_well_formed_and_refers_to_nothing(scene: Scene, reader: Reader) -> None:
    root = ElementTree.fromstring(scene_svg(scene, reader))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {"svg", "title", "metadata", "g", "rect", "path", "text"}
    assert {name for element in root.iter() for name in element.attrib if "href" in name or name == "style"} == set()


def test_scene_svg_says_everything_that_lies_open() -> None:
    root = ElementTree.fromstring(scene_svg(TABLE, ANN_AND_BO))
    said = " ".join(element.text or "" for element in root.iter(f"{SVG}text"))
    for words in ("The Savage", "The Cave", "Congregation of Bo", "12", "Bo leads.", "Favors 1 of 3", "3 of 4 tokens"):
        assert words in said


def test_scene_svg_stays_on_the_paper() -> None:
    for game in all_games().values():
        root = ElementTree.fromstring(scene_svg(Scene(game.gallery()), ANN_AND_BO))
        for element in root.iter(f"{SVG}text"):
            assert width_of(element.text or "", float(element.attrib["font-size"])) <= WIDTH


def test_png_has_the_same_bytes_each_time_and_in_another_process() -> None:
    first = scene_png(TABLE, ANN_AND_BO)
    assert first[:8] == b"\x89PNG\r\n\x1a\n"
    assert scene_png(TABLE, ANN_AND_BO) == first
    code = "from tests.games.render.samples import *; from games.render.png import scene_png; print(scene_png(TABLE, ANN_AND_BO).hex())"
    environment = {"PYTHONHASHSEED": "7", "PYTHONPATH": "."}
    other = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert bytes.fromhex(other.stdout) == first


def test_png_of_a_full_table_is_small() -> None:
    assert len(scene_png(full_table(), ANN_AND_BO)) < 120_000


def test_png_calls_somebody_by_seat_whose_name_the_font_cannot_write() -> None:
    assert legible(Reader(("Ann", "东方", "Χλόη", "Дмитрий"))).names == ("Ann", "Seat 2", "Χλόη", "Дмитрий")


def test_wrap_fits_every_line_and_loses_no_word() -> None:
    text = "The Most Extraordinarily Incomprehensible Soothsayer of Jacynth"
    lines = wrap(text, 10, 60)
    assert all(width_of(line, 10) <= 60 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_glyphs_of_the_suits_of_a_game_differ_in_shape() -> None:
    for keys in (
        ("moons", "suns", "waves", "leaves", "wyrms", "knots"),
        ("sun", "moon", "star", "hands", "eyes", "orb"),
        ("heart", "mind", "body", "soul"),
    ):
        assert len({glyph_for(key).d for key in keys}) == len(keys)
    assert glyph_for("a suit of a game to come") != glyph_for("another suit of a game to come")
    assert "moons" in DRAWN


def test_emblems_depend_on_the_drawing_and_nothing_else() -> None:
    assert emblem_for(Card("a", msg("A"), art="cave")) == emblem_for(Card("b", msg("B"), art="cave"))
    assert all(wreath(one) != wreath(other) for one, other in pairwise(("cave", "savage", "market", "mountain")))
    assert emblem_for(Card("a", msg("A"))) == ()


def test_card_without_a_suit_has_its_picture_in_a_mail() -> None:
    """Favors of Council of Kings and events of Fate Foretold had empty fields."""
    named = Card("a", msg("Bread and Circuses"), art="council_of_kings/bread")
    blank = Card("b", msg("Nothing"))
    fields = [[shape for shape in whole_card(card, ANN_AND_BO, 0, 0) if isinstance(shape, Mark)] for card in (named, blank)]
    assert [len(marks) for marks in fields] == [1, 0]

"""Tests of the places of zones, which depend on role and owner and not on the content; and of the table as HTML."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pages.tables.what_moved import marks
from games.queries.history.log import LogLine
from games.render.places import arrange, size
from games.render.tabletop import Seated, tabletop
from games.rules.contract import View
from games.rules.game import Game
from games.rules.messages import msg
from games.rules.playout import random_answer
from games.rules.registry import all_games
from games.rules.scene import Card, Pile, Role, Scene, Zone, single
from tests.games.conftest import NOON
from tests.games.render.samples import ANN_AND_BO, HOSTILE, HOSTILE_CHOICE, HOSTILE_READER
from tests.games.render.test_html import Tree, words

every_game = pytest.mark.parametrize("book", [book for book in all_games().values() if book.key != "lone_star"], ids=lambda book: book.key)


def views(book: Game[Any], seats: int, looks: int = 60) -> list[View]:
    """The views of the first seat after each answer of a random game."""
    session, rng, found = book.begin(seats), random.Random(7), []
    for _ in range(looks):
        session.settle(lambda _draw, _label, n, k: rng.sample(range(n), k))
        if session.result:
            break
        found.append(session.view(0))
        seat = rng.choice(session.unanswered)
        question = session.question(seat)
        assert question is not None
        session.answer(seat, random_answer(question, rng))
    return found


@every_game
def test_every_zone_lies_in_the_same_area_for_the_whole_game(book: Game[Any]) -> None:
    seats, seen = book.seats[-1], dict[str, str]()
    for view in views(book, seats):
        there = arrange(book.scene(view), seats, 0)
        areas = {
            "hand": there.hand,
            "centre": there.centre,
            "decks": there.decks,
            "aside": there.aside,
            "mine": there.mine.zones if there.mine else (),
            **{f"theirs {place.seat}": place.zones for place in there.theirs},
        }
        placed = [zone.id for zones in areas.values() for zone in zones]
        assert sorted(placed) == sorted(zone.id for zone in book.scene(view).zones)
        for area, zones in areas.items():
            for zone in zones:
                assert seen.setdefault(zone.id, area) == area


@every_game
def test_zones_are_there_while_they_are_empty(book: Game[Any]) -> None:
    """Every zone of a scene in the middle of a game is in all scenes; otherwise its neighbours would move."""
    fixed = (Role.CENTRE, Role.MINE, Role.THEIRS)
    names = {tuple(zone.id for zone in book.scene(view).zones if zone.role in fixed) for view in views(book, book.seats[-1])}
    assert len(names) == 1


def test_room_is_told_in_em_of_cards() -> None:
    card = Card("x", msg("X"))
    one, many = Zone("z", msg("Z"), (single(card),)), Zone("z", msg("Z"), (single(card),) * 9)
    assert size(one) == (7, 10)
    assert size(many)[0] < 9 * 6.75  # neighbours overlap
    assert size(many, upright=True)[0] == 8  # one card and a margin, whatever their number
    temple = Zone("t", msg("T"), (Pile((card, card)),) * 6, role=Role.PILE)
    assert size(temple)[1] > 10  # several lines


@pytest.mark.parametrize("attribute", ["style", "onclick", "onload", "onerror"])
def test_table_escapes_what_people_wrote_and_has_nothing_inline(attribute: str) -> None:
    table = tabletop(HOSTILE, HOSTILE_READER, Seated(2, 0, (0,)), decision=HOSTILE_CHOICE)
    html = f"{table.hand}{table.cloth}{table.notes}{table.counters}"
    assert Tree(html).having(attribute) == []
    assert "<script" not in html


def test_what_moved_bears_the_number_of_its_line() -> None:
    scene = Scene((Zone("z", msg("Z"), (single(Card("cave", msg("Cave"))),)),))
    table = tabletop(scene, ANN_AND_BO, Seated(2, 0), fresh={"cave": 2})
    assert "new, step 2" in table.cloth


def test_of_copies_of_a_card_the_one_that_was_played_is_marked() -> None:
    orb = msg("Orb")
    zones = (
        Zone("hand", msg("Your hand"), (single(Card("hand:orb", orb)),), role=Role.HAND),
        Zone("tricks", msg("Tricks"), (Pile((Card("orb", orb),), "trick-1"),), role=Role.PILE),
        Zone("trick", msg("Trick 2"), (Pile((Card("played:orb", orb),), "played-2"),)),
    )
    line = LogLine(5, NOON, 1, "answer", "web", (), "", ({"card": "orb"},))
    assert marks([line], Scene(zones)) == {"played:orb": 1}
    assert marks([line], Scene(zones[:2])) == {"hand:orb": 1, "orb": 1}


def test_own_place_is_called_you_and_the_others_by_name() -> None:
    cloth = {viewer: words(tabletop(Scene(()), ANN_AND_BO, Seated(2, viewer)).cloth) for viewer in (None, 0, 1)}
    assert [cloth[None].count(name) for name in ("Ann", "Bo", "You")] == [1, 1, 0]
    assert [cloth[0].count(name) for name in ("Ann", "Bo", "You")] == [0, 1, 1]
    assert [cloth[1].count(name) for name in ("Ann", "Bo", "You")] == [1, 0, 1]

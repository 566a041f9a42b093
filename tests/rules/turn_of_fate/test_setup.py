"""Tests of the set-up: R2–R6, T2–T5, E11, E12."""

from __future__ import annotations

import random

import pytest

from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.board import TurnOfFateTable
from games.rules.turn_of_fate.cards import BEARERS, CITIZENS, FATES
from games.rules.turn_of_fate.setup import deal
from tests.rules.turn_of_fate.build import held, set_up, zones

E11_FATES = "pact castle mill cave forest ace_suns origin journey desert"
E12_FATES = "pact castle battle cave forest ace_suns origin journey desert"


@pytest.mark.parametrize(
    ("temple", "citizens"),
    [
        ("moons", "author lunatic diplomat huntress"),
        ("suns", "painter penitent bard"),
        ("leaves", "savage merchant sailor"),
        ("wyrms", "soldier"),
    ],
)
def test_t2_first_citizen_decides_temples_starter_and_where_they_go(temple: str, citizens: str) -> None:
    for citizen in citizens.split():
        session = set_up(citizen)
        t = session.table
        assert t.temples[0] == temple
        assert t.temples[t.active] in ("wyrms", "leaves")
        first = t.temple_piles[0] if citizen in ("bard", "huntress") else t.congregations[0]
        assert first[0] == [citizen]


def test_t2_names_all_eleven_citizens() -> None:
    assert len(CITIZENS) == 11


def test_r2_first_seat_is_not_drawn_by_the_rules() -> None:
    session = GAME.begin(2)
    labels = []
    while (draw := session.wants_chance) is not None:
        labels.append((draw.label, draw.n, draw.k))
        session.answer_chance(list(range(draw.n)))
    assert labels == [("citizens", 11, 11), ("fates", 25, 25)]


def test_r3_sailor_first_serves_the_leaves() -> None:
    assert set_up("sailor").table.temples == ["leaves", "suns"]


def test_r4_e12_t3_huntress_first_takes_vows_at_once() -> None:
    session = set_up("huntress diplomat soldier merchant bard painter", E12_FATES)
    assert session.table.temples == ["moons", "wyrms"]
    assert session.table.active == 1
    assert zones(session) == {"temple0": "huntress", "c0": "diplomat", "c1": "soldier", "agora": "merchant painter"}
    assert session.table.removed == ["bard"]
    assert (held(session, 1), held(session, 0)) == ("castle battle cave", "forest ace_suns origin")


def test_r5_e11_t3_wanderers_do_not_count_towards_the_four() -> None:
    session = set_up("sailor bard painter author huntress savage", E11_FATES)
    assert session.table.temples == ["leaves", "suns"]
    assert session.table.active == 0
    assert zones(session) == {"temple1": "bard", "c1": "painter", "agora": "author", "c0": "sailor savage"}
    assert session.table.removed == ["huntress"]
    assert len(session.table.citizen_deck) == 5


def test_r6_e11_starter_draws_all_three_first() -> None:
    session = set_up("sailor bard painter author huntress savage", E11_FATES)
    assert (held(session, 0), held(session, 1)) == ("mill cave forest", "ace_suns journey desert")
    assert session.table.fate_deck[-3:] == ["pact", "castle", "origin"]


def test_t4_set_up_of_moons_against_wyrms() -> None:
    session = set_up("author bard savage sailor lunatic", "calamity ace_moons market sea ace_wyrms ace_leaves windfall origin")
    assert session.table.removed == ["bard"]
    assert zones(session) == {"c0": "author lunatic", "c1": "savage", "agora": "sailor"}
    assert (held(session, 1), held(session, 0)) == ("calamity market sea", "ace_leaves windfall origin")
    assert session.table.fate_deck[-2:] == ["ace_moons", "ace_wyrms"]


def test_t5_a_thousand_random_set_ups() -> None:
    rng = random.Random(5)
    for _ in range(1000):
        t = TurnOfFateTable(2, GAME.settle_options(2, {}))
        deal(t, rng.sample(CITIZENS, 11), rng.sample(FATES, 25))
        assert len([*t.congregations[0], *t.congregations[1], *t.agora]) == 4
        assert [len(hand) for hand in t.hands] == [3, 3]
        assert all(card not in BEARERS[t.temples[1 - seat]] for seat in (0, 1) for card in t.hands[seat])
        assert 5 <= len(t.citizen_deck) <= 7
        assert GAME.audit(t) == []


@pytest.mark.parametrize("option", ["seed", "moons_suns"])
def test_option_starter_decides_who_begins(option: str) -> None:
    session = set_up("author", starter=option)
    assert session.table.active == {"seed": 1, "moons_suns": 0}[option]
    assert [len(hand) for hand in session.table.hands] == [3, 3]

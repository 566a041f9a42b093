"""Tests of hidden information: scenarios 18, 51 and 52, ruling 40."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.rules.council_of_kings import GAME
from games.rules.council_of_kings.board import Council
from games.rules.playout import random_answer, random_draw
from games.rules.session import Session
from tests.rules.council_of_kings.build import Played, council


def test_t18_placed_favor_shows_only_seat_and_count_until_the_purchase() -> None:
    game = Played(council(3, up="troll", hands={0: ["hush_money"]}), (0, "bargain>hush_money"))
    assert game.session.view(1).table["lot"]["placed"] == [{"seat": 0, "open": False, "favor": None}]
    assert game.session.view(0).table["lot"]["placed"] == [{"seat": 0, "open": False, "favor": "hush_money"}]
    assert game.told[-1].seen_by(1) == {"kind": "bargain", "seat": 0}
    assert game.told[-1].seen_by(0) == {"kind": "bargain", "seat": 0, "favor": "hush_money"}
    game.say(1, "buy")
    uncovered = next(event for event in game.told if event.kind == "uncovered")
    assert uncovered.seen_by(None)["placed"] == [{"seat": 0, "favor": "hush_money", "open": True}]
    assert game.session.view(2).table["favor_discard"] == ["hush_money"]


def test_t51_r40_peeked_cards_are_shown_to_that_seat_until_they_come() -> None:
    game = Played(council(3, hands={0: ["scrying_bowl"], 1: ["ambush"]}, deck=["troll"]), (0, "play>scrying_bowl"))
    assert game.session.view(0).table["known"] == ["troll", "game_ends"]
    assert game.session.view(1).table["known"] == []
    assert [player["known"] for player in game.session.view(1).table["players"]] == [2, 0, 0]
    peeked = next(event for event in game.told if event.kind == "peeked")
    assert peeked.seen_by(1) == {"kind": "peeked", "card": "scrying_bowl", "seat": 0, "n": 2}
    game.say(0, "done").say(1, "done")
    assert game.session.view(0).table["known"] == ["game_ends"]


def test_r4_coins_and_discard_piles_are_open_and_decks_are_numbers() -> None:
    view = Played(council(3, up="troll", hands={0: ["ambush"]}, favor_deck=["haggle"])).session.view(None).table
    assert [player["coins"] for player in view["players"]] == [10, 10, 10]
    assert (view["fate_deck"], view["favor_deck"], len(view["favor_discard"])) == (1, 1, 22)
    assert "hand" not in view["players"][0]


def test_drawn_and_dealt_favors_are_told_to_their_owner_only() -> None:
    game = Played(council(3, up="troll", placed=[(1, "old_debts")], favor_deck=["haggle", "ambush"]), (0, "buy"))
    drew = next(event for event in game.told if event.kind == "drew")
    assert drew.seen_by(1)["favors"] == ["haggle", "ambush"]
    assert drew.seen_by(0) == {"kind": "drew", "card": "old_debts", "seat": 1, "n": 2}


def test_everything_is_open_after_the_end() -> None:
    game = Played(council(3, hands={0: ["ambush"]}, deck=["game_ends"], phase="reveal"))
    view = game.session.view(None).table
    assert view["players"][0]["hand"] == ["ambush"]
    assert len(view["rest"]["fate_out"]) == 50


def secrets(t: Council, viewer: int | None) -> set[str]:
    """The cards that must not occur anywhere in a viewer's view."""
    seen = {card["id"] for kingdom in t.kingdoms for card in kingdom} | set(t.fate_discard)
    known = t.fate_deck[: t.known[viewer]] if viewer is not None else []
    own = set(t.hands[viewer]) if viewer is not None else set()
    open_favors = set(t.favor_discard) | own
    lot = t.lot
    if lot:
        seen.add(lot["card"])
        open_favors |= {placed["favor"] for placed in lot["placed"] if placed["open"] or placed["seat"] == viewer}
    favors = {favor for hand in t.hands for favor in hand} | set(t.favor_deck)
    return (set(t.fate_deck) | set(t.fate_out)) - seen - set(known) | (favors - open_favors)


def words_in(data: Any) -> set[str]:
    """Every string in plain JSON, without keys."""
    if isinstance(data, dict):
        return set().union(*(words_in(value) for value in data.values()))
    if isinstance(data, list):
        return set().union(*(words_in(value) for value in data))
    return {data} if isinstance(data, str) else set()


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_t52_no_view_names_a_card_its_viewer_cannot_know(mode: str) -> None:
    rng = random.Random(52)
    session: Session[Council] = GAME.begin(4, {"mode": mode})
    while session.result is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        question = session.question(rng.choice(session.unanswered))
        assert question is not None
        session.answer(question.seat, random_answer(question, rng))
        for viewer in (None, *range(4)):
            if session.result is None:
                assert words_in(session.view(viewer).table) & secrets(session.table, viewer) == set()


def test_redeal_keeps_the_view_and_changes_the_rest_with_four_players_in_the_advanced_game() -> None:
    rng = random.Random(7)
    session: Session[Council] = GAME.begin(4, {"mode": "advanced"})
    changed = 0
    while session.result is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        for viewer in (None, 0, 3) if rng.random() < 0.3 else ():
            other = GAME.redeal(session.position, viewer, rng)
            there = GAME.resume(other)
            assert json.dumps(there.view(viewer).table) == json.dumps(session.view(viewer).table)
            assert GAME.audit(there.table) == []
            changed += other.table["hands"] != session.position.table["hands"]
        question = session.question(rng.choice(session.unanswered))
        assert question is not None
        session.answer(question.seat, random_answer(question, rng))
    assert changed > 20


def test_redeal_never_puts_the_end_above_the_last_cards_nor_an_impossible_bargain_on_the_table() -> None:
    rng = random.Random(8)
    table = council(3, up="troll", placed=[(1, "ambush")], hands={2: ["sweeten_the_pot"]}, deck=["festival", "kobolds", "squire"])
    table.fate_deck = ["festival", "kobolds", "squire", "hydra", "lich", "imps", "archmage", "wolf_pack", "tempter", "blight", "game_ends"]
    table.fate_out = [card for card in table.fate_out if card not in table.fate_deck]
    position = Session(GAME, table).position
    for _ in range(60):
        dealt = GAME.redeal(position, 0, rng).table
        assert dealt["fate_deck"].index("game_ends") >= 1
        assert dealt["lot"]["placed"][0]["favor"] != "sweeten_the_pot"


def test_redeal_leaves_the_end_where_its_viewer_has_seen_it() -> None:
    table = council(3, hands={0: ["ambush"]}, deck=["troll"])
    table.known[0] = 2
    position = Session(GAME, table).position
    for seed in range(10):
        assert GAME.redeal(position, 0, random.Random(seed)).table["fate_deck"] == ["troll", "game_ends"]

"""Tests of the set-up: decks, hands, roles, settings."""

from __future__ import annotations

import pytest

from games.rules.errors import BadOption
from games.rules.session import Session
from games.rules.tempting_fate import GAME
from games.rules.tempting_fate.audit import audit
from games.rules.tempting_fate.board import Duel
from tests.rules.tempting_fate.build import FATE, QUERENT, started


def test_t1_new_game_deals_five_cards_each_and_asks_fate() -> None:
    t = started().table
    assert (len(t.zener_deck), len(t.tarot_deck), len(t.fate_hand), len(t.querent_hand)) == (95, 73, 5, 5)
    assert (t.paths, t.zener_discard, t.tarot_discard) == ([[], [], [], [], []], [], [])
    assert audit(t) == []
    assert (started().waiting_for, t.round) == ((FATE,), 1)


def test_r1_first_turn_of_fate_offers_placements_only() -> None:
    decision = started().decision(FATE)
    assert decision is not None
    assert decision.tokens == ("circle>1", "circle>2", "circle>3", "circle>4", "circle>5", "deck>1", "deck>2", "deck>3", "deck>4", "deck>5")


@pytest.mark.parametrize(("lot", "fate"), [(0, 0), (1, 1)])
def test_r26_chance_decides_who_is_fate_first(lot: int, fate: int) -> None:
    session = GAME.begin(2)
    draw = session.wants_chance
    assert draw is not None
    assert (draw.label, draw.n, draw.k) == ("first-fate", 2, 1)
    session.answer_chance([lot])
    labels = []
    while (draw := session.wants_chance) is not None:
        labels.append((draw.label, draw.n, draw.k))
        session.answer_chance(list(range(draw.k)))
    assert labels == [("zener", 100, 100), ("tarot", 78, 78)]
    assert session.table.fate == fate


@pytest.mark.parametrize(("choice", "fate"), [("first", 0), ("second", 1)])
def test_r26_host_may_choose_who_is_fate_first(choice: str, fate: int) -> None:
    session = _settled(GAME.begin(2, {"first_fate": choice}))
    assert (session.table.fate, session.table.querent, session.waiting_for) == (fate, 1 - fate, (fate,))


def test_match_is_the_default_and_short_game_is_off() -> None:
    usual = {"mode": "match", "games": "in_turn", "first_fate": "random", "short_game": None, "path_limit": 5}
    assert GAME.settle_options(2, {}) == usual


@pytest.mark.parametrize("wrong", [{"short_game": 3}, {"short_game": 101}, {"mode": "best of three"}, {"first_fate": 0}, {"path_limit": 2}])
def test_settings_out_of_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        GAME.begin(2, wrong)


def test_hands_are_shown_to_their_owners_in_the_log() -> None:
    session = GAME.begin(2, {"first_fate": "first"})
    events = [event for entry in session.settle(lambda _number, _label, _n, k: list(range(k))) for event in entry.events]
    assert [event.kind for event in events] == ["dealt"]
    assert events[0].seen_by(None) == {"kind": "dealt", "game": 1, "fate": 0, "querent": 1}
    assert events[0].seen_by(FATE)["hand"] == ["circle"] * 5
    assert events[0].seen_by(QUERENT)["hand"] == ["major-00", "major-01", "major-02", "major-03", "major-04"]


def _settled(session: Session[Duel]) -> Session[Duel]:
    session.settle(lambda _number, _label, _n, k: list(range(k)))
    return session

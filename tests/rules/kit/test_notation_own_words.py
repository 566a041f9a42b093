"""Tests of filler words: one that a game names among its own words is significant like any other word."""

from __future__ import annotations

import pytest

from games.rules import notation
from games.rules.ask import pick
from games.rules.errors import Illegal

ACTIONS = pick(0, "action", ["attack>archmage>troll", "done"]).decision()


def test_filler_word_is_dropped_when_the_game_does_not_name_it() -> None:
    assert notation.read(ACTIONS, "use archmage") == "attack>archmage>troll"


def test_filler_word_decides_when_the_game_names_it() -> None:
    with pytest.raises(Illegal):
        notation.read(ACTIONS, "use archmage", known=("use", "archmage"))
    able = pick(0, "action", ["attack>archmage>troll", "use>archmage", "done"]).decision()
    assert notation.read(able, "use the archmage", known=("use", "archmage")) == "use>archmage"

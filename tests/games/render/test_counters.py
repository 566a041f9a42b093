"""Tests of counters of players: comparable counters are rendered as a table, others as a list."""

from __future__ import annotations

from games.render.counters import counter_groups
from games.rules.messages import Reader, msg
from games.rules.scene import Counter

WORDS = Reader(("Ann", "Bo"))
ROUND, COINS, FAVORS = msg("Round"), msg("Coins"), msg("Favors")


def test_same_counters_of_everybody_are_a_table() -> None:
    counters = (Counter(COINS, 4, 1), Counter(ROUND, 3, most=7), Counter(COINS, 12, 0))
    found = counter_groups(counters, WORDS)
    assert found["counters"] == [{"owner": "", "rows": [{"title": "Round", "value": "3", "most": 7}]}]
    assert found["scores"]["titles"] == ("Coins",)
    assert [(group["owner"], group["rows"][0]["value"]) for group in found["scores"]["groups"]] == [("Ann", "12"), ("Bo", "4")]


def test_different_counters_or_one_person_stay_lists() -> None:
    different = counter_groups((Counter(COINS, 4, 0), Counter(FAVORS, 1, 1)), WORDS)
    alone = counter_groups((Counter(COINS, 4, 0),), WORDS)
    assert different["scores"] is alone["scores"] is None
    assert [group["owner"] for group in different["counters"]] == ["Ann", "Bo"]
    assert [group["owner"] for group in alone["counters"]] == ["Ann"]

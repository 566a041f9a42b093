"""Tests of new Citizens: R25, R26, T27."""

from __future__ import annotations

import pytest

from tests.rules.turn_of_fate.build import at_turn, happened, move, zones


@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(
    ("temple", "citizen", "goal"),
    [("leaves", "bard", "temple1"), ("leaves", "huntress", ""), ("moons", "huntress", "temple0"), ("moons", "bard", "")],
)
def test_r25_wanderers_take_vows_or_leave_whoever_is_at_turn(active: int, temple: str, citizen: str, goal: str) -> None:
    session = at_turn(active, temple, agora="sailor", hand0="sea", hand1="sea", citizens=f"{citizen} author")
    move(session, "pass")
    assert zones(session).get(goal, "") == (citizen if goal else "")
    assert session.table.removed == ([] if goal else [citizen])
    assert session.table.citizen_deck == ["author"]  # no replacement
    assert session.table.null_passes == 0


@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(("citizen", "zone"), [("merchant", "c0"), ("painter", "c1"), ("author", "agora")])
def test_r26_suit_decides_where_a_citizen_goes(active: int, citizen: str, zone: str) -> None:
    session = at_turn(active, hand0="sea", hand1="sea", agora="lunatic", citizens=citizen)
    move(session, "pass")
    assert zones(session)[zone].split()[-1] == citizen


def test_r26_t27_empty_citizen_deck_is_skipped_without_an_event() -> None:
    session = at_turn(0, agora="lunatic", hand0="sea", hand1="sea", fates="cave")
    events = move(session, "pass")
    assert [event.kind for event in events] == ["passed", "cards_drawn"]
    assert happened(events, "citizen_introduced") == []

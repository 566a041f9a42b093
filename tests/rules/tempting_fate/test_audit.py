"""Tests of the audit: the faults it reports for invalid tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rules.tempting_fate.audit import audit
from games.rules.tempting_fate.board import Duel
from tests.rules.tempting_fate.build import duel


def sound() -> Duel:
    return duel("waves star!2", "cross")


def test_sound_table_has_nothing_wrong() -> None:
    assert audit(sound()) == []


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (lambda t: t.zener_deck.pop(), "There are not twenty Zener cards of each symbol."),
        (lambda t: t.tarot_deck.append("major-00"), "A tarot card is missing or there twice."),
        (lambda t: t.paths[0][0].update(up=True, tokens=1), "A covered card has tokens."),
        (lambda t: t.paths[1][0].update(tokens=1), "A face-down card has tokens, or fewer than none."),
        (lambda t: t.paths[0][1].update(tokens=-1), "A face-down card has tokens, or fewer than none."),
        (lambda t: t.draft.append("star>1"), "A draft outlived its turn."),
        (
            lambda t: t.zener_discard.append(t.zener_deck.pop()),
            "The discarded Zener cards are worth more than the tarot cards spent on them (R20).",
        ),
    ],
)
def test_audit_names_what_is_wrong(spoil: Callable[[Duel], object], found: str) -> None:
    table = sound()
    spoil(table)
    assert audit(table) == [found]


def test_audit_misses_the_paths_of_a_querents_turn() -> None:
    assert audit(duel(phase="attack")) == ["The querent has nothing to attack."]

"""Tests of redeals: they agree with everything their viewer has seen (cards given, returned, looked at, put back) while it is certain."""

from __future__ import annotations

import random

import pytest

from games.rules.contract import Position
from games.rules.fate_foretold import GAME
from games.rules.fate_foretold.board import FateForetoldTable
from games.rules.playout import random_answer, random_draw
from tests.rules.fate_foretold.witness import Witness

LONG = 260
"""Answers and draws of one game: enough to draw the whole Nest, so that buried cards are drawn again."""


def compared(seats: int, seed: int, share: float) -> int:
    """Compare redeals at random moments of a random game with the facts each viewer knows; returns the number of facts compared."""
    rng, facts = random.Random(seed), 0
    session = GAME.begin(seats, {"alignment_threshold": 3 + seed % 3})
    witnesses = [Witness(viewer, seats) for viewer in (*range(seats), None)]
    for _step in range(LONG):
        if session.result is not None:
            break
        if (draw := session.wants_chance) is not None:
            entries = [session.answer_chance(random_draw(rng, draw.n, draw.k))]
        else:
            question = session.question(rng.choice(session.unanswered))
            assert question is not None
            interjects = rng.random() < 0.004 and sum(session.table.alive) > 2
            entries = (
                session.interject(question.seat, "!concede")
                if interjects and question.heeds
                else session.answer(question.seat, random_answer(question, rng))
            )
        for witness in witnesses:
            for event in (event for entry in entries for event in entry.events):
                witness.hear(event)
            witness.look(session.view(witness.viewer))
        if session.result is not None or session.wants_chance is not None or session.table.phase != "turn":
            continue
        if rng.random() < share:
            assert [witness.contradicted_by(session.table) for witness in witnesses] == [[]] * len(witnesses)
            witness = rng.choice(witnesses)
            other = GAME.redeal(session.position, witness.viewer, rng)
            assert witness.contradicted_by(GAME.resume(other).table) == []
            facts += witness.facts * (other.table != session.position.table)
    return facts


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_redeals_of_random_games_agree_with_what_each_viewer_has_seen(seats: int) -> None:
    assert sum(compared(seats, seed, 0.06) for seed in range(6)) > 100


def test_games_begun_without_a_memory_go_on_and_can_be_redealt() -> None:
    session = GAME.begin(3)
    session.settle(lambda _number, _label, n, k: random_draw(random.Random(1), n, k))
    old = {name: value for name, value in session.position.table.items() if name != "memory"}
    assert FateForetoldTable.load(old).sure is None
    position = Position(old, session.position.since, {}, session.position.draws)
    there = GAME.resume(position)
    question = there.question(there.unanswered[0])
    assert question is not None
    there.answer(question.seat, random_answer(question, random.Random(2)))
    assert GAME.redeal(there.position, 1, random.Random(3)).table != there.position.table


def test_older_releases_overlook_the_memory_of_a_stored_position() -> None:
    """The memory is stored beside the table, so older releases ignore it. A position that they store has no memory."""
    session = GAME.begin(3)
    session.settle(lambda _number, _label, n, k: random_draw(random.Random(1), n, k))
    stored = session.position.to_json()
    assert sorted(stored["memory"]) == ["somewhere", "sure"]
    assert not {"memory", *FateForetoldTable.MEMORY} & set(stored["table"])
    assert Position.from_json(stored) == session.position
    del stored["memory"]
    assert FateForetoldTable.load(Position.from_json(stored).table).sure is None

"""Tests of choosing by pressing objects on the table: the remaining choices, and the label of every object."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.render.picking import Picked, pick, touches
from games.rules.contract import Barred, Decision, Option, Shape
from games.rules.game import Game
from games.rules.messages import msg
from games.rules.playout import random_answer
from games.rules.registry import all_games
from tests.games.render.samples import ANN_AND_BO, table_html

OPTIONS = (
    Option("cave>hermit", msg("The Cave on The Hermit"), ("cave", "hermit"), msg("They join you.")),
    Option("cave>bard", msg("The Cave on The Bard"), ("cave", "bard")),
    Option("sun>hermit", msg("The Sun on The Hermit"), ("sun", "hermit")),
    Option("pass", msg("Pass")),
)
PLAY = Decision(0, "play", msg("Play a Fate."), OPTIONS, barred=(Barred(("moon",), msg("No moon tonight."), "R7"),))
every_game = pytest.mark.parametrize("book", list(all_games().values()), ids=lambda book: book.key)


@pytest.mark.parametrize(
    ("pressed", "ids", "left", "tokens"),
    [
        ([], (), None, ()),
        (["cave"], ("cave",), {1, 2}, ()),
        (["cave", "hermit"], ("cave", "hermit"), {1}, ("cave>hermit",)),
        (["bard"], ("bard",), {2}, ("cave>bard",)),
        (["cave", "cave"], (), None, ()),  # pressed again: deselected
        (["bard", "sun"], ("sun",), {3}, ("sun>hermit",)),  # matches none of the earlier ones: starts a new selection
        (["moon", "no such thing"], (), None, ()),
    ],
)
def test_picking_narrows_one_choice_of_many(
    pressed: list[str], ids: tuple[str, ...], left: set[int] | None, tokens: tuple[str, ...]
) -> None:
    assert pick(PLAY, pressed) == Picked(ids, None if left is None else frozenset(left), tokens)


@pytest.mark.parametrize("shape", [Shape.SOME, Shape.ORDER])
def test_picking_takes_several_choices_in_turn(shape: Shape) -> None:
    decision = Decision(0, "keep", msg("Keep some."), OPTIONS[:3], shape, 1, 3)
    assert pick(decision, ["sun", "bard"]) == Picked(("sun", "bard"), None, ("sun>hermit", "cave>bard"))
    assert pick(decision, ["sun", "bard", "sun"]).tokens == ("cave>bard",)
    assert pick(decision, ["cave", "hermit"]).tokens == ("cave>hermit", "sun>hermit")  # the first choice that each still has


def test_picking_is_nothing_without_objects_to_choose() -> None:
    assert pick(None, ["cave"]) == pick(Decision(0, "bid", msg("Bid."), (), Shape.NUMBER, 1, 9), ["cave"]) == Picked()


def test_objects_say_what_would_happen_or_why_not() -> None:
    found = touches(PLAY, pick(PLAY, ["cave"]), ANN_AND_BO)
    assert {id_ for id_, touch in found.items() if touch.picked} == {"cave"}
    assert {id_: touch.outcome for id_, touch in found.items() if touch.lit} == {"hermit": "They join you.", "bard": ""}
    assert (found["moon"].why, found["moon"].rule, found["moon"].options) == ("No moon tonight.", "R7", "")


@every_game
def test_what_a_choice_touches_lies_in_one_place(book: Game[Any]) -> None:
    """Every object of a choice can be pressed, cards that are only looked at too, and no object is on the table twice."""
    seen = 0
    for seats in {book.seats[0], book.seats[-1]}:
        session, rng = book.begin(seats), random.Random(seats)
        for _ in range(60):
            session.settle(lambda _draw, _label, n, k: rng.sample(range(n), k))  # noqa: B023 - used at once
            if session.result:
                break
            seat = rng.choice(session.unanswered)
            decision = session.decision(seat)
            assert decision is not None
            scene = book.shown(session.view(seat), decision)
            touched = {id_ for option in decision.options for id_ in option.touches}
            for id_ in touched:
                places = {zone.id for zone in scene.zones if id_ in (zone.id, *(x.id for p in zone.piles for x in (p, *p.cards)))}
                assert len(places) == 1, (decision.kind, id_)
                seen += 1
            question = session.question(seat)
            assert question is not None
            session.answer(seat, random_answer(question, rng))
    assert seen > 20


@every_game
def test_every_object_that_can_be_pressed_is_one_button(book: Game[Any]) -> None:
    session, rng = book.begin(book.seats[0]), random.Random(2)
    for _ in range(20):
        session.settle(lambda _draw, _label, n, k: rng.sample(range(n), k))
        seat = session.unanswered[0]
        decision = session.decision(seat)
        html = table_html(book.shown(session.view(seat), decision), ANN_AND_BO, decision)
        assert html.count('class="press"') == html.count("data-options=")
        question = session.question(seat)
        assert question is not None
        session.answer(seat, random_answer(question, rng))
        if session.result:
            break

"""Tests of undo after loading: a stored and resumed game allows the same answers to be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.rules.ask import ask, pick
from games.rules.game import Game
from games.rules.messages import Message, msg
from games.rules.scene import Scene
from games.rules.table import Table


@dataclass(slots=True)
class Plain(Table):
    """A table without fields of its own."""


class Shown(Game[Plain]):
    """A step that reveals something hidden, then asks two questions."""

    key = "shown"
    title = msg("Shown")
    seats = range(1, 2)
    table = Plain

    def new(self, seats: int, options: dict[str, Any]) -> Plain:
        return Plain(seats, options)

    async def step(self, t: Plain) -> None:
        t.log("shown", reveals=True)
        await ask(pick(0, "first", ["one", "two"]))
        await ask(pick(0, "second", ["one", "two"]))
        t.finish([1], [None], "done")

    def look(self, t: Plain, viewer: int | None) -> dict[str, Any]:
        return {}

    def scene(self, view: Any) -> Scene:
        return Scene(())

    def tell(self, event: Any) -> Message:
        return msg("Shown.")


def test_undo_after_loading_when_something_was_shown_before_the_first_question() -> None:
    game = Shown()
    session = game.begin(1)
    before = session.position
    session.opening()
    session.answer(0, "two")
    assert session.can_undo == 0
    assert game.resume(session.position).can_undo == 0
    assert game.resume(session.position).undone(0) == before

"""Toy games for tests of the kit: a `Toy` consists of one coroutine per step, a `Board` stores a diary."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.contract import Decision, GameOption, Seat, View
from games.rules.errors import Illegal, RulesError
from games.rules.game import Game
from games.rules.messages import Message, msg
from games.rules.scene import Scene
from games.rules.session import Session
from games.rules.table import Table


@dataclass(slots=True)
class Board(Table):
    """The answers in order, and the number of finished steps."""

    diary: list[str] = field(default_factory=list)
    done: int = 0


Step = Callable[[Board], Awaitable[None]]


class Toy(Game[Board]):
    """Runs its steps in order; then the game is over and seat 0 has won."""

    key = "toy"
    title = msg("Toy")
    seats = range(1, 5)
    table = Board
    vocabulary = ("cave", "savage", "bid")
    longest = 50

    def __init__(self, *steps: Step, options: tuple[GameOption, ...] = ()) -> None:
        self.steps = steps
        self.options = options  # type: ignore[misc]  # a toy has options of its own

    def new(self, seats: int, options: dict[str, Any]) -> Board:
        return Board(seats, options, phase="play")

    async def step(self, t: Board) -> None:
        await self.steps[t.done](t)
        t.done += 1
        if t.done == len(self.steps):
            t.finish([1] + [2] * (t.seats - 1), [None] * t.seats, "done")

    def look(self, t: Board, viewer: Seat | None) -> dict[str, Any]:
        return {"diary": list(t.diary)}

    def scene(self, view: View) -> Scene:
        return Scene(())

    def tell(self, event: Mapping[str, Any]) -> Message:
        return msg("{kind}.", kind=event["kind"])

    def explain(self, view: View, decision: Decision, text: str) -> RulesError | None:
        return Illegal(msg("The cave is dark."), code="too_dark", rule="R7") if text == "cave" else None


def begin(*steps: Step, seats: int = 2) -> Session[Board]:
    """Begin a toy game of these steps."""
    return Toy(*steps).begin(seats)


def again(session: Session[Board]) -> Session[Board]:
    """The same game, stored and loaded."""
    return session.game.resume(type(session.position).from_json(session.position.to_json()))

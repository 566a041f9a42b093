"""Three Stones, a small game on a board with coordinates: three in a line on squares, or on hexagons with an option."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.ask import ask, pick
from games.rules.board import Form, Piece, board
from games.rules.contract import GameOption, Seat, View
from games.rules.game import Game
from games.rules.messages import Message, Who, msg
from games.rules.scene import Scene, board_zone
from games.rules.table import Table

SIZE = 3
MARKS = "XO"
PLACES = tuple(cell.id for cell in board(SIZE, SIZE, {}).cells)
LINES = (
    *(tuple(place for place in PLACES if place[0] == letter) for letter in "abc"),
    *(tuple(place for place in PLACES if place[1] == number) for number in "123"),
    ("a1", "b2", "c3"),
    ("a3", "b2", "c1"),
)


@dataclass(slots=True)
class Stones(Table):
    """The stones of each seat."""

    stones: dict[str, int] = field(default_factory=dict)


class ThreeStones(Game[Stones]):
    """The rules."""

    key = "three_stones"
    title = msg("Three Stones")
    seats = range(2, 3)
    table = Stones
    options = (GameOption("hexagons", msg("On hexagons"), default=False),)
    vocabulary = PLACES
    reasons = {"line": msg("Three stones in a line."), "full": msg("The board is full.")}  # noqa: RUF012

    def new(self, seats: int, options: dict[str, Any]) -> Stones:
        return Stones(seats, options)

    async def step(self, t: Stones) -> None:
        """Place one stone."""
        t.phase = "stone"
        seat = len(t.stones) % 2
        free = [place for place in PLACES if place not in t.stones]
        place = await ask(pick(seat, "place", free, prompt=msg("Place a stone.")))
        t.stones[place] = seat
        t.log("placed", who=seat, place=place)
        if any(all(t.stones.get(one) == seat for one in line) for line in LINES):
            t.finish([1 if other == seat else 2 for other in t.all_seats], [None, None], "line")
        elif len(t.stones) == len(PLACES):
            t.finish([1, 1], [None, None], "full")

    def look(self, t: Stones, viewer: Seat | None) -> dict[str, Any]:
        return {"stones": dict(t.stones)}

    def scene(self, view: View) -> Scene:
        pieces = {place: Piece(MARKS[seat], msg("stone"), owner=seat) for place, seat in view.table["stones"].items()}
        form = Form.HEX if view.options["hexagons"] else Form.SQUARE
        return Scene((board_zone("board", msg("Board"), board(SIZE, SIZE, pieces, form)),))

    def tell(self, event: Mapping[str, Any]) -> Message:
        return msg("{who} places a stone on {place}.", who=Who(event["who"]), place=event["place"])

    def audit(self, t: Stones) -> list[str]:
        counts = [list(t.stones.values()).count(seat) for seat in (0, 1)]
        return [] if counts[0] - counts[1] in (0, 1) else ["A stone is missing."]


GAME = ThreeStones()

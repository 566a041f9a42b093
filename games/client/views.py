"""Answers of the API as typed values: views, questions with their choices, outcomes, lines of the stream.

Each reads the fields it knows from a JSON object. Further fields of a newer site are ignored, and fields that an older site does
not send have the defaults declared here, so a bot keeps working when the site is upgraded first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Self

Json = dict[str, Any]


@dataclass(frozen=True)
class Document:
    """The base: `of` reads a JSON object; `PARTS` names the fields that hold further documents, or lists of them."""

    PARTS: ClassVar[Mapping[str, type[Document]]] = {}

    @classmethod
    def of(cls, facts: Json) -> Self:
        """The known fields of a JSON object. Raises ValueError when a field without a default is missing."""
        given = {one.name: cls._read(one.name, facts[one.name]) for one in fields(cls) if one.name in facts}
        needed = (one.name for one in fields(cls) if one.default is MISSING and one.default_factory is MISSING)
        if missing := [name for name in needed if name not in given]:
            raise ValueError(f"The site's answer lacks {', '.join(missing)}; is {cls.__name__} what this address speaks of?")
        return cls(**given)

    @classmethod
    def _read(cls, name: str, value: Any) -> Any:
        part = cls.PARTS.get(name)
        if part is None or value is None:
            return value
        return [part.of(one) for one in value] if isinstance(value, list) else part.of(value)


@dataclass(frozen=True)
class Option(Document):
    """A choice: `token` is what one answers, `label` what it says, `outcome` what would follow as far as one may know."""

    token: str
    number: int = 0
    label: str = ""
    outcome: str | None = None
    touches: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Decision(Document):
    """A question: `shape` is one, some, order or number; `least` and `most` are how many choices, or the range of the number.

    `given` is one's own sealed answer while others have not answered yet.
    """

    PARTS: ClassVar[Mapping[str, type[Document]]] = {"options": Option}

    kind: str
    shape: str
    least: int
    most: int
    options: list[Option]
    prompt: str = ""
    wait: str = "one"
    given: str | None = None


@dataclass(frozen=True)
class Game(Document):
    """A table: `status` is open, ready, active, finished or cancelled. `seats` and `result` are as the API has them."""

    code: str
    rules: str
    status: str
    seq: int = 0
    title: str = ""
    my_seat: int | None = None
    my_turn: bool = False
    nth: int | None = None
    due_at: str | None = None
    seats: list[Json] = field(default_factory=list)
    result: Json | None = None

    @property
    def over(self) -> bool:
        """Whether the game is finished or cancelled."""
        return self.status in ("finished", "cancelled")


@dataclass(frozen=True)
class View(Document):
    """The game as one person sees it: `decision` is their open question, `table` the data of the rules, `text` for reading."""

    PARTS: ClassVar[Mapping[str, type[Document]]] = {"game": Game, "decision": Decision}

    game: Game
    decision: Decision | None = None
    viewer: int | None = None
    seq: int = 0
    nth: int | None = None
    may_undo: bool = False
    scene: Json | None = None
    table: Json | None = None
    text: str = ""

    @property
    def question(self) -> Decision:
        """What is asked. Raises LookupError when nothing is, or when it is answered already."""
        if self.decision is None or self.decision.given is not None:
            raise LookupError(f"Nothing is asked of you in {self.game.code} at the moment.")
        return self.decision


@dataclass(frozen=True)
class Outcome(Document):
    """What became of an answer; `my_turn`: there is more to answer (unless an old site does not say). `view` is the table afterwards."""

    PARTS: ClassVar[Mapping[str, type[Document]]] = {"view": View}

    seq: int
    final: bool = True
    over: bool = False
    my_turn: bool = True
    repeated: bool = False
    heard: list[Json] = field(default_factory=list)
    view: View | None = None


@dataclass(frozen=True)
class Order(Document):
    """A standing order: `text` in the game's own words, `words` as sentences."""

    slot: str
    text: str
    words: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Orders(Document):
    """The standing orders of one's own at a table; `offers` are as the API has them."""

    PARTS: ClassVar[Mapping[str, type[Document]]] = {"standing": Order}

    standing: list[Order]
    offers: list[Json] = field(default_factory=list)


@dataclass(frozen=True)
class Line(Document):
    """A line of the stream: `type` is `game`, or `ready` after the state of all my games; `id` is where to go on after a break.

    `view` is the table where the stream was asked for it and the site knows how.
    """

    PARTS: ClassVar[Mapping[str, type[Document]]] = {"view": View}

    type: str
    id: str
    game: str = ""
    status: str = ""
    seq: int = 0
    nth: int = 0
    my_turn: bool = False
    due_at: str | None = None
    view: View | None = None

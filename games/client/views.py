"""Responses of the API as dataclasses: views, questions with their options, outcomes, lines of the stream.

Each class reads its fields from a JSON object. Unknown fields (of a newer server) are ignored, and missing fields (of an older one) have
the defaults declared here. So a bot and a server of different versions work together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Self

Json = dict[str, Any]


@dataclass(frozen=True)
class Document:
    """Base class. `of` reads a JSON object; `PARTS` maps the fields that contain documents, or lists of them, to their classes."""

    PARTS: ClassVar[Mapping[str, type[Document]]] = {}

    @classmethod
    def of(cls, facts: Json) -> Self:
        """Read the known fields of a JSON object. Raises ValueError if a field without a default is missing."""
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
    """An option of a question: `token` goes into the answer, `label` is its text, `outcome` the known consequence."""

    token: str
    number: int = 0
    label: str = ""
    outcome: str | None = None
    touches: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Decision(Document):
    """A question. `shape` is one, some, order or number; `least` and `most` limit the number of options, or the value of the number.

    `given` is the own sealed answer while others have not answered yet.
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
    """A game: `status` is open, ready, active, finished or cancelled. `seats` and `result` are JSON values of the API."""

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
    """The view of a game for one viewer: `decision` is their open question, `table` the position as the rules store it, `text` as text."""

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
        """The open question. Raises LookupError if there is none or it is already answered."""
        if self.decision is None or self.decision.given is not None:
            raise LookupError(f"Nothing is asked of you in {self.game.code} at the moment.")
        return self.decision


@dataclass(frozen=True)
class Outcome(Document):
    """The outcome of an answer. `my_turn`: another question is open (old servers do not send it). `view` is the view after the answer."""

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
    """A standing order: `text` in the syntax of the game, `words` as sentences."""

    slot: str
    text: str
    words: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Orders(Document):
    """The account's standing orders at a table. `offers` are the possible orders, as JSON values of the API."""

    PARTS: ClassVar[Mapping[str, type[Document]]] = {"standing": Order}

    standing: list[Order]
    offers: list[Json] = field(default_factory=list)


@dataclass(frozen=True)
class Line(Document):
    """A line of the stream: `type` is `game`, or `ready` after the first states of all games. The stream is resumed after `id`.

    `view` is the view of the game, if it was requested and the server supports that.
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

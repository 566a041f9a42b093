"""The requests of the API, declared once for both clients: each function makes a `Call`, and each client has a method of its name."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .views import Game, Json, Orders, Outcome, View

T = TypeVar("T")


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request and the function that reads its answer. Repetitions have the same key, so a POST has its effect once."""

    method: str
    path: str
    read: Callable[[Json], T]
    data: Json | None = None
    query: dict[str, str] = field(default_factory=dict)
    once: str = field(default_factory=lambda: str(uuid.uuid4()))
    shows: bool = False
    """The answer holds a view, of which the client may omit parts."""

    @property
    def headers(self) -> dict[str, str]:
        """Its headers besides the token."""
        key = {"Idempotency-Key": self.once} if self.method == "POST" else {}
        return key if self.data is None else {"Content-Type": "application/json", **key}


def get(path: str, **query: Any) -> Call[Json]:
    """Read something."""
    return Call(
        "GET", path, _as_it_is, query={name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in query.items()}
    )


def post(path: str, data: Json | None = None, *, once: str = "") -> Call[Json]:
    """Change something, once: also when it is called again with the same key."""
    return Call("POST", path, _as_it_is, data or {}, once=once or str(uuid.uuid4()))


def put(path: str, data: Json | None = None) -> Call[Json]:
    """Replace something."""
    return Call("PUT", path, _as_it_is, data or {})


def patch(path: str, data: Json) -> Call[Json]:
    """Change parts of something."""
    return Call("PATCH", path, _as_it_is, data)


def delete(path: str) -> Call[Json]:
    """Remove something."""
    return Call("DELETE", path, _as_it_is, {})


def me() -> Call[Json]:
    """The account of the token."""
    return get("/me")


def announce(rules: str, seats: int, **wishes: Any) -> Call[Game]:
    """Announce a table and sit down; `wishes` are the other fields of the request, like `bots=1`."""
    return Call("POST", "/games", Game.of, {"rules": rules, "seats": seats, **wishes})


def join(code: str, invitation: str = "") -> Call[Game]:
    """Sit down at a table; the last one to come starts the game."""
    return Call("POST", f"/games/{code}/join", Game.of, {"invitation": invitation})


def view(code: str) -> Call[View]:
    """The table as I see it."""
    return Call("GET", f"/games/{code}/view", View.of, shows=True)


def answer(code: str, nth: int, text: str, story: str = "") -> Call[Outcome]:
    """Answer the open question of a game; the outcome holds the table as it is then."""
    return Call("POST", f"/games/{code}/moves", Outcome.of, {"text": text, "nth": nth, "story": story}, {"include": "view"}, shows=True)


def undo(code: str, nth: int) -> Call[None]:
    """Take the last answer back. Refused when it has revealed something."""
    return Call("POST", f"/games/{code}/undo", _nothing, {"nth": nth})


def resign(code: str) -> Call[None]:
    """Resign a running game."""
    return Call("POST", f"/games/{code}/resign", _nothing, {})


def say(code: str, text: str) -> Call[None]:
    """Say something at the table."""
    return Call("POST", f"/games/{code}/talk", _nothing, {"text": text})


def orders(code: str) -> Call[Orders]:
    """My standing orders at a table, and what I may order."""
    return Call("GET", f"/games/{code}/orders", Orders.of)


def order(code: str, text: str) -> Call[Orders]:
    """Leave a standing order in the game's own words; it replaces the one for the same slot."""
    return Call("POST", f"/games/{code}/orders", Orders.of, {"text": text})


def withdraw_order(code: str, slot: str) -> Call[None]:
    """Withdraw the standing order of a slot."""
    return Call("DELETE", f"/games/{code}/orders/{slot}", _nothing, {})


def rest(tournament: str, number: int) -> Call[Json]:
    """Ask to sit out a round of a tournament for half a point; the tournament as it is now."""
    return post(f"/tournaments/{tournament}/rest", {"round": number})


def _as_it_is(answer: Json) -> Json:
    return answer


def _nothing(answer: Json) -> None:
    """The body of the answer is not needed."""

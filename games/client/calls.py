"""The requests of the API, declared once for both clients. Each function returns a `Call`; both clients have a method of the same name."""

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .views import Game, Json, Orders, Outcome, View

T = TypeVar("T")


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request and the function that parses its response. `once` is the Idempotency-Key: a repeated POST has its effect once."""

    method: str
    path: str
    read: Callable[[Json], T]
    data: Json | None = None
    query: dict[str, str] = field(default_factory=dict)
    once: str = field(default_factory=lambda: str(uuid.uuid4()))
    shows: bool = False
    """The response contains a view, of which the client may omit parts."""

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the request, except those of the client."""
        key = {"Idempotency-Key": self.once} if self.method == "POST" else {}
        return key if self.data is None else {"Content-Type": "application/json", **key}

    @property
    def body(self) -> bytes | None:
        """The body of the request."""
        return None if self.data is None else json.dumps(self.data).encode()


def get(path: str, **query: Any) -> Call[Json]:
    words = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in query.items()}
    return Call("GET", path, _as_it_is, query=words)


def post(path: str, data: Json | None = None, *, once: str = "") -> Call[Json]:
    """A POST request. Requests with the same key `once` have their effect once; the default is a new key."""
    return Call("POST", path, _as_it_is, data or {}, once=once or str(uuid.uuid4()))


def put(path: str, data: Json | None = None) -> Call[Json]:
    return Call("PUT", path, _as_it_is, data or {})


def patch(path: str, data: Json) -> Call[Json]:
    return Call("PATCH", path, _as_it_is, data)


def delete(path: str) -> Call[Json]:
    return Call("DELETE", path, _as_it_is, {})


def me() -> Call[Json]:
    """The account of the token."""
    return get("/me")


def announce(rules: str, seats: int, **wishes: Any) -> Call[Game]:
    """Announce a table and take its first seat. `wishes` are further fields of the request, like `bots=1`."""
    return Call("POST", "/games", Game.of, {"rules": rules, "seats": seats, **wishes})


def join(code: str, invitation: str = "") -> Call[Game]:
    """Take a seat at a table. The game starts when the last seat is taken."""
    return Call("POST", f"/games/{code}/join", Game.of, {"invitation": invitation})


def view(code: str) -> Call[View]:
    """The view of a game for the account."""
    return Call("GET", f"/games/{code}/view", View.of, shows=True)


def answer(code: str, nth: int, text: str, story: str = "") -> Call[Outcome]:
    """Answer the open question `nth` of a game with `text`. The outcome has the new view. `story` is a line of story for the log."""
    return Call("POST", f"/games/{code}/moves", Outcome.of, {"text": text, "nth": nth, "story": story}, {"include": "view"}, shows=True)


def undo(code: str, nth: int) -> Call[None]:
    """Take back the last answer. Refused if it has revealed hidden information."""
    return Call("POST", f"/games/{code}/undo", _nothing, {"nth": nth})


def resign(code: str) -> Call[None]:
    """Resign a running game."""
    return Call("POST", f"/games/{code}/resign", _nothing, {})


def say(code: str, text: str) -> Call[None]:
    """Write a remark in the talk of a table."""
    return Call("POST", f"/games/{code}/talk", _nothing, {"text": text})


def orders(code: str) -> Call[Orders]:
    """The account's standing orders at a table, and the orders that are possible."""
    return Call("GET", f"/games/{code}/orders", Orders.of)


def order(code: str, text: str) -> Call[Orders]:
    """Store a standing order, written in the syntax of the game. It replaces the one for the same slot."""
    return Call("POST", f"/games/{code}/orders", Orders.of, {"text": text})


def withdraw_order(code: str, slot: str) -> Call[None]:
    """Withdraw the standing order of a slot."""
    return Call("DELETE", f"/games/{code}/orders/{slot}", _nothing, {})


def rest(tournament: str, number: int) -> Call[Json]:
    """Request a half-point bye for round `number` of a tournament. The response is the tournament."""
    return post(f"/tournaments/{tournament}/rest", {"round": number})


def _as_it_is(response: Json) -> Json:
    return response


def _nothing(response: Json) -> None:
    """Ignore the body of the response."""

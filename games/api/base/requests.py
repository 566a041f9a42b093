"""What the operations read from a request: its id, the player whom they need, the query parameters."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from games.api.base.problems import Problem
from games.models import Player
from games.requests import person
from notifications import correlation_id

WORD = re.compile(r"[a-z0-9_]{1,40}")


def request_id(request: Any) -> str:
    """The id of this request. The stream process has no middleware that sets it, so there it comes from the header or is new."""
    return correlation_id.current() or correlation_id.accepted(request.headers.get(correlation_id.HEADER, ""))


def me(request: Any) -> Player:
    """The signed-in player. Raises `Problem` not-signed-in."""
    player = person(request)
    if player is None:
        raise Problem("not-signed-in")
    return player


Read = Callable[[str], Any]


def parameters(request: Any, known: Mapping[str, Read]) -> dict[str, Any]:
    """The query parameters, each parsed by its function in `known`.

    Raises `Problem` with an error for each parameter that is unknown, repeated or invalid.
    """
    found: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for name, values in request.query_params.lists():
        if name not in known:
            there_are = f"there are: {', '.join(known)}" if known else "there are none"
            faults[name] = f"There is no parameter “{name[:40]}” here; {there_are}."
        elif len(values) > 1:
            faults[name] = "This parameter is given more than once."
        else:
            try:
                found[name] = known[name](values[0])
            except ValueError as error:
                faults[name] = str(error)
    if faults:
        errors = [{"parameter": name[:80], "detail": detail, "code": "bad_parameter"} for name, detail in faults.items()]
        raise Problem("bad-parameter", errors[0]["detail"], errors=errors)
    return found


def whole(least: int, most: int) -> Read:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= 10 and least <= int(text) <= most):
            raise ValueError(f"A whole number from {least} to {most} is wanted.")
        return int(text)

    return read


def one_of(*words: str) -> Read:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"One of these is wanted: {', '.join(words)}.")
        return text

    return read


def some_of(*words: str) -> Read:
    """A parser for some of these words, separated by commas, as a set."""

    def read(text: str) -> frozenset[str]:
        found = text.split(",")
        if unknown := [one for one in found if one not in words]:
            raise ValueError(f"“{unknown[0][:40]}” cannot be left out; what can be, separated by commas: {', '.join(words)}.")
        if len(set(found)) < len(found):
            raise ValueError("Each part that is left out is named once.")
        return frozenset(found)

    return read


def switch(text: str) -> bool:
    """Parse `true` or `false`. Raises ValueError."""
    if text not in ("true", "false"):
        raise ValueError("true or false is wanted.")
    return text == "true"


def word(text: str) -> str:
    """Parse a code or key (the format of `games.api.base.describe.key`). Raises ValueError."""
    if WORD.fullmatch(text) is None:
        raise ValueError("A word of at most 40 letters a to z, digits and underscores is wanted.")
    return text

"""The decorator `operation` that describes a view method for the OpenAPI document, and shared parameters."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, TypeVar

from games.api.base import pagination
from games.api.base.fields import Body, EmptyBody
from games.api.base.requests import Read, one_of, some_of, switch, whole, word
from games.api.base.shapes import OMITTED

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Parameter:
    """A parameter of the query with its parser; without a parser, a header."""

    name: str
    schema: Mapping[str, Any]
    read: Read | None
    description: str = ""


@dataclass(frozen=True)
class Operation:
    """The description of a view method, from which `tests.openapi` generates the document."""

    name: str
    tag: str
    answers: Mapping[Any, Any]
    body: type[Body]
    parameters: Sequence[Parameter]
    also: Sequence[str]
    known: Mapping[str, Read]
    """The parsers of the query parameters."""


KEY = Parameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]([ -~]{0,198}[!-~])?$"},
    None,
    "Any text of your own: the same request with the same key has its effect once and gets the same answer for 48 hours.",
)
IF_MATCH = Parameter(
    "If-Match", {"type": "string", "pattern": r'^(\*|(W/)?"[!#-~]*")$'}, None, "The ETag of the view that is answered; instead of `nth`."
)
CURSOR = Parameter("cursor", {"type": "string", "pattern": pagination.PATTERN}, pagination.read_cursor, "`next` of the page before.")
OMIT = Parameter(
    "omit",
    {"type": "string", "enum": [",".join(names) for most in range(len(OMITTED)) for names in permutations(OMITTED, most + 1)]},
    some_of(*OMITTED),
    "Parts of the view to leave out, separated by commas. They are not computed: `scene` is null, `text` is empty.",
)


def ref(name: str) -> dict[str, Any]:
    """A reference to a schema of `tests.openapi.components`."""
    return {"$ref": f"#/components/schemas/{name}"}


def page_of(name: str) -> dict[str, Any]:
    return ref(f"{name}Page")


def number(name: str, least: int, most: int, description: str = "") -> Parameter:
    """A query parameter for an integer."""
    return Parameter(name, {"type": "integer", "minimum": least, "maximum": most}, whole(least, most), description)


def limit(most: int) -> Parameter:
    """The query parameter for the size of a page."""
    return number("limit", 1, most, f"Up to {most} per page.")


PAGE = (CURSOR, limit(pagination.MOST))


def choice(name: str, words: Sequence[str], description: str = "") -> Parameter:
    """A query parameter for one of these words."""
    return Parameter(name, {"type": "string", "enum": list(words)}, one_of(*words), description)


def flag(name: str, description: str = "") -> Parameter:
    """A query parameter for `true` or `false`."""
    return Parameter(name, {"type": "string", "enum": ["true", "false"]}, switch, description)


def key(name: str, description: str = "") -> Parameter:
    """A query parameter for a code or key."""
    return Parameter(name, {"type": "string", "pattern": "^[a-z0-9_]{1,40}$"}, word, description)


def operation(
    name: str,
    tag: str,
    answer: Mapping[Any, Any],
    *,
    body: type[Body] = EmptyBody,
    parameters: Sequence[Parameter] = (),
    once: bool = False,
    also: Sequence[str] = (),
) -> Callable[[F], F]:
    """Describe a method of a view; its docstring becomes the description. `name` is the operation id, `answer` maps statuses to schemas.

    `once`: the method takes an Idempotency-Key. `also`: statuses of refusals that do not follow from method and path.
    """
    known = {one.name: one.read for one in parameters if one.read is not None}
    described = Operation(name, tag, answer, body, [*parameters, *([KEY] if once else [])], also, known)

    def decorate(method: F) -> F:
        method.operation = described  # type: ignore[attr-defined]
        return method

    return decorate

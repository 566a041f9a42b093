"""The decorator `operation` that describes a view method for the OpenAPI document, and shared parameters."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from games.api.base import pagination
from games.api.base.fields import Body, Nothing
from games.api.base.shapes import OMITTED

F = TypeVar("F", bound=Callable[..., Any])
NAME = {"type": "string", "pattern": "^[a-z0-9_]{1,40}$"}
"""The schema of a code or key in a query parameter."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of the query or, with `header`, a header. A `listed` one has several values, separated by commas."""

    name: str
    schema: Mapping[str, Any]
    description: str = ""
    header: bool = False
    listed: bool = False


@dataclass(frozen=True)
class Operation:
    """The description of a view method, from which `tests.bench.openapi` generates the document."""

    name: str
    tag: str
    answers: Mapping[Any, Any]
    body: type[Body]
    parameters: Sequence[Parameter]
    also: Sequence[str]


KEY = Parameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]([ -~]{0,198}[!-~])?$"},
    "Any text of your own: the same request with the same key has its effect once and gets the same answer for 48 hours.",
    header=True,
)
IF_MATCH = Parameter("If-Match", {"type": "string"}, "The ETag of the view that is answered; instead of `nth`.", header=True)
CURSOR = Parameter("cursor", {"type": "string", "pattern": pagination.PATTERN}, "`next` of the page before.")
OMIT = Parameter(
    "omit",
    {"type": "array", "items": {"type": "string", "enum": list(OMITTED)}, "minItems": 1, "maxItems": len(OMITTED), "uniqueItems": True},
    "Parts of the view to leave out, separated by commas. They are not computed: `scene` is null, `text` is empty.",
    listed=True,
)


def ref(name: str) -> dict[str, Any]:
    """A reference to a schema of `tests.bench.openapi.components`."""
    return {"$ref": f"#/components/schemas/{name}"}


def page_of(name: str) -> dict[str, Any]:
    """A reference to the schema of a page of these items."""
    return ref(f"{name}Page")


def limit(most: int) -> Parameter:
    """The query parameter for the size of a page."""
    return Parameter("limit", {"type": "integer", "minimum": 1, "maximum": most}, f"Up to {most} per page.")


def operation(
    name: str,
    tag: str,
    answer: Mapping[Any, Any],
    *,
    body: type[Body] = Nothing,
    parameters: Sequence[Parameter] = (),
    once: bool = False,
    also: Sequence[str] = (),
) -> Callable[[F], F]:
    """Describe a method of a view; its docstring becomes the description. `name` is the operation id, `answer` maps statuses to schemas.

    `once`: the method takes an Idempotency-Key. `also`: statuses of refusals that do not follow from method and path.
    """
    described = Operation(name, tag, answer, body, [*parameters, *([KEY] if once else [])], also)

    def decorate(method: F) -> F:
        method.operation = described  # type: ignore[attr-defined]
        return method

    return decorate

"""One short way to describe an operation for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema

from games.api.base import pagination
from games.api.base.fields import Body, Nothing
from games.api.base.operations import BY_HAND
from games.api.base.shapes import OMITTED

F = TypeVar("F", bound=Callable[..., Any])
NAME = {"type": "string", "pattern": "^[a-z0-9_]{1,40}$"}
"""A code, or the key of a kind or game, in a query."""

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]([ -~]{0,198}[!-~])?$"},
    OpenApiParameter.HEADER,
    description="Any text of your own: the same request with the same key has its effect once and gets the same answer for 48 hours.",
)
IF_MATCH = OpenApiParameter(
    "If-Match", OpenApiTypes.STR, OpenApiParameter.HEADER, description="The ETag of the view that is answered; instead of `nth`."
)
CURSOR = OpenApiParameter("cursor", {"type": "string", "pattern": pagination.PATTERN}, description="`next` of the page before.")

OMIT = OpenApiParameter(
    "omit",
    {"type": "array", "items": {"type": "string", "enum": list(OMITTED)}, "minItems": 1, "maxItems": len(OMITTED), "uniqueItems": True},
    style="form",
    explode=False,
    description="Parts of the view that you do not need, separated by commas: not computed. `scene` is null then, `text` empty.",
)


def ref(name: str) -> dict[str, Any]:
    """A schema of `games.api.base.components`."""
    return {"$ref": f"#/components/schemas/{name}"}


def page_of(name: str) -> dict[str, Any]:
    """A page of such things."""
    return ref(f"{name}Page")


def limit(most: int) -> OpenApiParameter:
    """The size of a page."""
    return OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": most}, description=f"Up to {most} per page.")


def operation(
    name: str,
    tag: str,
    answer: Mapping[Any, Any],
    *,
    body: type[Body] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    once: bool = False,
    also: Sequence[str] = (),
) -> Callable[[F], F]:
    """Describe a method of a view; its docstring says what it does. `once`: it takes an Idempotency-Key; `also`: further
    statuses of refusals than `games.api.base.operations` knows from the method and the path.
    """
    given = [*parameters, *([KEY] if once else [])]
    decorate = extend_schema(
        operation_id=name, tags=[tag], parameters=given, request=body or Nothing, responses=dict(answer), extensions={BY_HAND: tuple(also)}
    )
    return decorate

"""The decorator `operation` that describes a view method for the OpenAPI document, and shared parameters."""

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
"""The schema of a code or key in a query parameter."""

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
    description="Parts of the view to leave out, separated by commas. They are not computed: `scene` is null, `text` is empty.",
)


def ref(name: str) -> dict[str, Any]:
    """A reference to a schema of `games.api.base.components`."""
    return {"$ref": f"#/components/schemas/{name}"}


def page_of(name: str) -> dict[str, Any]:
    """A reference to the schema of a page of these items."""
    return ref(f"{name}Page")


def limit(most: int) -> OpenApiParameter:
    """The query parameter for the size of a page."""
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
    """Describe a method of a view; its docstring becomes the description. `name` is the operation id, `answer` maps statuses to schemas.

    `once`: the method takes an Idempotency-Key. `also`: statuses of refusals that `games.api.base.operations` does not derive from method
    and path.
    """
    given = [*parameters, *([KEY] if once else [])]
    decorate = extend_schema(
        operation_id=name, tags=[tag], parameters=given, request=body or Nothing, responses=dict(answer), extensions={BY_HAND: tuple(also)}
    )
    return decorate

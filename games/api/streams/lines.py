"""Encoding of stream lines: the state of a game and, with `include=view`, the view of the caller; and parsing of the parameters."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from games.api.base import shapes
from games.api.base.accept import quality
from games.api.base.problems import Problem
from games.api.base.renderer import encode
from games.api.base.requests import some_of
from games.api.streams.hub import event_id
from games.api.streams.tables import Tables, Views, Wishes
from games.queries.tables.stream_state import Standing

TABLES = Tables()
KNOWN = {"include": ("view",), "format": ("ndjson", "sse")}
OMITTED = some_of(*shapes.OMITTED)
TAKEN = "; ".join([*(f"{word}={'|'.join(fits)}" for word, fits in KNOWN.items()), f"omit={','.join(shapes.OMITTED)}"])


def wishes(request: ASGIRequest) -> Wishes:
    """Parse the options of a stream. Raises `Problem` for unknown, repeated or invalid parameters, and for an unsupported Accept."""
    errors = []
    omit: frozenset[str] = frozenset()
    for name, values in request.GET.lists():
        try:
            if name == "omit" and len(values) == 1:
                omit = OMITTED(values[0])
            elif values[-1] not in KNOWN.get(name, ()) or len(values) > 1:
                raise ValueError(f"The stream takes {TAKEN}, each once.")
        except ValueError as error:
            errors.append({"parameter": name[:80], "detail": str(error), "code": "bad_parameter"})
    if errors:
        raise Problem("bad-parameter", errors[0]["detail"], errors=errors)
    return Wishes(_ndjson(request), request.GET.get("include") == "view", translation.get_language_from_request(request), omit)


def _ndjson(request: ASGIRequest) -> bool:
    """Whether the lines are JSON instead of events: by `format`, else by what Accept prefers. Raises `Problem` if it excludes both."""
    if "format" in request.GET:
        return request.GET["format"] == "ndjson"
    accept = request.headers.get("Accept", "")
    events, lines = quality(accept, "text/event-stream"), quality(accept, "application/x-ndjson")
    if not events and not lines:
        raise Problem("not-acceptable", "The stream is text/event-stream or application/x-ndjson; name one of them in Accept.")
    return lines > events or (lines == events and "application/x-ndjson" in accept.lower())


async def lines(player: int, standings: Sequence[Standing], moment: datetime, wanted: Wishes, known: Views | None = None) -> list[bytes]:
    """The encoded lines of these states. Views that are not in `known` are read now, with the present permission."""
    views = known or {}
    lacking = [it.game for it in standings if it.game not in views] if wanted.views else []
    if lacking:
        views = views | await TABLES.views(player, lacking, wanted.language, wanted.omit)
    return [encoded(facts(it, moment) | ({"view": views[it.game]} if it.game in views else {}), wanted) for it in standings]


def facts(standing: Standing, moment: datetime) -> dict[str, Any]:
    """The fields of a line about a game; `id` is the Last-Event-ID with which the stream is resumed."""
    return {"type": "game", "id": event_id(moment), **standing.facts()}


def encoded(data: dict[str, Any], wanted: Wishes) -> bytes:
    body: bytes = encode(data)
    if wanted.ndjson:
        return body + b"\n"
    return b"".join((b"id: ", str(data["id"]).encode(), b"\nevent: ", str(data["type"]).encode(), b"\ndata: ", body, b"\n\n"))

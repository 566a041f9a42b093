"""OpenAPI descriptions of the data that the server sends by itself: lines of the stream, and calls of webhooks."""

from __future__ import annotations

from typing import Any

from games.api.base.describe import OMIT
from games.api.streams.hub import EVENT_ID
from games.queries.tables.stream_state import SLACK
from notifications import kinds
from notifications.kinds import PROGRAMS
from tests.openapi import parts
from tests.openapi.enumerations import words

LAST_EVENT: dict[str, Any] = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": (
        "The `id` of the last line you received. The stream sends what has changed since, "
        f"and repeats lines of the {SLACK.seconds} seconds before."
    ),
    "schema": {"type": "string", "pattern": f"^{EVENT_ID.pattern}$"},
}
INCLUDE: dict[str, Any] = {
    "name": "include",
    "in": "query",
    "description": "`view`: each line of a game contains your current view of the table, in `view`.",
    "schema": {"type": "string", "enum": ["view"]},
}
PARTS: dict[str, Any] = {"name": OMIT.name, "in": "query", "description": OMIT.description, "schema": dict(OMIT.schema)}
FORMAT: dict[str, Any] = {
    "name": "format",
    "in": "query",
    "description": "`ndjson`: the same as `Accept: application/x-ndjson`.",
    "schema": {"type": "string", "enum": ["ndjson", "sse"]},
}
LINE = {"type": "game", "id": "1795367725123456", "game": "k3m9x2", "status": "active", "seq": 7, "seat": 0, "nth": 4}
SIGNED = {
    "webhook-id": "The id of the message, the same for every attempt. Store it to ignore repetitions.",
    "webhook-timestamp": "The time of this attempt, in seconds since 1970-01-01 UTC.",
    "webhook-signature": "`v1,` and the signature. One for each valid secret, separated by spaces.",
}


def stream() -> dict[str, Any]:
    """The operation of the stream, which a separate process serves."""
    refusals = ("400", "401", "403", "404", "406", "429", "503")
    text = {"schema": {"type": "string"}, "example": "id: 1795367725123456\nevent: game\ndata: {…}\n\n"}
    line = {"schema": parts.ref("schemas", "StreamLine"), "example": LINE | {"my_turn": True, "due_at": None}}
    found = {"description": "Lines until the connection is closed, with an empty line at least every seven seconds.", "headers": {}}
    return {
        "operationId": "stream",
        "summary": "Follow the changes in your games",
        "description": (
            "Sends the state of each of your running games, then `ready`, then a line whenever one of them changes. Its address is "
            "`stream` of `GET /api/v1/`; it may be on another port. Each event of `text/event-stream` has a StreamLine as JSON in "
            "`data`; with `Accept: application/x-ndjson` each line is one. At most three streams per person. Needs the scope `game:read`."
        ),
        "tags": ["streams"],
        "parameters": [LAST_EVENT, INCLUDE, PARTS, FORMAT],
        "security": [{"oauth": ["game:read"]}, {"token": []}, {"session": []}],
        "responses": {
            "200": found | {"content": {"text/event-stream": text, "application/x-ndjson": line}},
            "307": {
                "description": "The stream is at another address, given in `Location`.",
                "headers": {"Location": parts.ref("headers", "Location")},
            },
            **{status: parts.problem(status) for status in refusals},
        },
    }


def webhooks() -> dict[str, Any]:
    """The webhooks section: the calls to the addresses of `POST /webhooks`."""
    said = {
        "message": ("A message of one of your kinds", "A message that you also get by mail.", "WebhookMessage"),
        "table_changed": (
            "The followed game has changed",
            "`data.seq` is the length of the log.",
            "WebhookTableChanged",
        ),
        "webhook_test": ("A test call", "Sent by `POST /webhooks/{id}/test`.", "WebhookTest"),
    }
    return {name: {"post": _call(name, *facts)} for name, facts in said.items()}


def _call(name: str, summary: str, description: str, schema: str) -> dict[str, Any]:
    headers = [
        {"name": header, "in": "header", "required": True, "description": meaning, "schema": {"type": "string"}}
        for header, meaning in SIGNED.items()
    ]
    return {
        "operationId": f"webhook_{name}".replace("webhook_webhook", "webhook"),
        "summary": summary,
        "description": f"{description} Signed by the Standard Webhooks specification.",
        "tags": ["calls"],
        "security": [{}],
        "parameters": headers,
        "requestBody": {"required": True, "content": {"application/json": {"schema": parts.ref("schemas", schema)}}},
        "responses": {
            "2XX": {"description": "Accepted. After any other status except 410 the call is retried for about a day."},
            "410": {"description": "Gone. The webhook is disabled."},
        },
    }


def schemas() -> dict[str, dict[str, Any]]:
    """The schemas of the bodies of webhook calls."""
    known = [(kind.name, kind.title) for kind in kinds.all_kinds() if PROGRAMS in kind.channels]
    text, number = {"type": "string"}, {"type": "integer"}
    about = {
        "title": text | {"description": "The event, in one line."},
        "link": text | {"description": "The URL of the page about it."},
        "game": text | {"description": "The code of the game."},
        "seat": number | {"description": "Your seat."},
        "nth": number | {"description": "The number of the open question, to send with the move."},
        "seq": number | {"description": "The length of the log."},
    }
    return {
        "MessageKind": words("The kind of a message.", known),
        "WebhookMessage": _body(parts.ref("schemas", "MessageKind"), about, "title", "link"),
        "WebhookTableChanged": _body(
            {"type": "string", "const": "table_changed", "description": "The kind of the call."}, about, "title", "link", "game", "seq"
        ),
        "WebhookTest": _body(
            {"type": "string", "const": "webhook_test", "description": "The kind of the call."},
            {name: about[name] for name in ("title", "link")},
            "title",
            "link",
        ),
    }


def _body(kind: dict[str, Any], about: dict[str, Any], *required: str) -> dict[str, Any]:
    data = {"type": "object", "required": list(required), "properties": about, "additionalProperties": True}
    properties = {
        "type": kind,
        "timestamp": {"type": "string", "format": "date-time", "description": "The time of the event."},
        "data": data | {"description": "Ids, a title and a link. Contains no hidden information."},
    }
    return {"type": "object", "required": list(properties), "properties": properties}

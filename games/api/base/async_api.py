"""The AsyncAPI document of the stream and the calls of webhooks, built from the same declarations as the OpenAPI document."""

import copy
import hashlib
import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from games.api.base.schema import committed

VERSION = "3.0.0"
REF = "#/components/schemas/"


@lru_cache(maxsize=1)
def document() -> bytes:
    return json.dumps(described(), ensure_ascii=False, indent=1).encode()


@lru_cache(maxsize=1)
def tag() -> str:
    return f'"{hashlib.blake2b(document(), digest_size=12).hexdigest()}"'


def described() -> dict[str, Any]:
    """The document: one channel for the stream, one for the calls of webhooks."""
    openapi, place = committed(), urlsplit(settings.STREAM_URL)
    calls = {name: it["post"] for name, it in openapi["webhooks"].items()}
    messages = {name: _call(it) for name, it in calls.items()} | {"line": _line(openapi)}
    return {
        "asyncapi": VERSION,
        "info": {
            "title": openapi["info"]["title"],
            "version": openapi["info"]["version"],
            "description": "The stream and the calls of webhooks.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "streams": {"host": place.netloc, "protocol": place.scheme, "security": [{"$ref": "#/components/securitySchemes/token"}]}
        },
        "channels": {
            "stream": _channel("stream", ["line"], place.path) | {"description": openapi["paths"]["/stream"]["get"]["description"]},
            "webhook": _channel("webhook", list(calls), None) | {"description": "The address given to `POST /webhooks`."},
        },
        "operations": {
            "follow": _operation("stream", "GET", "The server sends lines until the connection is closed.", _parameters(openapi, "query")),
            "call": _operation(
                "webhook", "POST", "The server calls your address; after any status but 2xx it repeats the call for about a day.", None
            ),
        },
        "components": {
            "messages": messages,
            "schemas": _schemas(openapi, messages),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "A token with the scope game:read."}},
        },
    }


def _parameters(openapi: dict[str, Any], place: str) -> dict[str, Any]:
    """The parameters of the stream in the query or header, as properties."""
    found = [it for it in openapi["paths"]["/stream"]["get"]["parameters"] if it["in"] == place]
    return {it["name"]: {**it["schema"], "description": it["description"]} for it in found}


def _channel(name: str, messages: list[str], address: str | None) -> dict[str, Any]:
    return {"address": address, "messages": {it: {"$ref": f"#/components/messages/{it}"} for it in messages}}


def _operation(channel: str, method: str, summary: str, query: dict[str, Any] | None) -> dict[str, Any]:
    bindings: dict[str, Any] = {"method": method} | ({"query": {"type": "object", "properties": query}} if query else {})
    return {"action": "send", "channel": {"$ref": f"#/channels/{channel}"}, "summary": summary, "bindings": {"http": bindings}}


def _line(openapi: dict[str, Any]) -> dict[str, Any]:
    content = openapi["paths"]["/stream"]["get"]["responses"]["200"]["content"]["application/x-ndjson"]
    headers = {"type": "object", "properties": _parameters(openapi, "header")}
    return {
        "summary": "The state of one of your games, or the end of the first states.",
        "description": "With server-sent events, `data` holds it. Send the last `id` as Last-Event-ID when you reconnect.",
        "headers": headers,
        "payload": {"$ref": f"{REF}StreamLine"},
        "examples": [{"payload": content["example"]}],
    }


def _call(operation: dict[str, Any]) -> dict[str, Any]:
    given = [(it["name"], it["description"]) for it in operation["parameters"]]
    headers = {name: {"type": "string", "description": meaning} for name, meaning in given}
    return {
        "summary": operation["summary"],
        "description": operation["description"],
        "headers": {"type": "object", "required": list(headers), "properties": headers},
        "payload": copy.deepcopy(operation["requestBody"]["content"]["application/json"]["schema"]),
    }


def _schemas(openapi: dict[str, Any], messages: dict[str, Any]) -> dict[str, Any]:
    known, found, left = openapi["components"]["schemas"], {}, set(_references(messages))
    while left:
        name = left.pop()
        found[name] = known[name]
        left |= set(_references(known[name])) - found.keys()
    return dict(sorted(found.items()))


def _references(value: Any) -> Iterator[str]:
    """The names of all schemas that `value` refers to, at any depth."""
    if isinstance(value, dict):
        if str(value.get("$ref", "")).startswith(REF):
            yield value["$ref"].removeprefix(REF)
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)

"""Shared components of the OpenAPI document to which operations refer: parameters, headers, refusals, examples."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from games.api.base.problems import KINDS, MEDIA_TYPE

EXAMPLES = Path(__file__).with_name("examples.json")
"""The file of examples, recorded by tests (tests/games/api/recording.py)."""

Part = dict[str, Any]


def ref(section: str, name: str) -> Part:
    """A reference to an entry of a section of `components`."""
    return {"$ref": f"#/components/{section}/{name}"}


def _header(description: str, example: str) -> Part:
    return {"description": description, "schema": {"type": "string"}, "example": example}


HEADERS: dict[str, Part] = {
    "RateLimit": _header("The remaining quota of the rate limit that counted this request.", '"read";r=299;t=42'),
    "RateLimit-Policy": _header("The rate limit: `q` requests in `w` seconds.", '"read";q=300;w=60'),
    "X-Request-ID": _header("The id of the request. Quote it when you contact the operator.", "0b1946ac92492d2347c6235b"),
    "ETag": _header(
        "The version of this response. Send it in `If-None-Match` to get 304 if nothing has changed.", '"5d41402abc4b2a76b9719d91"'
    ),
    "Location": _header("The URL of the created resource.", "/api/v1/games/k3m9x2"),
    "Idempotent-Replayed": _header("`true`: the stored response of an earlier request with this Idempotency-Key.", "true"),
    "Retry-After": _header("Seconds to wait before the next attempt.", "5"),
    "WWW-Authenticate": _header("The error, the missing scope and the resource metadata (RFC 6750 and 9728).", 'Bearer realm="fate"'),
}
EVERYWHERE = ("RateLimit", "RateLimit-Policy", "X-Request-ID")
CONDITION = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of your last response. If nothing has changed, the response is 304 without a body.",
    "schema": {"type": "string"},
}
PARAMETERS: dict[str, Part] = {"If-None-Match": CONDITION}
BEFORE_COUNTING = ("401", "403", "406", "503")
"""Statuses of refusals that can occur before the request is counted in its limit."""
SUCCESSES: dict[str, Part] = {}
SHOWN: set[str] = set()
"""Names of the examples that are referred to so far. Generating the document again adds the same names."""
PROBLEM_HEADERS = {"401": ("WWW-Authenticate",), "429": ("Retry-After",), "503": ("Retry-After",)}
REFUSALS = {
    "400": "BadRequest",
    "401": "NotSignedIn",
    "403": "Forbidden",
    "404": "NotFound",
    "406": "NotAcceptable",
    "409": "Conflict",
    "411": "LengthRequired",
    "412": "PreconditionFailed",
    "413": "TooLarge",
    "415": "UnsupportedMediaType",
    "422": "Invalid",
    "428": "PreconditionRequired",
    "429": "TooManyRequests",
    "503": "Unavailable",
}
DONE = {"200": "OK", "201": "Created", "202": "Accepted", "204": "Done, without a response body"}


def parameter(found: Part) -> Part:
    """A parameter: as a reference if all operations share it, else the parameter with its description."""
    name = found["name"]
    if name in ("Idempotency-Key", "If-Match", "cursor"):
        PARAMETERS[name] = found
        return ref("parameters", name)
    if found["in"] == "path" and name in PATH_WORDS:
        found = {**found, "description": PATH_WORDS[name]}
        if name in ("code", "id", "name") and found["schema"] == PLAIN.get(name, PLAIN["code"]):
            PARAMETERS[f"path-{name}"] = found
            return ref("parameters", f"path-{name}")
    return found


PATH_WORDS = {
    "code": "The code of the game or tournament.",
    "name": "The name of a player.",
    "other": "The name of the other player.",
    "id": "The id, from the list.",
    "key": "The key, from the list.",
    "slot": "The slot, from the list.",
    "seq": "The length of the log at the requested time.",
    "medium": "The name of the channel.",
}
PLAIN: dict[str, Part] = {"code": {"type": "string"}, "id": {"type": "integer"}}


def more_parameters(method: str) -> list[Part]:
    """The parameters of all operations with this method."""
    return [ref("parameters", "If-None-Match")] if method == "GET" else []


def headers(status: str, *, reading: bool, once: bool) -> dict[str, Part]:
    """The headers of a successful response."""
    names = [
        *EVERYWHERE,
        *(["ETag"] if reading else []),
        *(["Idempotent-Replayed"] if once else []),
        *(["Location"] if status == "201" else []),
    ]
    return {name: ref("headers", name) for name in names}


def problem(status: str) -> Part:
    """A reference to the response of a refusal."""
    return ref("responses", REFUSALS.get(status, "NotModified"))


def responses() -> dict[str, Part]:
    """The responses of all refusals, each with its possible types of problems."""
    content = {MEDIA_TYPE: {"schema": ref("schemas", "Problem")}}
    found: dict[str, Part] = {
        "NotModified": {
            "description": "Nothing has changed since the ETag in If-None-Match.",
            "headers": {name: ref("headers", name) for name in (*EVERYWHERE, "ETag")},
        }
    }
    for status, name in REFUSALS.items():
        kinds = [f"- `{word}`: {kind.title}" for word, kind in KINDS.items() if kind.status == int(status)]
        names = (*(["X-Request-ID"] if status in BEFORE_COUNTING else EVERYWHERE), *PROBLEM_HEADERS.get(status, ()))
        answer = {"description": "\n".join(["A problem (RFC 9457), by its type:", "", *kinds]), "content": content}
        found[name] = answer | {"headers": {name: ref("headers", name) for name in names}}
    return found


@cache
def recorded() -> dict[str, dict[str, Any]]:
    """The recorded examples: "requests" by operation, "answers" by component or operation."""
    found: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


def add_example(operation: Part) -> None:
    """Add the recorded request, if there is one, as the example of an operation."""
    name = operation["operationId"]
    for media in operation.get("requestBody", {}).get("content", {}).values():
        if name in recorded()["requests"]:
            media["examples"] = {"recorded": {"value": recorded()["requests"][name]}}


def success(operation: str, status: str, answer: Part, *, reading: bool, once: bool) -> Part:
    """A reference to a successful response, shared by operations with equal schema, status and headers.

    Raises ValueError if two different responses get the same name.
    """
    media = answer.get("content", {}).get("application/json")
    label = label_of(operation, media["schema"]) if media is not None else "Done" if "content" not in answer else operation
    if media is not None and label in recorded()["answers"]:
        media["examples"] = {"recorded": ref("examples", label)}
        SHOWN.add(label)
    answer["description"] = answer.get("description") or DONE[status]
    answer["headers"] = headers(status, reading=reading and media is not None, once=once)
    kind = "" if reading else {"200": "Changed", "201": "Created", "202": "Accepted", "204": "Empty"}[status]
    name = label[0].upper() + label[1:] + kind + ("Once" if once else "")
    if SUCCESSES.setdefault(name, answer) != answer:
        raise ValueError(f"Two answers are named {name} in the document; give one of their components another name.")
    return ref("responses", name)


def label_of(operation: str, schema: Part) -> str:
    """The name of the example of a response: the component, or the operation if its schema is no reference."""
    return str(schema["$ref"]).rpartition("/")[2] if "$ref" in schema else operation

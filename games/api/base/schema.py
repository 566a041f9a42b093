"""Generation of the OpenAPI document with drf-spectacular, and access to the committed document.

`complete` is a postprocessing hook that adds the components, security schemes, the stream and the webhooks.
"""

from __future__ import annotations

import copy
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import yaml
from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from games.api.base import document_parts as parts
from games.api.base import events
from games.api.base.components import COMPONENTS
from games.api.base.enumerations import ENUMERATIONS
from games.api.base.meanings import describe
from games.services.people.api_tokens import SCOPES

try:
    from yaml import CSafeLoader as SafeLoader
except ImportError:  # a PyYAML without libyaml
    from yaml import SafeLoader  # type: ignore[assignment]

COMMITTED = Path(settings.OPENAPI_DOCUMENT)


class TokenScheme(OpenApiAuthenticationExtension):
    """The security scheme of `TokenAuthentication` for drf-spectacular; `complete` replaces it by `SECURITY`."""

    target_class = "games.api.base.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """The bearer scheme (RFC 6750)."""
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):
    """The security scheme of `CookieAuthentication` for drf-spectacular."""

    target_class = "games.api.base.auth.CookieAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """The session cookie."""
        return {"type": "apiKey", "in": "cookie", "name": "session"}


SECURITY = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token made at /settings/tokens/new: `Authorization: Bearer fate_…`. It needs the scopes listed under `oauth`.",
    },
    "oauth": {
        "type": "oauth2",
        "description": "OAuth 2.0 authorization code with PKCE (S256); clients need no registration. The token is used like any other.",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": "/oauth/authorize",
                "tokenUrl": "/oauth/token",
                "scopes": {name: str(words) for name, words in SCOPES.items()},
            }
        },
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "session",
        "description": "The session cookie of the site. All methods except GET also need the header X-CSRFToken.",
    },
}
TAGS = {
    "about": "The index of the API and the service.",
    "calls": "Calls that the site makes to your webhooks.",
    "challenges": "Challenging players by name.",
    "games": "Listing, reading and creating games.",
    "history": "The log, earlier positions, finished games and their verification.",
    "me": "Your account: profile, preferences, messages, channels and stored data.",
    "play": "Views, moves, talk, notes and standing orders.",
    "players": "Public profiles and ratings of players, and your private notes and blocks.",
    "rules": "The catalogue of games with their settings.",
    "streams": "One connection that reports the changes in your games.",
    "tables": "Joining and leaving tables, bots, invitations and rematches.",
    "time": "Clocks, pauses, deputies and absences.",
    "tokens": "Your API tokens. Session only.",
    "tournaments": "Tournaments: registration, pairings, standings and directing.",
    "webhooks": "Your webhooks: https addresses that the site calls with your messages.",
}
INFO = {
    "contact": {"name": "The operator of this site"},
    "license": {"name": "MIT", "identifier": "MIT"},
}


def only_api(endpoints: list[Any]) -> list[Any]:
    """Preprocessing hook: only the endpoints below /api/v1/."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


def complete(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Postprocessing hook: add the components that operations refer to, the stream, the webhooks, tags and servers.

    Raises ValueError if a request body and a response component have the same name.
    """
    components = result.setdefault("components", {})
    for body in components.setdefault("schemas", {}).values():  # up to here only bodies of requests, which take no other names
        body |= {"additionalProperties": False} if body.get("type") == "object" else {}
        body["properties"] = {name: _without_default(schema) for name, schema in body.get("properties", {}).items()}
    if twice := components["schemas"].keys() & COMPONENTS.keys():
        raise ValueError(
            f"These are names of bodies and of answers: {', '.join(sorted(twice))}; rename the shapes in games.api.base.components."
        )
    result["paths"]["/stream"] = {"get": events.stream()}
    result["webhooks"] = events.webhooks()
    schemas = components["schemas"] | copy.deepcopy(COMPONENTS) | events.schemas()
    schemas |= {name: page(name.removesuffix("Page")) for name in sorted(_referenced([result, parts.SUCCESSES])) if name.endswith("Page")}
    for name, schema in schemas.items():
        describe(name, schema)
    used = _used(schemas, _referenced([result, parts.SUCCESSES]) | {"Problem", "StreamLine"})
    result["components"] = {
        "schemas": {name: schemas[name] for name in sorted(used)},
        "parameters": dict(sorted(parts.PARAMETERS.items())),
        "headers": parts.HEADERS,
        "responses": dict(sorted((parts.SUCCESSES | parts.responses()).items())),
        "examples": {name: {"value": value} for name, value in sorted(parts.recorded()["answers"].items()) if name in parts.SHOWN},
        "securitySchemes": SECURITY,
    }
    both = [*result["paths"].values(), *result["webhooks"].values()]
    tags = {tag for methods in both for operation in methods.values() for tag in operation["tags"]}
    result["tags"] = [{"name": name, "description": TAGS[name]} for name in sorted(tags)]
    result["servers"] = [{"url": "/api/v1", "description": "The site that serves this document."}]
    result["info"] |= INFO
    return result


def _without_default(schema: dict[str, Any]) -> dict[str, Any]:
    """A request field with its default in the description instead: client generators make a field with a default required."""
    found = {name: value for name, value in schema.items() if name != "x-spec-enum-id"}
    default = found.pop("default", None)
    shared = next((name for name, it in ENUMERATIONS.items() if set(it["enum"]) == set(found.get("enum", ()))), None)
    if shared is not None:
        found = parts.ref("schemas", shared) | {name: found[name] for name in ("description",) if name in found}
    if default in (None, "", [], {}):
        return found
    words = " ".join([str(found.get("description", "")), f"Default: {json.dumps(default)}."]).strip()
    return found | {"description": words}


def page(name: str) -> dict[str, Any]:
    """The schema of a page of items of the component `name`."""
    items = {"type": "array", "items": parts.ref("schemas", name)}
    return {"type": "object", "required": ["items", "next"], "properties": {"items": items, "next": {"type": ["string", "null"]}}}


def _referenced(found: Any) -> set[str]:
    """The names of the schemas that `found` refers to, at any depth."""
    return set(re.findall(r'"#/components/schemas/([A-Za-z]+)"', json.dumps(found, default=str)))


def _used(schemas: dict[str, Any], wanted: set[str]) -> set[str]:
    """The names in `wanted` and of all schemas that these refer to, directly or indirectly."""
    known: set[str] = set()
    while wanted := wanted - known:
        known |= wanted
        wanted = _referenced([schemas[name] for name in wanted])
    return known


@cache
def committed() -> dict[str, Any]:
    """The committed document, parsed. A test compares it with the generated one."""
    document: dict[str, Any] = yaml.load(COMMITTED.read_text(encoding="utf-8"), Loader=SafeLoader)
    return document


@cache
def document(kind: str) -> tuple[bytes, str]:
    """The bytes of the committed document as "yaml" or "json", and their ETag."""
    content = COMMITTED.read_bytes() if kind == "yaml" else orjson.dumps(committed())
    return content, f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'


def resolved(found: dict[str, Any]) -> dict[str, Any]:
    """The target of a reference of the committed document; an object without "$ref" is returned unchanged."""
    if "$ref" not in found:
        return found
    section, name = found["$ref"].split("/")[-2:]
    it: dict[str, Any] = committed()["components"][section][name]
    return it


def first_example(operation: dict[str, Any], of: str) -> str:
    """The recorded "request" or "answer" of an operation as JSON; "" where there is none."""
    answers = (resolved(answer) for status, answer in operation["responses"].items() if status.startswith("2"))
    places = [operation.get("requestBody", {})] if of == "request" else answers
    for place in places:
        example = place.get("content", {}).get("application/json", {}).get("examples", {}).get("recorded")
        if example is not None:
            return json.dumps(resolved(example)["value"], ensure_ascii=False, indent=2)
    return ""


def scope_of(operation: dict[str, Any]) -> str | None:
    """The scope that an operation needs: "" for any token, None if it takes no token."""
    wanted = [it["oauth"] for it in operation["security"] if "oauth" in it]
    return "".join(wanted[0]) if wanted else None

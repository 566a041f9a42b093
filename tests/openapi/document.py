"""The generator of the document, and the hook that adds components, security schemes, the stream and the webhooks."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import spectacular_settings

from games.api.base.about import API_VERSION
from games.services.people.api_tokens import SCOPES
from tests.openapi import events, parts
from tests.openapi.compact_yaml import compact
from tests.openapi.components import COMPONENTS
from tests.openapi.enumerations import ENUMERATIONS
from tests.openapi.links import LINKS
from tests.openapi.meanings import describe
from tests.openapi.operations import OperationSchema
from tests.openapi.tournaments import TOURNAMENTS

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


ANSWERS = {**COMPONENTS, **TOURNAMENTS}


class Generator(SchemaGenerator):
    """The generator of drf-spectacular with `OperationSchema` for all views, and compact YAML output."""

    def create_view(self, *args: Any, **kwargs: Any) -> Any:
        """The view of an operation."""
        view = super().create_view(*args, **kwargs)  # type: ignore[no-untyped-call]
        view.schema = OperationSchema()
        return view

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        """The document, with short mappings and lists marked for flow style."""
        return compact(super().get_schema(*args, **kwargs))  # type: ignore[no-untyped-call]


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
    if twice := components["schemas"].keys() & ANSWERS.keys():
        raise ValueError(
            f"These are names of bodies and of answers: {', '.join(sorted(twice))}; rename the shapes in tests.openapi.components."
        )
    result["paths"]["/stream"] = {"get": events.stream()}
    result["webhooks"] = events.webhooks()
    schemas = components["schemas"] | copy.deepcopy(ANSWERS) | events.schemas()
    schemas |= {name: page(name.removesuffix("Page")) for name in sorted(_referenced([result, parts.SUCCESSES])) if name.endswith("Page")}
    for name, schema in schemas.items():
        describe(name, schema)
    used = _used(schemas, _referenced([result, parts.SUCCESSES]) | {"Problem", "StreamLine"})
    result["components"] = {
        "schemas": {name: schemas[name] for name in sorted(used)},
        "parameters": dict(sorted(parts.PARAMETERS.items())),
        "headers": parts.HEADERS,
        "responses": dict(sorted((_linked(parts.SUCCESSES) | parts.responses()).items())),
        "examples": {name: {"value": value} for name, value in sorted(parts.recorded()["answers"].items()) if name in parts.SHOWN},
        "securitySchemes": SECURITY,
    }
    both = [*result["paths"].values(), *result["webhooks"].values()]
    tags = {tag for methods in both for operation in methods.values() for tag in operation["tags"]}
    result["tags"] = [{"name": name, "description": TAGS[name]} for name in sorted(tags)]
    result["servers"] = [{"url": "/api/v1", "description": "The site that serves this document."}]
    result["info"] |= INFO
    return result


def _linked(answers: dict[str, Any]) -> dict[str, Any]:
    """The responses with their links. Raises KeyError for links of a response that does not exist."""
    return answers | {name: answers[name] | {"links": links} for name, links in LINKS.items()}


def _without_default(schema: dict[str, Any]) -> dict[str, Any]:
    """A request field with its default in the description instead: client generators make a field with a default required."""
    found = {name: value for name, value in schema.items() if name != "x-spec-enum-id"}
    if "items" in found:
        found["items"] = _without_default(found["items"])
    if len(parents := found.pop("allOf", [])) == 1:
        found = parents[0] | found
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


SETTINGS = {
    "TITLE": "fateapp",
    "VERSION": API_VERSION,
    "OAS_VERSION": "3.1.1",
    "DESCRIPTION": "Card games of fate at your own pace. Programs can do here what people do by form or mail. See docs/api.md.",
    "PREPROCESSING_HOOKS": [f"{__name__}.only_api"],
    "POSTPROCESSING_HOOKS": [f"{__name__}.complete"],
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SCHEMA_PATH_PREFIX_TRIM": True,
}
spectacular_settings.apply_patches(SETTINGS)  # type: ignore[no-untyped-call]

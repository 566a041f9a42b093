"""The OpenAPI document: drf-spectacular's, with our components, security schemes and the problems every operation may answer."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension

from games.api.base.components import COMPONENTS
from games.api.base.problems import MEDIA_TYPE
from games.services.people.api_tokens import SCOPES

COMMITTED = Path(settings.OPENAPI_DOCUMENT)


class TokenScheme(OpenApiAuthenticationExtension):
    """Tells drf-spectacular what a token is; `complete` says the rest."""

    target_class = "games.api.base.auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """RFC 6750."""
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):
    """The same for sessions."""

    target_class = "games.api.base.auth.CookieAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """The cookie of the site's pages."""
        return {"type": "apiKey", "in": "cookie", "name": "session"}


ALWAYS = ("400", "401", "403", "404", "405", "409", "422", "429", "503")
WITH_BODY = ("412", "413", "415", "428")


def _header(description: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string"}}


LIMIT_HEADERS = {
    "RateLimit": _header('What is left of the limit that counted this request: `"read";r=299;t=42`.'),
    "RateLimit-Policy": _header("That limit: so many requests (q) in so many seconds (w)."),
}
LOCATION = {"Location": _header("The address of what was made.")}
RETRY_AFTER = {"Retry-After": _header("Seconds to wait.")}


def only_api(endpoints: list[Any]) -> list[Any]:
    """Only this API; DRF views elsewhere are none of ours."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


def complete(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add what holds for every operation once, instead of at each of them."""
    components = result.setdefault("components", {})
    for body in components.setdefault("schemas", {}).values():  # up to here only bodies of requests, which take no other names
        body |= {"additionalProperties": False} if body.get("type") == "object" else {}
    if twice := components["schemas"].keys() & COMPONENTS.keys():
        raise ValueError(
            f"These are names of bodies and of answers: {', '.join(sorted(twice))}; rename the shapes in games.api.base.components."
        )
    components["schemas"].update(COMPONENTS)
    components["schemas"] = dict(sorted(components["schemas"].items()))
    components["securitySchemes"] = {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "Scopes: " + "; ".join(f"{name}: {words}" for name, words in SCOPES.items()),
        },
        "session": {"type": "apiKey", "in": "cookie", "name": "session", "description": "With X-CSRFToken for all but GET."},
    }
    problem = {"description": "A problem (RFC 9457)", "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    for methods in result["paths"].values():
        for method, operation in methods.items():
            operation["security"] = [{"token": []}, {"session": []}, *([{}] if method == "get" else [])]
            statuses = ALWAYS if method in ("get", "delete") else ALWAYS + WITH_BODY
            operation["responses"] |= dict.fromkeys(statuses, problem)
            if method == "get":
                operation["responses"]["304"] = {"description": "Nothing has changed since the ETag in If-None-Match."}
            for status, answer in operation["responses"].items():
                operation["responses"][status] = answer | {"headers": LIMIT_HEADERS | (LOCATION if status == "201" else {})}
            operation["responses"]["429"]["headers"] |= RETRY_AFTER
            operation["responses"] = dict(sorted(operation["responses"].items()))
    return result


@cache
def committed() -> dict[str, Any]:
    """The document as it is committed; a test compares it with what the code says."""
    document: dict[str, Any] = yaml.safe_load(COMMITTED.read_text(encoding="utf-8"))
    return document

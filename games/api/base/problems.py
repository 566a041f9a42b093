"""Errors as problem documents (RFC 9457) with stable types. `KINDS` is the table of types, used by documents and pages, too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from games.render.reader import reader_for
from games.render.words import said
from games.rules.errors import Ambiguous, BadOption, Damaged, Illegal, NotAsked, RulesError, UnknownRules, Unreadable
from games.services.errors import Closed, NotYours, Refused, Stale, Trouble
from games.services.idempotency import InFlight, KeyReused

MEDIA_TYPE = "application/problem+json"
NOT_OUR_TABLES = "The database does not fit this version of the program. Its operator finds the remedy at /readyz."


@dataclass(frozen=True, slots=True)
class Kind:
    """A stable type of problem: its HTTP status and its title."""

    status: int
    title: str


KINDS: Mapping[str, Kind] = {
    "bad-json": Kind(400, "The body is not acceptable JSON."),
    "bad-request": Kind(400, "The request is malformed."),
    "bad-parameter": Kind(400, "A query parameter is unknown, repeated or out of range."),
    "bad-cursor": Kind(400, "The cursor was not made by this server."),
    "not-signed-in": Kind(401, "The request needs a valid token or session."),
    "forbidden": Kind(403, "You may not do this."),
    "insufficient-scope": Kind(403, "The token lacks a scope."),
    "csrf": Kind(403, "A request with a session cookie needs the CSRF token."),
    "not-your-seat": Kind(403, "You do not have the seat or role that may do this."),
    "not-found": Kind(404, "The resource does not exist or is not visible to you."),
    "method-not-allowed": Kind(405, "This method is not allowed here."),
    "not-acceptable": Kind(406, "Accept excludes every format of the response."),
    "request-timeout": Kind(408, "The request did not arrive in time."),
    "stale": Kind(409, "The question was answered or has changed. Get the view again."),
    "closed": Kind(409, "The present status does not allow this."),
    "not-asked": Kind(409, "There is no open question for you."),
    "trouble": Kind(409, "The game is stopped until an operator resolves an error."),
    "in-flight": Kind(409, "The first request with this Idempotency-Key is still being processed."),
    "length-required": Kind(411, "The body has no length. Send Content-Length, or a chunked body."),
    "precondition-failed": Kind(412, "The game has changed since the ETag in If-Match."),
    "too-large": Kind(413, "The body is too long."),
    "unsupported-media-type": Kind(415, "The body has to be application/json."),
    "invalid": Kind(422, "Fields are missing, unknown or have wrong values."),
    "illegal": Kind(422, "The rules do not allow this answer."),
    "unreadable": Kind(422, "The answer could not be understood."),
    "ambiguous": Kind(422, "The answer fits several choices."),
    "bad-option": Kind(422, "A setting of the game is invalid."),
    "refused": Kind(422, "The request cannot be carried out."),
    "key-reused": Kind(422, "The Idempotency-Key was used for another request."),
    "precondition-required": Kind(428, "The request needs `nth` or If-Match."),
    "too-many-requests": Kind(429, "Too many requests. Retry after the seconds in Retry-After."),
    "head-too-large": Kind(431, "The headers are too long."),
    "server-error": Kind(500, "Something went wrong on our side."),
    "not-implemented": Kind(501, "The server does not support this method or transfer coding."),
    "unavailable": Kind(503, "The server is temporarily unavailable. Retry after the seconds in Retry-After."),
    "version-not-supported": Kind(505, "The server does not support this version of HTTP."),
}

OF_RULES: tuple[tuple[type[RulesError], str], ...] = (
    (Stale, "stale"),
    (NotYours, "not-your-seat"),
    (Closed, "closed"),
    (Trouble, "trouble"),
    (Damaged, "trouble"),
    (UnknownRules, "unavailable"),
    (KeyReused, "key-reused"),
    (InFlight, "in-flight"),
    (Refused, "refused"),
    (NotAsked, "not-asked"),
    (Ambiguous, "ambiguous"),
    (Unreadable, "unreadable"),
    (BadOption, "bad-option"),
    (Illegal, "illegal"),
)


class Problem(Exception):
    """An error that the exception handler turns into the response.

    `kind` is a key of `KINDS`; `errors` are `{"pointer" or "parameter", "detail", "code"}`; `more` are further fields of the document.
    """

    def __init__(
        self,
        kind: str,
        detail: str = "",
        *,
        code: str = "",
        errors: Sequence[Mapping[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail or KINDS[kind].title)
        self.kind, self.code, self.errors = kind, code or kind.replace("-", "_"), list(errors)
        self.headers, self.more = dict(headers or {}), more

    @property
    def status(self) -> int:
        return KINDS[self.kind].status

    def document(self, request_id: str) -> dict[str, Any]:
        document: dict[str, Any] = {
            "type": type_url(self.kind),
            "title": KINDS[self.kind].title,
            "status": self.status,
            "detail": str(self),
            "code": self.code,
            "request_id": request_id,
        }
        return document | ({"errors": self.errors} if self.errors else {}) | self.more


def challenge(error: str = "", scope: str = "") -> dict[str, str]:
    """The WWW-Authenticate header with the error (RFC 6750, 3) and the address of the resource metadata (RFC 9728, 5.1)."""
    parts = ['realm="fate"', *([f'error="{error}"'] if error else []), *([f'scope="{scope}"'] if scope else [])]
    parts.append(f'resource_metadata="{str(settings.SITE_URL).rstrip("/")}/.well-known/oauth-protected-resource/api/v1"')
    return {"WWW-Authenticate": f"Bearer {', '.join(parts)}"}


def type_url(kind: str) -> str:
    """The stable URL of a kind, which is also the address of its explanation."""
    return f"{settings.SITE_URL}/api/v1/docs#problem-{kind}"


def of_rules(error: RulesError) -> Problem:
    """The problem for an error of the services or the rules, with its message in the language of the request."""
    kind = next((kind for type_, kind in OF_RULES if isinstance(error, type_)), "refused")
    more: dict[str, Any] = {"rule": error.rule} if error.rule else {}
    if isinstance(error, UnknownRules):
        more["headers"] = {"Retry-After": str(error.again)}
    if isinstance(error, Ambiguous):
        more["tokens"] = list(error.tokens)
    return Problem(kind, said(error.message, reader_for()), code=error.code, **more)

"""DRF exception handler: converts exceptions of DRF, Django, the rules and unexpected ones into problem documents (RFC 9457)."""

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from games.api.base.problems import MEDIA_TYPE, NOT_OUR_TABLES, Problem, challenge, of_rules
from games.api.base.requests import request_id
from games.rules.errors import RulesError
from games.transient_errors import database_unavailable, schema_mismatch
from notifications.channels.webhook.service import BadWebhook, NoSuchWebhook

log = logging.getLogger(__name__)

OF_DRF: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.NotAuthenticated, "not-signed-in"),
    (exceptions.AuthenticationFailed, "not-signed-in"),
    (exceptions.PermissionDenied, "forbidden"),
    (exceptions.NotFound, "not-found"),
    (exceptions.MethodNotAllowed, "method-not-allowed"),
    (exceptions.NotAcceptable, "not-acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported-media-type"),
    (exceptions.ParseError, "bad-json"),
    (PermissionDenied, "forbidden"),
    (Http404, "not-found"),
    (RequestDataTooBig, "too-large"),
    (SuspiciousOperation, "bad-request"),
)


def handle(error: Exception, context: Mapping[str, Any]) -> Response:
    """The EXCEPTION_HANDLER of DRF. It returns a problem document for every exception and logs those with status 500 and 503."""
    problem = problem_of(error)
    identity = request_id(context["request"])
    if problem.kind == "server-error":
        log.error("api_failed: request %s", identity, exc_info=error)
    elif problem.kind == "unavailable":
        level = logging.ERROR if schema_mismatch(error) else logging.WARNING
        log.log(level, "api_unavailable: request %s (%s)", identity, error)
    headers = problem.headers
    if problem.status == 503:
        headers = {"Retry-After": "5", **headers}
    if problem.status == 401:
        headers = {**challenge("invalid_token" if isinstance(error, exceptions.AuthenticationFailed) else ""), **headers}
    return Response(problem.document(identity), status=problem.status, headers=headers, content_type=MEDIA_TYPE)


def problem_of(error: Exception) -> Problem:
    """The `Problem` that corresponds to an exception; "server-error" for an unknown one."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, RulesError):
        return of_rules(error)
    if isinstance(error, BadWebhook):
        return Problem("not-found" if isinstance(error, NoSuchWebhook) else "refused", str(error), code=error.code)
    if isinstance(error, exceptions.ValidationError):
        return Problem("invalid", errors=list(pointers(error.detail)))
    if isinstance(error, exceptions.Throttled):
        wait = max(1, round(getattr(error, "wait", None) or 1))
        return Problem("too-many-requests", f"Too many requests; please wait {wait} seconds.", headers={"Retry-After": str(wait)})
    if isinstance(error, exceptions.PermissionDenied) and "CSRF" in str(error.detail):
        return Problem("csrf", str(error.detail))
    if database_unavailable(error):
        return Problem("unavailable")
    if schema_mismatch(error):
        return Problem("unavailable", NOT_OUR_TABLES)
    for type_, kind in OF_DRF:
        if isinstance(error, type_):
            allowed = {"Allow": ", ".join(getattr(error, "allowed", []))} if kind == "method-not-allowed" else {}
            detail = str(error.detail) if isinstance(error, exceptions.APIException) else ""
            return Problem(kind, detail, headers={name: value for name, value in allowed.items() if value})
    return Problem("server-error")


def pointers(detail: Any, path: str = "#") -> Iterator[dict[str, str]]:
    """Flatten DRF's nested validation errors into errors with JSON pointers (RFC 6901, as URI fragments as in RFC 9457)."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            step = "" if name == "non_field_errors" else "/" + str(name).replace("~", "~0").replace("/", "~1")
            yield from pointers(inner, path + step)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            yield from pointers(inner, path if isinstance(inner, str) else f"{path}/{index}")
    else:
        yield {"pointer": path, "detail": str(detail), "code": getattr(detail, "code", "invalid")}

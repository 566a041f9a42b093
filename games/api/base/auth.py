"""Authentication by a bearer token or by the session cookie with its CSRF token, and permission by the scopes of tokens."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission

from games.api.base.problems import Problem, challenge
from games.models import ApiToken, Player
from games.requests import person


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer fate_…` (RFC 6750)."""

    def authenticate(self, request: Any) -> tuple[Player, ApiToken] | None:
        """The player and the token; None without the header. Raises AuthenticationFailed for an invalid token."""
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        kind, _space, key = header.partition(" ")
        found = request.parser_context["view"].recognise(request, key.strip()) if kind.lower() == "bearer" else None
        if found is None:
            raise AuthenticationFailed(
                "This token is not valid: mistyped, withdrawn or expired. It is sent as “Authorization: Bearer fate_…”."
            )
        token, request._request.moment = found
        return token.player, token

    def authenticate_header(self, request: Any) -> str:
        return challenge()["WWW-Authenticate"]


class SiteSession(SessionAuthentication):
    """The session cookie with its CSRF token. Requests from pages of other origins are anonymous without a token."""

    def authenticate(self, request: Any) -> tuple[Player, None] | None:
        """The signed-in player. Raises PermissionDenied without the CSRF token."""
        own = (str(settings.SITE_URL).rstrip("/"), f"{request.scheme}://{request.get_host()}")
        if request.headers.get("Origin", own[0]) not in own:
            return None
        found: tuple[Player, None] | None = super().authenticate(request)
        return found


def without_token() -> str:
    """The detail of a 401 without credentials: it names the header and the page where tokens are created."""
    where = f"{str(settings.SITE_URL).rstrip('/')}{reverse('games:tokens')}"
    return f"This needs a token, sent as “Authorization: Bearer fate_…”. Sign in and make one at {where}."


class Scoped(BasePermission):
    """Permission by scope: safe methods need `read_scope` of the view, others `write_scope`. None: a session only, "": any token.

    Views with `open_to_all` can be read without authentication.
    """

    def has_permission(self, request: Any, view: Any) -> bool:
        """True if the request is permitted. Raises `Problem`, which names the missing credential or scope."""
        reading = request.method in SAFE_METHODS
        if person(request) is None:
            if reading and view.open_to_all:
                return True
            raise Problem("not-signed-in", without_token())
        if not isinstance(request.auth, ApiToken) or request.method not in view.allowed_methods:
            return True  # a method that the view lacks is refused after this, with 405
        wanted: str | None = view.read_scope if reading else view.write_scope
        if wanted is None:
            raise Problem("forbidden", "No token may do this; please use the site while signed in.")
        if wanted:
            demand(request.auth, wanted)
        return True


def demand(token: ApiToken, scope: str) -> None:
    """Raises `Problem` insufficient-scope if the token lacks this scope."""
    if scope not in token.scopes:
        headers = challenge("insufficient_scope", scope)
        raise Problem("insufficient-scope", f"This token lacks the scope {scope}.", headers=headers, scope=scope)

"""Authentication by a token in the Authorization header or by the session of the site with its CSRF token; scopes of tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission

from games.api.base.problems import Problem, challenge
from games.api.base.requests import person
from games.models import ApiToken, Player
from games.services.people import api_tokens

READING = ("GET", "HEAD", "OPTIONS")


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer fate_…` (RFC 6750)."""

    def authenticate(self, request: Any) -> tuple[Player, ApiToken] | None:
        """The person and the token, or None when the header is absent."""
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        kind, _space, key = header.partition(" ")
        found = self._recognised(request, key.strip()) if kind.lower() == "bearer" else None
        if found is None:
            raise AuthenticationFailed(
                "This token is not valid: mistyped, withdrawn or expired. It is sent as “Authorization: Bearer fate_…”."
            )
        token, request._request.moment = found
        return token.player, token

    def _recognised(self, request: Any, key: str) -> tuple[ApiToken, datetime] | None:
        """The token and the moment; for views `with_game` the game of the address is read with them, as `running_game` of the request."""
        if not request.parser_context["view"].with_game:
            return api_tokens.recognise(key)
        found = api_tokens.recognise_at(key, request.parser_context["kwargs"]["code"])
        if found is None:
            return None
        token, moment, request._request.running_game = found
        return token, moment

    def authenticate_header(self, request: Any) -> str:
        """What a 401 asks for."""
        return challenge()["WWW-Authenticate"]


class CookieAuthentication(SessionAuthentication):
    """The session of the site's pages; unsafe methods need the CSRF token."""


def without_token() -> str:
    """The detail of a 401 without a credential: it names the header and the page where tokens are made."""
    where = f"{str(settings.SITE_URL).rstrip('/')}{reverse('games:tokens')}"
    return f"This needs a token, sent as “Authorization: Bearer fate_…”. Sign in and make one at {where}."


class Scoped(BasePermission):
    """The view's `scopes` by method: `read_scope` for reading, `write_scope` for the rest; None: no token may do it, only a session.

    Views with `open_to_all` may be read without signing in.
    """

    def has_permission(self, request: Any, view: Any) -> bool:
        """True, or a `Problem` that says what is missing."""
        reading = request.method in READING
        if person(request) is None:
            if reading and view.open_to_all:
                return True
            raise Problem("not-signed-in", without_token())
        if not isinstance(request.auth, ApiToken):
            return True
        wanted: str | None = view.read_scope if reading else view.write_scope
        if wanted is None:
            raise Problem("forbidden", "No token may do this; please use the site while signed in.")
        if wanted and wanted not in request.auth.scopes:
            raise Problem(
                "insufficient-scope", f"This token lacks the scope {wanted}.", headers=challenge("insufficient_scope", wanted), scope=wanted
            )
        return True

"""OAuth 2.0 for third-party programs: authorization code with PKCE (RFC 6749, RFC 7636), by oauthlib.

Programs are not registered: a program is identified by its redirect URI, whose host is shown before a person allows it; every redirect
needs a click. Programs have no secret, so PKCE with S256 is required. A code is signed, not stored, and the access token is derived from
it. A used code is kept like an Idempotency-Key, also when its token is gone, so that a second use is refused.
"""

import base64
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from oauthlib.common import Request, add_params_to_uri
from oauthlib.oauth2 import BearerToken, RequestValidator
from oauthlib.oauth2.rfc6749 import errors
from oauthlib.oauth2.rfc6749.grant_types import AuthorizationCodeGrant
from oauthlib.oauth2.rfc6749.grant_types.authorization_code import code_challenge_method_s256

from games.models import ApiToken, KeptAnswer, Player
from games.services.errors import Refused
from games.services.people import api_tokens
from notifications.links import BadLink, Purpose

CODE = Purpose("oauth-code", timedelta(minutes=1))
DAYS = 366
MOST_PER_PROGRAM = 5
"""The most tokens of one program for one person; a new one replaces the oldest."""
LONGEST = 2_000
"""The most characters of a request, whose parameters become part of the code."""
LONGEST_NAME = 60
"""The most characters of a program's name, which is also that of its tokens."""
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
REMEDIES: Mapping[str, str] = {
    "invalid_scope": f"scope names one or more of these, with spaces between: {' '.join(api_tokens.SCOPES)}.",
    "unsupported_response_type": "response_type has to be code.",
    "unauthorized_client": "response_type has to be code.",
    "unsupported_grant_type": "grant_type has to be authorization_code.",
    "invalid_client": "client_id is missing in the form, too long or not printable. An Authorization header is not read here.",
    "invalid_grant": "The code or its code_verifier is not valid: a code is good once, for a minute, and for its client_id.",
}
"""Descriptions for errors to which oauthlib gives none. ASCII without quotation marks (RFC 6749, 5.2)."""
NO_FORM = "The body has to be a form (application/x-www-form-urlencoded) with one {}."
ADDRESSES = "redirect_uri has to be https, http on 127.0.0.1, localhost or [::1], or like com.example.app:/back, without # and @."


@dataclass(frozen=True, slots=True)
class Authorization:
    """A valid authorization request of a program."""

    client_id: str
    redirect_uri: str
    scopes: tuple[str, ...]
    state: str
    challenge: str

    @property
    def program(self) -> str:
        """The name of the program: the host or scheme of its redirect URI."""
        return _program(self.redirect_uri)

    @property
    def origin(self) -> str:
        """The origin of the redirect URI, as a source of a Content-Security-Policy."""
        parts = urlsplit(self.redirect_uri)
        return f"{parts.scheme}://{parts.netloc}" if parts.netloc else f"{parts.scheme}:"


def _program(redirect_uri: str) -> str:
    """The name of a program: the host or scheme of its redirect URI, because it could choose any other name freely.

    A long host keeps its end, which says whose it is; a long scheme keeps its beginning.
    """
    parts = urlsplit(redirect_uri)
    host = parts.netloc
    return (host if len(host) <= LONGEST_NAME else f"…{host[1 - LONGEST_NAME :]}") or parts.scheme[:LONGEST_NAME]


def may_be_sent_back_to(uri: str) -> bool:
    """Whether a redirect URI is permitted: https, http on a loopback host, or a private-use scheme with a dot (RFC 8252, 7)."""
    try:
        parts = urlsplit(uri)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return False
    if "#" in uri or "@" in parts.netloc or not uri.isascii() or not uri.isprintable() or any(char in uri for char in " \\'\";,"):
        return False
    if parts.scheme in ("http", "https"):
        return bool(host) and (parts.scheme == "https" or host in LOOPBACK)
    return "." in parts.scheme and not parts.netloc


class _Validator(RequestValidator):  # type: ignore[misc]  # oauthlib has no types
    """The callbacks of oauthlib, which defines their names."""

    def client_authentication_required(self, request: Request) -> bool:
        return False

    def authenticate_client_id(self, client_id: str, request: Request) -> bool:
        request.client = SimpleNamespace(client_id=client_id)
        return self.validate_client_id(client_id, request)

    def validate_client_id(self, client_id: str, request: Request) -> bool:
        return bool(client_id) and len(client_id) <= 200 and client_id.isprintable()

    def validate_redirect_uri(self, client_id: str, redirect_uri: str, request: Request) -> bool:
        return may_be_sent_back_to(redirect_uri)

    def get_default_redirect_uri(self, client_id: str, request: Request) -> None:
        return None

    def validate_response_type(self, client_id: str, response_type: str, client: Any, request: Request) -> bool:
        return response_type == "code"

    def get_default_scopes(self, client_id: str, request: Request) -> list[str]:
        return []

    def validate_scopes(self, client_id: str, scopes: list[str], client: Any, request: Request) -> bool:
        return bool(scopes) and set(scopes) <= set(api_tokens.SCOPES)

    def is_pkce_required(self, client_id: str, request: Request) -> bool:
        return True

    def validate_grant_type(self, client_id: str, grant_type: str, client: Any, request: Request) -> bool:
        return grant_type == "authorization_code"

    def validate_code(self, client_id: str, code: str, client: Any, request: Request) -> bool:
        try:
            facts = CODE.read(code)
        except BadLink:
            return False
        request.facts = facts
        request.user = Player.objects.filter(pk=facts["player"], is_active=True, is_bot=False).first()
        request.scopes = facts["scopes"]
        return request.user is not None and facts["client_id"] == client_id

    def get_code_challenge(self, code: str, request: Request) -> str:
        return str(request.facts["challenge"])

    def get_code_challenge_method(self, code: str, request: Request) -> str:
        return "S256"

    def confirm_redirect_uri(self, client_id: str, code: str, redirect_uri: str, client: Any, request: Request) -> bool:
        if request.facts["redirect_uri"] != redirect_uri:  # oauthlib would call it invalid_request, RFC 6749, 5.2 does not
            raise errors.InvalidGrantError(description="redirect_uri is not the one that the code was asked for with.")
        return True

    def save_token(self, token: dict[str, Any], request: Request) -> None:
        _keep(request.user, _program(request.facts["redirect_uri"]), token["access_token"], request.scopes, request.now)

    def invalidate_authorization_code(self, client_id: str, code: str, request: Request) -> None:
        """Nothing to do: `_keep` has stored that it was used."""


class _Grant(AuthorizationCodeGrant):  # type: ignore[misc]
    _code_challenge_methods = {"S256": code_challenge_method_s256}  # noqa: RUF012  # as oauthlib declares it


_GRANT = _Grant(_Validator(), refresh_token=False)


def read(path: str) -> Authorization:
    """Read the authorization request in the query of this path.

    Raises:
        errors.OAuth2Error: with a `description` for the program's author.
    """
    path = path.replace("[", "%5B").replace("]", "%5D")  # browsers do not encode brackets in a query; oauthlib rejects them
    try:
        request = Request(f"https://site.invalid{path}"[: LONGEST + 1])
        if len(request.uri) > LONGEST:
            raise errors.InvalidRequestFatalError(description="This request is too long.")
        scopes, facts = _GRANT.validate_authorization_request(request)
    except ValueError as error:  # oauthlib cannot parse the query
        raise errors.InvalidRequestFatalError(description="The query cannot be read.") from error
    except (errors.MismatchingRedirectURIError, errors.InvalidRedirectURIError) as error:
        error.description = ADDRESSES
        raise
    except (errors.MissingCodeChallengeError, errors.UnsupportedCodeChallengeMethodError) as error:
        error.description = "PKCE is required: a code_challenge, and code_challenge_method=S256."
        raise
    except errors.OAuth2Error as error:
        error.description = error.description or REMEDIES.get(error.error, "")
        raise
    if not CHALLENGE.fullmatch(facts["code_challenge"]):
        description = "code_challenge is the SHA-256 of the verifier in base64url: 43 characters."
        raise errors.InvalidRequestError(description=description, request=request)
    return Authorization(request.client_id, request.redirect_uri, tuple(scopes), facts["state"] or "", facts["code_challenge"])


def allow(player: Player, asked: Authorization) -> str:
    """The redirect to the program after a person has allowed the request, with a code that is valid for a minute."""
    facts = {"client_id": asked.client_id, "redirect_uri": asked.redirect_uri, "scopes": asked.scopes, "challenge": asked.challenge}
    return _redirect(asked, {"code": CODE.sign({"player": player.pk, "once": secrets.token_urlsafe(9), **facts})})


def deny(asked: Authorization) -> str:
    """The redirect to the program after a person has denied the request."""
    return _redirect(asked, {"error": "access_denied"})


@dataclass(frozen=True, slots=True)
class ErrorRedirect:
    """The redirect URL for an invalid request, and the name of its program."""

    program: str
    address: str


def error_redirect(error: errors.OAuth2Error) -> ErrorRedirect | None:
    """The redirect to the program with the error (RFC 6749, 4.1.2.1); None where its redirect URI is not permitted."""
    if isinstance(error, errors.FatalClientError) or not error.redirect_uri:
        return None
    return ErrorRedirect(_program(error.redirect_uri), _with_facts(error.redirect_uri, dict(error.twotuples)))


def _redirect(asked: Authorization, facts: Mapping[str, str]) -> str:
    """The redirect URL with these parameters and the state of the program."""
    return _with_facts(asked.redirect_uri, {**facts, **({"state": asked.state} if asked.state else {})})


def _with_facts(redirect_uri: str, facts: Mapping[str, str]) -> str:
    """The redirect URI with these parameters and the issuer (RFC 9207)."""
    return str(add_params_to_uri(redirect_uri, [*facts.items(), ("iss", str(settings.SITE_URL))]))


def exchange(body: str, *, now: datetime) -> tuple[int, dict[str, Any]]:
    """Exchange a code for a token: the status and the JSON document of RFC 6749, 5, also for errors."""
    try:
        request = Request("https://site.invalid/", "POST", body)
        request.now = now
        if not request.grant_type:
            return 400, {"error": "invalid_request", "error_description": NO_FORM.format("grant_type")}
        _headers, text, status = _GRANT.create_token_response(request, BearerToken(None, _key, DAYS * 86_400))
    except errors.OAuth2Error as error:
        return error.status_code, dict(error.twotuples)
    except ValueError:
        return 400, {"error": "invalid_request", "error_description": NO_FORM.format("grant_type")}
    document = json.loads(text)
    return status, document if status == 200 else {"error_description": REMEDIES.get(document["error"], ""), **document}


def _key(request: Request) -> str:
    """The access token of a code: an HMAC by the site's secret key, so it is the same each time."""
    return api_tokens.PREFIX + base64.urlsafe_b64encode(
        salted_hmac("oauth-key", request.code, algorithm="sha256").digest()
    ).decode().rstrip("=")


def _keep(player: Player, name: str, key: str, scopes: list[str], now: datetime) -> None:
    """Create the token. Raises InvalidGrantError when the code was used before; then its first token is revoked (RFC 6749, 4.1.2)."""
    try:
        with transaction.atomic():
            KeptAnswer.objects.create(player=player, key=f"oauth-code:{api_tokens.digest(key)}", at=now)
            mine = player.api_tokens.filter(name=name).order_by("-pk").values_list("pk", flat=True)
            player.api_tokens.filter(pk__in=list(mine[MOST_PER_PROGRAM - 1 :])).delete()
            api_tokens.keep(player, name, key, scopes, now=now, days=DAYS)
    except IntegrityError as error:
        ApiToken.objects.filter(digest=api_tokens.digest(key)).delete()
        raise errors.InvalidGrantError(description="This code was used already; its token is withdrawn.") from error
    except Refused as error:
        raise errors.InvalidGrantError(description=str(error)) from error

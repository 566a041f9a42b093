"""OAuth 2.0 endpoints for programs: token (RFC 6749), revocation (RFC 7009), introspection (RFC 7662), metadata (RFC 8414, RFC 9728).

They use forms and JSON as these RFCs require, so they are plain Django views. The owner of a token needs no other credential to inspect or
revoke it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.services.people import api_tokens, oauth
from notifications.clock import database_now

NOT_STORED = {"Cache-Control": "no-store", "Pragma": "no-cache"}


def invalid_request(description: str, status: int = 400, **headers: str) -> JsonResponse:
    """The error response invalid_request (RFC 6749, 5.2; also used by RFC 7009 and 7662)."""
    document = {"error": "invalid_request", "error_description": description}
    return JsonResponse(document, status=status, headers={**NOT_STORED, **headers})


def by_post(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Decorator: allow POST, and refuse other methods with an OAuth error document (405)."""

    @csrf_exempt
    @wraps(view)
    def checked(request: HttpRequest) -> HttpResponse:
        return view(request) if request.method == "POST" else invalid_request("This address takes POST.", 405, Allow="POST")

    return checked


def about_a_token(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Decorator: require a POST form with one `token`, and pass its value to the view."""

    @by_post
    @wraps(view)
    def checked(request: HttpRequest) -> HttpResponse:
        try:
            tokens = request.POST.getlist("token")
        except (SuspiciousOperation, MultiPartParserError):  # too long, too many fields, or no form at all
            tokens = []
        return view(request, tokens[0]) if len(tokens) == 1 and tokens[0] else invalid_request(oauth.NO_FORM.format("token"))

    return checked


@by_post
def token(request: HttpRequest) -> HttpResponse:
    """Exchange an authorization code for an access token."""
    try:
        body = request.body.decode("ascii") if request.content_type == "application/x-www-form-urlencoded" else "{"
    except UnicodeDecodeError:
        body = "{"
    status, document = oauth.exchange(body, now=database_now())
    return JsonResponse(document, status=status, headers=NOT_STORED)


@about_a_token
def revoke(_request: HttpRequest, key: str) -> HttpResponse:
    """Revoke the token in the form. The status is 200 also for an invalid token (RFC 7009, 2.2)."""
    found = api_tokens.recognise(key)
    if found is not None:
        api_tokens.revoke(found[0].player, found[0].pk)
    return HttpResponse(headers=NOT_STORED)


@about_a_token
def introspect(_request: HttpRequest, key: str) -> HttpResponse:
    """Scopes, owner and expiry of the token in the form; `{"active": false}` for an invalid one."""
    found = api_tokens.recognise(key)
    document: dict[str, Any] = {"active": found is not None}
    if found is not None:
        known = found[0]
        document |= {"token_type": "Bearer", "scope": " ".join(known.scopes), "username": known.player.name, "client_name": known.name}
        document |= {"iat": int(known.created_at.timestamp())}
        document |= {"exp": int(known.expires_at.timestamp())} if known.expires_at else {}
    return JsonResponse(document, headers=NOT_STORED)


@require_safe
def resource_metadata(_request: HttpRequest) -> HttpResponse:
    """Metadata of the API as a protected resource, to which a 401 refers (RFC 9728)."""
    site = str(settings.SITE_URL).rstrip("/")
    return JsonResponse(
        {
            "resource": f"{site}/api/v1",
            "authorization_servers": [str(settings.SITE_URL)],
            "scopes_supported": list(api_tokens.SCOPES),
            "bearer_methods_supported": ["header"],
            "resource_documentation": site + reverse("api:docs"),
        }
    )


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Metadata of the authorization server: its endpoints and capabilities (RFC 8414)."""
    site = str(settings.SITE_URL).rstrip("/")
    return JsonResponse(
        {
            "issuer": str(settings.SITE_URL),
            "authorization_endpoint": site + reverse("games:authorize"),
            "token_endpoint": site + reverse("games:oauth-token"),
            "revocation_endpoint": site + reverse("games:oauth-revoke"),
            "introspection_endpoint": site + reverse("games:oauth-introspect"),
            "scopes_supported": list(api_tokens.SCOPES),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "introspection_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": True,
            "service_documentation": site + reverse("api:docs"),
        }
    )

"""The endpoints of OAuth 2.0 that programs call: token (RFC 6749), revoke (RFC 7009), introspect (RFC 7662), metadata (RFC 8414).

They speak forms and JSON as those documents say, so they are no views of the API. Whoever has a token may ask about it and withdraw it.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.services.people import api_tokens, oauth
from notifications.clock import database_now

NOT_STORED = {"Cache-Control": "no-store", "Pragma": "no-cache"}


@csrf_exempt
@require_POST
def token(request: HttpRequest) -> HttpResponse:
    """A code for a token."""
    try:
        body = request.body.decode("ascii") if request.content_type == "application/x-www-form-urlencoded" else "{"
    except UnicodeDecodeError:
        body = "{"
    status, document = oauth.exchange(body, now=database_now())
    return JsonResponse(document, status=status, headers=NOT_STORED)


@csrf_exempt
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    """Withdraw the token that is sent. 200 also for one that is worthless already."""
    found = api_tokens.recognise(request.POST.get("token", ""), now=database_now())
    if found is not None:
        api_tokens.withdraw(found[0].player, found[0].pk)
    return HttpResponse(headers=NOT_STORED)


@csrf_exempt
@require_POST
def introspect(request: HttpRequest) -> HttpResponse:
    """What the token that is sent may do, for whom, and until when."""
    found = api_tokens.recognise(request.POST.get("token", ""), now=database_now())
    document: dict[str, Any] = {"active": found is not None}
    if found is not None:
        known = found[0]
        document |= {"token_type": "Bearer", "scope": " ".join(known.scopes), "username": known.player.name, "client_name": known.name}
        document |= {"iat": int(known.created_at.timestamp())}
        document |= {"exp": int(known.expires_at.timestamp())} if known.expires_at else {}
    return JsonResponse(document, headers=NOT_STORED)


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """Where everything is, for libraries that look it up."""
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

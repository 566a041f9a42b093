"""The page on which a player grants access to a program (OAuth 2.0, the authorization endpoint)."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from oauthlib.oauth2.rfc6749.errors import OAuth2Error

from games.models import Player
from games.pages.tables.context import form_view
from games.services.people import oauth
from games.services.people.api_tokens import SCOPES


@form_view
def show(request: HttpRequest) -> HttpResponse:
    """Ask for consent to the client's scopes. An invalid request gets an error page here and no redirect."""
    try:
        asked = oauth.read(request.get_full_path())
    except OAuth2Error as error:
        return render(request, "api/authorize_error.html", {"error": error, "back": oauth.error_redirect(error)}, status=400)
    if request.method == "POST":
        allowed = request.POST.get("decision") == "allow"
        back = oauth.allow(cast(Player, request.user), asked) if allowed else oauth.deny(asked)
        return HttpResponse(status=303, headers={"Location": back})  # HttpResponseRedirect refuses the schemes of installed programs
    scopes = [SCOPES[scope] for scope in asked.scopes]
    response = render(request, "api/authorize.html", {"asked": asked, "scopes": scopes})
    response._csp_update = {"form-action": [asked.origin]}  # type: ignore[attr-defined]  # Chromium judges the redirect after a form
    return response

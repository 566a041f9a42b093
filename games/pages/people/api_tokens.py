"""A player's API tokens: list, create (also by a link that fills in the form, or by OAuth 2.0 for a program), revoke."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_POST
from oauthlib.oauth2.rfc6749.errors import OAuth2Error

from games.pages.refusals import sentence
from games.pages.requests import form_view, page_view, signed_in
from games.render.reader import reader_for
from games.requests import moment
from games.rules.errors import RulesError
from games.services.people import api_tokens, oauth


class NewToken(forms.Form):
    """Description, scopes and lifetime of a token."""

    name = forms.CharField(label=_("Description"), max_length=60)
    scopes = forms.MultipleChoiceField(label=_("Permissions"), choices=list(api_tokens.SCOPES.items()), widget=forms.CheckboxSelectMultiple)
    days = forms.IntegerField(
        label=_("Expires after (days)"),
        min_value=1,
        max_value=api_tokens.LONGEST_DAYS,
        required=False,
        help_text=_("Leave empty for a token that does not expire."),
    )


@login_required
@page_view
def index(request: HttpRequest) -> HttpResponse:
    player = signed_in(request)
    return render(request, "api/tokens.html", {"tokens": player.api_tokens.order_by("-pk"), "scopes": api_tokens.SCOPES})


@form_view
def new(request: HttpRequest) -> HttpResponse:
    """The form, which a link may fill in (`?description=…&scopes[]=game:play`), and the key, shown once."""
    given: dict[str, Any] = {
        "name": request.GET.get("description", "")[:60],
        "scopes": request.GET.getlist("scopes[]")[: len(api_tokens.SCOPES)],
    }
    form = NewToken(request.POST if request.method == "POST" else None, initial=given)
    if form.is_valid():
        data = form.cleaned_data
        try:
            token, key = api_tokens.make(signed_in(request), data["name"], data["scopes"], now=moment(request), days=data["days"])
        except RulesError as error:
            form.add_error(None, sentence(error, reader_for()))
        else:
            return render(request, "api/token_made.html", {"token": token, "key": key})
    return render(request, "api/new_token.html", {"form": form}, status=422 if form.is_bound else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    if api_tokens.revoke(signed_in(request), pk):
        messages.success(request, gettext("The token is revoked and can no longer be used."))
    return redirect("games:tokens")


@form_view
def authorize(request: HttpRequest) -> HttpResponse:
    """The authorization endpoint of OAuth 2.0: ask for consent to the client's scopes. An invalid request gets an error page here."""
    try:
        asked = oauth.read(request.get_full_path())
    except OAuth2Error as error:
        return render(request, "api/authorize_error.html", {"error": error, "back": oauth.error_redirect(error)}, status=400)
    if request.method == "POST":
        allowed = request.POST.get("decision") == "allow"
        back = oauth.allow(signed_in(request), asked) if allowed else oauth.deny(asked)
        return HttpResponse(status=303, headers={"Location": back})  # HttpResponseRedirect refuses the schemes of installed programs
    scopes = [api_tokens.SCOPES[scope] for scope in asked.scopes]
    response = render(request, "api/authorize.html", {"asked": asked, "scopes": scopes})
    response._csp_update = {"form-action": [asked.origin]}  # type: ignore[attr-defined]  # Chromium judges the redirect after a form
    return response

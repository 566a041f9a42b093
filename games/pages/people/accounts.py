"""Accounts: allauth's adapter, the settings page, and the page to download one's data and delete the account."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext, override
from django.views.decorators.http import require_POST

from games.models import AccountMail, Player
from games.pages.people import browsers
from games.pages.people.account_forms import EraseForm, ProfileForm, ThemeForm
from games.pages.refusals import sentence
from games.pages.requests import form_view, set_cookie, signed_in
from games.render.reader import reader_for
from games.requests import moment
from games.services.errors import Refused
from games.services.people import account_mails, erasure, profile as profiles
from notifications.email_addresses import with_plain_domain

YEAR = 365 * 24 * 3600


class AccountAdapter(DefaultAccountAdapter):
    """allauth's hooks: mails go through the rate limits, and a sign-in is remembered by the browser."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Ask for the mail with a confirmation code; allauth keeps the code in the session. There are no other mails of allauth."""
        if not template_prefix.startswith("account/email/email_confirmation"):
            raise NotImplementedError(f"allauth wants to send {template_prefix}; give it a purpose in games/mails/account.py.")
        account_mails.ask(
            AccountMail.Purpose.CONFIRM,
            email,
            network=browsers.network(self.request),
            language=get_language() or settings.LANGUAGE_CODE,
            payload={"code": context["code"]},
        )

    def clean_email(self, email: str) -> str:
        """The address in the form in which it is stored. Raises ValidationError."""
        return with_plain_domain(super().clean_email(email))

    def post_login(self, request: HttpRequest, user: Player, **facts: Any) -> HttpResponse:
        """Give the browser its own limits for this person's address."""
        response: HttpResponse = super().post_login(request, user, **facts)
        browsers.remember(request, response, user)
        return response


@form_view
def profile(request: HttpRequest) -> HttpResponse:
    """Name, language and time zone; and the theme of this device."""
    player = signed_in(request)
    # A fresh copy, so that a refused name does not appear in the navigation.
    form = ProfileForm(request.POST or None, instance=Player.objects.get(pk=player.pk))
    if request.method == "POST" and (saved := _saved(request, player, form)) is not None:
        with override(saved.language):
            messages.success(request, gettext("Your settings have been saved."))
        response = redirect("games:settings")
        set_cookie(response, settings.LANGUAGE_COOKIE_NAME, saved.language, seconds=YEAR)
        return response
    context = {"form": form, "theme": ThemeForm(initial={"theme": request.COOKIES.get("theme", "")})}
    return render(request, "account/profile.html", context, status=422 if form.is_bound else 200)


def _saved(request: HttpRequest, player: Player, form: ProfileForm) -> Player | None:
    """The saved player; None when the form has errors."""
    if not form.is_valid():
        return None
    try:
        return profiles.change(player, now=moment(request), **form.cleaned_data)
    except Refused as error:
        form.add_error(None, sentence(error, reader_for()))
        return None


@form_view
def own_data(request: HttpRequest) -> HttpResponse:
    """Download everything that is stored about the player, and delete the account once the name has been entered."""
    player = signed_in(request)
    form = EraseForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid():
        erasure.erase(Player.objects.get(pk=player.pk), now=moment(request))
        logout(request)
        messages.success(request, gettext("Your account has been deleted."))
        return redirect("games:home")
    return render(request, "account/own_data.html", {"form": form, "name": player.name}, status=422 if form.is_bound else 200)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Store the theme of this device in a cookie; the empty choice deletes it."""
    form = ThemeForm(request.POST)
    response = redirect("games:settings")
    chosen = form.cleaned_data["theme"] if form.is_valid() else ""
    if chosen:
        set_cookie(response, "theme", chosen, seconds=YEAR)
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response

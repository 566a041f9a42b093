"""Accounts: how allauth makes a player, and the page where players change what concerns themselves."""

from __future__ import annotations

from typing import cast

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext, override
from django.views.decorators.http import require_http_methods, require_POST

from games.models.player import Player
from games.services.time import replan
from games.web.accounts_forms import ProfileForm, ThemeForm
from games.web.seen import moment, not_stored

YEAR = 365 * 24 * 3600


class AccountAdapter(DefaultAccountAdapter):
    """allauth's hooks: a new player has a name, the language of the page and the time zone of the browser."""

    def save_user(self, request: HttpRequest, user: Player, form: BaseForm, commit: bool = True) -> Player:
        """Fill in and save a player from the sign-up form. If the name was taken this very second, it gets a number."""
        super().save_user(request, user, form, commit=False)
        user.name = form.cleaned_data.get("name") or ""
        user.zone = form.cleaned_data.get("zone") or "UTC"
        user.language = get_language() or settings.LANGUAGE_CODE
        if not commit:
            return user
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            user.name = Player.objects.free_name(user.name)
            user.save()
        return user


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@not_stored
def profile(request: HttpRequest) -> HttpResponse:
    """My name, language and time zone; and on this device, light or dark."""
    player = cast(Player, request.user)
    # A fresh copy, so that a refused name is not shown as mine in the page's own heading.
    form = ProfileForm(request.POST or None, instance=Player.objects.get(pk=player.pk))
    if request.method == "POST" and form.is_valid():
        saved = form.save()
        if "zone" in form.changed_data:
            replan.games_of(saved.pk, moment(request))
        with override(saved.language):
            messages.success(request, gettext("Your settings are kept."))
        return _with_language(redirect("games:settings"), saved.language)
    context = {"form": form, "theme": ThemeForm(initial={"theme": request.COOKIES.get("theme", "")})}
    return render(request, "account/profile.html", context, status=422 if form.is_bound else 200)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember light or dark on this device; the empty choice forgets."""
    form = ThemeForm(request.POST)
    response = redirect("games:settings")
    chosen = form.cleaned_data["theme"] if form.is_valid() else ""
    if chosen:
        response.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax", secure=settings.SITE_IS_SECURE, httponly=True)
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


def _with_language(response: HttpResponse, language: str) -> HttpResponse:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=YEAR,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
    )
    return response

"""Announcing a tournament in two steps: enter the settings, check the forecast, announce."""

import re
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from games.admin.base.confirmed_actions import said
from games.models import Player
from games.models.game import new_code
from games.pages.tables.option_fields import offer
from games.render.reader import reader_for
from games.render.words import said as spoken
from games.rules.errors import RulesError
from games.rules.registry import all_games
from games.services.clocks.pace import DEFAULT_PRESET, PRESETS
from games.services.operations.audit import LONGEST_REASON
from games.tournaments.acts.making import PUBLIC
from games.tournaments.admin import game_settings
from games.tournaments.admin.game_settings import GameSettings
from games.tournaments.models import Tournament
from games.tournaments.queries.forecast import forecast, warnings
from games.tournaments.services import announcing, lifecycle
from games.tournaments.services.announcement import ANNOUNCED, BY_NAME, by_part, terms
from notifications.clock import database_now

WHY = (_("Why"), {"fields": ["reason"]})
QUESTIONS = tuple(
    (part, {"fields": [*names, *(["speed"] if "rules" in names else [])]}) for part, names in by_part(one for one in ANNOUNCED if one.asked)
)
"""The fieldsets of the wizard. The pace is chosen among presets by the field `speed`."""

ANSWERED_BESIDE = "bad_tournament"
"""The code of an error that the model's validation also reports, with its field; the form does not report it twice."""

SIZES = (4, 8, 16, 32, 64, 128)
"""Numbers of players for which the wizard shows a forecast."""


class WizardForm(GameSettings):
    """The form of the wizard. Settings without a field have their defaults and can be changed until registration opens."""

    rules = forms.ChoiceField(label=_("Game"))
    speed = forms.ChoiceField(label=_("Time for each move"), initial=DEFAULT_PRESET)
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=PUBLIC)

    class Meta:
        model = Tournament
        fields = [one.name for one in ANNOUNCED if one.asked]  # noqa: RUF012 - as Django reads it
        widgets = {  # noqa: RUF012 - as Django reads it
            "text": forms.Textarea(attrs={"rows": 4}),
            "starts_at": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("rules", next((key for key, book in all_games().items() if 2 in book.seats), None))
        offer(self, "rules", [(key, spoken(book.title, self.reader)) for key, book in all_games().items()])
        offer(self, "speed", self._speeds())
        if "seeding" in self.fields and self.instance.seeding:
            offer(self, "seeding", list(Tournament.Seeding.choices))

    def _speeds(self) -> list[tuple[str, str]]:
        return [(name, spoken(pace.words(), self.reader)) for name, pace in PRESETS.items()]

    def pace_of(self, speed: str) -> dict[str, Any]:
        return PRESETS[speed].to_json()

    def clean(self) -> dict[str, Any]:
        """Validate the draft with the rules of the service, so that impossible settings are refused as form errors."""
        data = super().clean() or {}
        if not self.errors:
            self.instance.pace = self.pace_of(data["speed"])
            given = {name: value for name, value in data.items() if name in BY_NAME}
            draft = Tournament(**given, pace=self.instance.pace, options=self.instance.options)
            try:
                announcing.checked(draft, database_now())
            except RulesError as error:
                if error.code != ANSWERED_BESIDE:
                    self.add_error(None, said(error.message))
        return data


def questions(*last: Any) -> list[Any]:
    return [QUESTIONS[0], *game_settings.parts(), *QUESTIONS[1:], *last]


@transaction.atomic
def _announced(form: WizardForm, user: Player, code: str) -> Tournament:
    """Announce the tournament with the `code` of the preview; if that was done already, as by a second click, return the tournament."""
    Player.objects.select_for_update().get(pk=user.pk)
    found = Tournament.objects.filter(code=code).first()
    if found is not None:
        return found
    form.instance.code = code if re.fullmatch("[a-z0-9]{8}", code) else new_code()
    return announcing.announce(form.instance, user, form.cleaned_data["reason"], now=database_now())


def show(request: HttpRequest) -> HttpResponse:
    """Show the form; after a valid POST show terms, forecasts and warnings; with the parameter `sure` announce the tournament.

    Raises PermissionDenied without the permission to add tournaments.
    """
    user = cast(Player, request.user)
    if not user.has_perm("games.add_tournament"):
        raise PermissionDenied
    form = WizardForm(request.POST or None)
    ready = request.method == "POST" and form.is_valid() and "again" not in request.POST
    if ready and "sure" in request.POST:
        tournament = _announced(form, user, request.POST.get("code", ""))
        messages.success(request, _("Announced. Open the registration when people may enter."))
        return redirect("admin:games_tournament_desk", tournament.pk)
    sizes = [size for size in SIZES if size >= (form.instance.least if form.instance.format in lifecycle.TABLES else 2)] if ready else []
    cap = form.instance.cap
    sizes = sorted({*(size for size in sizes if not cap or size <= cap), *([cap] if cap and ready else [])})
    context = {
        **admin.site.each_context(request),
        "parts": [(heading, [form[name] for name in part["fields"]], part.get("classes", ())) for heading, part in questions(WHY)],
        "title": _("Announce a tournament"),
        "form": form,
        "ready": ready,
        "code": new_code(),
        "terms": terms(form.instance) if ready else [],
        "reader": reader_for(),
        "forecasts": [forecast(form.instance, size) for size in sizes],
        "warnings": warnings(form.instance) if ready else [],
    }
    return TemplateResponse(request, "admin/games/tournament/wizard.html", context)

"""The preferences page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy as _

from notifications import kinds
from notifications.channels import registry
from notifications.channels.registry import CHANNELS
from notifications.kinds import Kind
from notifications.models import Mode, Preference, Rhythm
from notifications.pages.own_pages import own_form
from notifications.preference_changes import Choice, choose


@dataclass(frozen=True)
class Row:
    """One kind on the page: its switches by channel, and the rhythm of its mails."""

    title: Any
    switches: list[tuple[Any, forms.BoundField]]
    rhythm: forms.BoundField | None


class PreferencesForm(forms.Form):
    """One switch per (kind, channel), a rhythm where the kind can be batched, and the two numbers of the rhythms."""

    window = forms.IntegerField(label=_("Minutes to wait for more messages"), min_value=1, max_value=720)
    hour = forms.IntegerField(label=_("Hour of the daily mail (in your time zone)"), min_value=0, max_value=23)

    def __init__(self, person: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = {(p.kind, p.channel): p for p in Preference.objects.filter(player_id=person.pk)}
        rhythm = Rhythm.objects.filter(player_id=person.pk).first() or Rhythm()
        self.initial = {"window": rhythm.window, "hour": rhythm.hour}
        personal = [channel for channel in CHANNELS.values() if channel.by_preference]
        self._ways = {kind: [channel.name for channel in personal if channel.carries(kind)] for kind in kinds.optional()}
        for kind, ways in self._ways.items():
            for way in ways:
                self._add(kind, way, chosen.get((kind.name, way)))

    def _add(self, kind: Kind, way: str, chosen: Preference | None) -> None:
        name = f"{kind.name}.{way}"
        enabled = chosen.enabled if chosen else kind.default_on
        self.fields[f"{name}.on"] = forms.BooleanField(label=kind.title, required=False, initial=enabled)
        if kind.coalescable and way == "email":
            mode = chosen.mode if chosen else kind.mode
            self.fields[f"{name}.mode"] = forms.ChoiceField(label=_("When"), choices=Mode.choices, initial=mode)

    def rows(self) -> Iterator[Row]:
        """For the template: every kind with its fields."""
        for kind, ways in self._ways.items():
            switches = [(CHANNELS[way].title, self[f"{kind.name}.{way}.on"]) for way in ways]
            yield Row(kind.title, switches, self[f"{kind.name}.email.mode"] if kind.coalescable else None)

    def choices(self) -> list[Choice]:
        data = self.cleaned_data
        return [
            Choice(kind.name, way, data[f"{kind.name}.{way}.on"], data.get(f"{kind.name}.{way}.mode", Mode.AT_ONCE))
            for kind, ways in self._ways.items()
            for way in ways
        ]


@own_form
def edit(request: HttpRequest) -> HttpResponse:
    """Show and change which messages I want, and when."""
    form = PreferencesForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        choose(request.user, form.choices(), window=form.cleaned_data["window"], hour=form.cleaned_data["hour"])
        messages.success(request, gettext("Your choices are saved."))
        return redirect("notifications:preferences")
    context = {"form": form, "sections": registry.sections(request.user)}
    return render(request, "notifications/preferences.html", context, status=422 if form.is_bound else 200)

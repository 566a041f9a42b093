"""The form of the preferences page: a switch and a rhythm for every kind that can be switched off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from notifications import kinds
from notifications.channels import CHANNELS
from notifications.choices import Choice
from notifications.kinds import Kind
from notifications.models import Mode, Preference, Rhythm


class PreferencesForm(forms.Form):
    """One switch per (kind, channel), a rhythm where the kind may share a mail, and the two numbers behind the rhythms."""

    window = forms.IntegerField(label=_("Minutes to wait for more news"), min_value=1, max_value=720)
    hour = forms.IntegerField(label=_("Hour of the daily mail (in your time zone)"), min_value=0, max_value=23)

    def __init__(self, person: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = {(p.kind, p.channel): p for p in Preference.objects.filter(player_id=person.pk)}
        rhythm = Rhythm.objects.filter(player_id=person.pk).first() or Rhythm()
        self.initial = {"window": rhythm.window, "hour": rhythm.hour}
        self._switches = [(kind, channel) for kind in kinds.optional() for channel in kind.channels if CHANNELS[channel].by_preference]
        for kind, channel in self._switches:
            self._add(kind, channel, chosen.get((kind.name, channel)))

    def _add(self, kind: Kind, channel: str, chosen: Preference | None) -> None:
        name = f"{kind.name}.{channel}"
        enabled = chosen.enabled if chosen else kind.default_on
        self.fields[f"{name}.on"] = forms.BooleanField(label=kind.title, required=False, initial=enabled)
        if kind.coalescable:
            mode = chosen.mode if chosen else kind.mode
            self.fields[f"{name}.mode"] = forms.ChoiceField(label=_("When"), choices=Mode.choices, initial=mode)

    def rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField | None]]:
        """For the template: (switch, rhythm or None) for every kind."""
        for kind, channel in self._switches:
            name = f"{kind.name}.{channel}"
            yield self[f"{name}.on"], self[f"{name}.mode"] if kind.coalescable else None

    def choices(self) -> list[Choice]:
        """What was chosen, once the form is valid."""
        data = self.cleaned_data
        return [
            Choice(kind.name, channel, data[f"{kind.name}.{channel}.on"], data.get(f"{kind.name}.{channel}.mode", Mode.AT_ONCE))
            for kind, channel in self._switches
        ]

"""The form of the preferences page: a switch for every kind and channel, and a rhythm for kinds that can be batched."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from notifications import kinds
from notifications.channels.registry import CHANNELS
from notifications.kinds import Kind
from notifications.models import Mode, Preference, Rhythm


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

    def preferences(self) -> list[Preference]:
        data = self.cleaned_data
        return [
            Preference(
                kind=kind.name, channel=way, enabled=data[f"{kind.name}.{way}.on"], mode=data.get(f"{kind.name}.{way}.mode", Mode.AT_ONCE)
            )
            for kind, ways in self._ways.items()
            for way in ways
        ]

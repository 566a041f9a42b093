"""Forms of a player's time settings: quiet hours, days off, reminders, absences."""

import re
from datetime import UTC, datetime, time
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _

from games.models import Player

DECIMAL_COMMA = re.compile(r"(?<=[0-9]),(?=[0-9])")
"""A decimal comma as in 0,5; the comma of a list is followed by a space."""


class Clock(forms.TimeInput):
    """A time input, for which browsers show their own picker."""

    input_type = "time"


class Moment(forms.DateTimeInput):
    """A datetime-local input, for which browsers show their own picker."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class RhythmForm(forms.Form):
    """Quiet hours, days off, reminders and offers of seats."""

    quiet_from = forms.TimeField(label=_("Quiet hours from"), required=False, widget=Clock(format="%H:%M"))
    quiet_to = forms.TimeField(label=_("Quiet hours until"), required=False, widget=Clock(format="%H:%M"))
    days_off = forms.TypedMultipleChoiceField(
        label=_("Days off"),
        choices=WEEKDAYS.items(),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple(attrs={"class": "in-a-row"}),
    )
    leads = forms.CharField(
        label=_("Reminders: hours before a deadline"),
        help_text=_("For example “24, 4” or “48, 12, 0.5”. Empty: the default, a day and four hours before. “0”: never."),
        required=False,
        max_length=60,
    )
    volunteer = forms.BooleanField(label=_("Notify me when a game needs a substitute"), required=False)

    @staticmethod
    def initial_of(player: Player) -> dict[str, Any]:
        """The initial values, from the player's stored settings."""
        data = player.personal
        quiet = [time(minutes // 60, minutes % 60) for minutes in data.get("quiet") or ()]
        point = get_format("DECIMAL_SEPARATOR")
        hours = [f"{minutes / 60:g}".replace(".", point) for minutes in data.get("leads", ())]
        leads = ("; " if point == "," else ", ").join(hours) or "0" if "leads" in data else ""
        return {
            "quiet_from": quiet[0] if quiet else None,
            "quiet_to": quiet[1] if quiet else None,
            "days_off": data.get("days_off", []),
            "leads": leads,
            "volunteer": player.volunteer,
        }

    def clean_leads(self) -> list[int] | None:
        """Lead times in minutes, longest first; None for the default, [] for no reminders."""
        text = self.cleaned_data["leads"].strip()
        if not text:
            return None
        if ";" in text or get_format("DECIMAL_SEPARATOR") == ",":
            text = DECIMAL_COMMA.sub(".", text)
        try:
            hours = [float(word) for word in re.split("[;,]", text) if word.strip()]
            return [round(value * 60) for value in hours if value]
        except (ValueError, OverflowError) as error:
            raise forms.ValidationError(_("Please enter hours as numbers separated by commas, such as 24, 4.")) from error

    def clean(self) -> dict[str, Any]:
        """Quiet hours need both a start and an end, or neither."""
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_to") is None) and not self.errors:
            self.add_error("quiet_to", _("Quiet hours need a start and an end."))
        return cleaned

    def settings(self) -> dict[str, Any]:
        """Keyword arguments for `personal.settle_rhythm`."""
        data = self.cleaned_data
        begin, end = data["quiet_from"], data["quiet_to"]
        quiet = (begin.hour * 60 + begin.minute, end.hour * 60 + end.minute) if begin is not None and end is not None else None
        return {"quiet": quiet, "days_off": data["days_off"], "leads": data["leads"], "volunteer": data["volunteer"]}


class AbsenceForm(forms.Form):
    """Start and end of an absence, in the player's time zone."""

    start = forms.DateTimeField(label=_("Away from"), widget=Moment())
    end = forms.DateTimeField(label=_("Away until"), widget=Moment())

    def clean(self) -> dict[str, Any]:
        """The end must be after the start."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "start" in cleaned and "end" in cleaned and cleaned["end"] <= cleaned["start"]:
            self.add_error("end", _("The end must be after the start."))
        return cleaned

    def interval(self) -> tuple[datetime, datetime]:
        """Both moments, in UTC."""
        return self.cleaned_data["start"].astimezone(UTC), self.cleaned_data["end"].astimezone(UTC)

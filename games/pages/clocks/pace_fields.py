"""The pace on the form of a new table: a named preset or custom numbers."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext_lazy as _

from games.pages.tables.option_fields import offer
from games.render.words import said
from games.rules.errors import RulesError
from games.rules.messages import Reader
from games.services.clocks.pace import DEFAULT_PRESET, HOUR, PRESETS, Pace

OWN = "own"
KINDS = (
    ("move", _("a fixed time for each move")),
    ("reserve", _("a time for each move, plus a reserve")),
    ("bank", _("a time bank that grows with each move")),
    ("daily", _("every day by a fixed hour (local time)")),
)
MOST_HOURS = 60 * 24


class PaceFields(forms.Form):
    """A preset; the other fields are read only when `OWN` is chosen."""

    pace = forms.ChoiceField(label=_("Time for each move"), initial=DEFAULT_PRESET)
    own_kind = forms.ChoiceField(label=_("Type of time limit"), choices=KINDS, required=False)
    own_hours = forms.FloatField(label=_("Hours for each move"), min_value=0.1, max_value=MOST_HOURS, required=False)
    own_start = forms.FloatField(label=_("Hours in the reserve or bank at the start"), min_value=0.1, max_value=MOST_HOURS, required=False)
    own_cap = forms.FloatField(label=_("Most hours in the bank"), min_value=0.1, max_value=MOST_HOURS, required=False)
    own_hour = forms.IntegerField(label=_("Hour of the day"), min_value=0, max_value=23, required=False)
    own_days = forms.TypedMultipleChoiceField(
        label=_("On these days"), choices=WEEKDAYS_ABBR.items(), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    OWN_FIELDS = ("own_kind", "own_hours", "own_start", "own_cap", "own_hour", "own_days")

    def offer_presets(self, reader: Reader) -> None:
        """Set the choices in the reader's language."""
        offer(self, "pace", [*((name, said(pace.words(), reader)) for name, pace in PRESETS.items()), (OWN, _("custom (below)"))])

    def clean(self) -> dict[str, Any]:
        """Put the chosen `Pace` into `cleaned_data["the_pace"]`."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("pace") != OWN:
            cleaned["the_pace"] = PRESETS.get(cleaned.get("pace", ""))
            return cleaned
        if not self.errors.keys().isdisjoint(self.OWN_FIELDS):  # the field says what is wrong
            return cleaned
        try:
            cleaned["the_pace"] = Pace.read(own_pace(cleaned))
        except (RulesError, TypeError):
            text = _(
                "These time limits are not valid. Times must be between six minutes and sixty days, "
                "and the bank must be able to hold its starting hours."
            )
            self.add_error("own_kind", text)
        return cleaned


def own_pace(data: dict[str, Any]) -> dict[str, Any]:
    """The input of `Pace.read`, from the fields of the chosen kind. Raises TypeError where one of them is empty."""
    kind = str(data.get("own_kind"))
    if kind == "daily":
        return {"kind": kind, "hour": data.get("own_hour"), "days": sorted(data.get("own_days") or range(7))}
    names = {"seconds": "own_hours", "start": "own_start", "cap": "own_cap"}
    return {"kind": kind} | {name: round(data[names[name]] * HOUR) for name in Pace.FIELDS.get(kind, ())}

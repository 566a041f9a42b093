"""The form that changes an announcement until registration opens: the fields of the wizard, and the rarely changed ones."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.pages.tables.option_fields import offer
from games.render.words import said as spoken
from games.rules.errors import UnreadableSetting
from games.services.clocks.pace import PRESETS, pace_of
from games.tournaments.acts.fields import TieBreaksField
from games.tournaments.admin import wizard
from games.tournaments.models import Tournament
from games.tournaments.services.announcement import ANNOUNCED, by_part

RARE = [one.name for one in ANNOUNCED if not one.asked and one.name not in ("options", "pace")]
LAST = ((_("Rarely changed"), {"fields": RARE, "classes": ["collapse"]}), wizard.WHY)
IN_WORDS = {"rules": "game_title", "options": "settings_said", "pace": "pace_said", "tie_breaks": "tie_breaks_said"}
"""Read-only replacements for fields that are stored as keys or JSON: methods of `TournamentAdmin` that return their text."""
ANSWERS = tuple((part, {"fields": [IN_WORDS.get(name, name) for name in names]}) for part, names in by_part(ANNOUNCED))
"""The fieldsets of the read-only page, for users without change permission and after registration has opened."""
KEPT = "kept"
UNREADABLE: Any = _("The stored time for each move cannot be read.")
"""Shown where the stored pace is damaged; the form then requires the choice of another one."""


class TournamentForm(wizard.WizardForm):
    """The form of an existing announcement. A pace that is no preset is offered as an additional choice."""

    class Meta:
        model = Tournament
        exclude = ("options", "pace")
        field_classes = {"tie_breaks": TieBreaksField}  # noqa: RUF012 - as Django reads it

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        try:
            pace = pace_of(self.instance, of="tournament")
        except UnreadableSetting:
            self.initial["speed"] = ""
            offer(self, "speed", [("", UNREADABLE), *self._speeds()])
            return
        self.initial["speed"] = next((name for name, preset in PRESETS.items() if preset == pace), KEPT)
        if self.initial["speed"] == KEPT:
            offer(self, "speed", [(KEPT, spoken(pace.words(), self.reader)), *self._speeds()])

    def pace_of(self, speed: str) -> dict[str, Any]:
        return self.instance.pace if speed == KEPT else super().pace_of(speed)

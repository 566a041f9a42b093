"""The full form of a tournament that has been announced and is not open yet."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.admin.base.confirmed_actions import said
from games.rules.errors import RulesError
from games.rules.registry import all_games
from games.services.clocks.pace import Pace
from games.services.operations.audit import LONGEST_REASON
from games.tournaments.services import lifecycle


class TournamentForm(forms.ModelForm):
    """An announcement whose game, settings and pace exist, and why it is made or changed."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Kept with the announcement."))

    def clean(self) -> dict[str, Any]:
        """What the services would refuse when the first round is paired is refused here."""
        data = super().clean() or {}
        book = all_games().get(str(data.get("rules")))
        if book is None:
            self.add_error("rules", _("There is no such game here; there are: %s.") % ", ".join(all_games()))
            return data
        try:
            Pace.read(data.get("pace") or {})
        except RulesError as error:
            self.add_error("pace", said(error.message))
        least, most = (data.get("least"), data.get("most")) if data.get("format") in lifecycle.TABLES else (2, 2)
        try:
            for seats in (least, most):
                book.settle_options(int(seats or 0), data.get("options") or {})
        except RulesError as error:
            self.add_error(None, said(error.message))
        return data

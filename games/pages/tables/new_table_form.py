"""The form for a new table: some fields follow from the game's own settings."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import BotLevel, Game, Player
from games.pages.clocks.pace_fields import OWN, PaceFields
from games.pages.tables.option_fields import OPTION, chosen_options, offer, option_fields
from games.render.words import said
from games.rules.game import Game as Rules
from games.rules.messages import Reader
from games.services.absence import ladder
from games.services.tables import switches
from games.services.tables.lobby import LONGEST_NOTE

SWITCHED = tuple(switch.name for switch in switches.ASKED)
ABSENCE = ("absent", *SWITCHED)


class NewTable(PaceFields):
    """Seats, bots, pace, visibility, a message for players, and one field for each setting of the game."""

    seats = forms.TypedChoiceField(label=_("Players"), coerce=int)
    bots = forms.IntegerField(label=_("Bot seats"), min_value=0, max_value=11, initial=0, required=False)
    level = forms.ChoiceField(label=_("Bot level"), choices=BotLevel.choices, initial=BotLevel.EASY, required=False)
    absent = forms.ChoiceField(label=_("If time runs out"), initial=ladder.DEFAULT_PRESET)
    visibility = forms.ChoiceField(label=_("Visibility"), choices=Game.Visibility.choices, initial=Game.Visibility.PUBLIC)
    note = forms.CharField(label=_("Message for players"), max_length=LONGEST_NOTE, required=False)

    def __init__(self, *args: Any, book: Rules[Any], reader: Reader, invited: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.book, self.invited = book, invited
        if invited is not None:
            self.fields["visibility"].initial = Game.Visibility.PRIVATE
        best = book.best_seats or book.seats
        offer(self, "seats", [(n, _("%d (unofficial)") % n if n not in best else str(n)) for n in book.seats])
        self.fields["seats"].initial = best[0]
        self.offer_presets(reader)
        offer(self, "absent", [(name, said(preset.title, reader)) for name, preset in ladder.PRESETS.items()])
        for switch in switches.ASKED:
            self.fields[switch.name] = forms.BooleanField(label=switch.label, help_text=switch.help, initial=switch.default, required=False)
        self.fields.update(option_fields(book, reader))
        self.order_fields(["seats", "bots", "level", "pace", *self.OWN_FIELDS, "visibility", "note"])

    def clean(self) -> dict[str, Any]:
        """The host's own seat and that of an invited player are left for people."""
        cleaned: dict[str, Any] = super().clean() or {}
        cleaned["bots"] = cleaned.get("bots") or 0
        cleaned["level"] = cleaned.get("level") or BotLevel.EASY
        left = cleaned.get("seats", 12) - cleaned["bots"]
        if left < 1:
            self.add_error("bots", _("One seat is yours. Please choose fewer bots."))
        elif left < 2 and self.invited is not None:
            self.add_error("bots", _("One seat is yours and one is for %(name)s. Please choose fewer bots.") % {"name": self.invited.name})
        return cleaned

    def settings(self) -> dict[str, Any]:
        """Keyword arguments for `lobby.create`."""
        data = self.cleaned_data
        options = chosen_options(self.book, data)
        plain = {name: data[name] for name in ("seats", "visibility", "note", *SWITCHED)}
        absent = ladder.PRESETS[data["absent"]]
        return {**plain, "pace": data["the_pace"], "ladder": absent.ladder, "forfeit_after": absent.forfeit_after, "options": options}

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """The main fields; the page collapses the others."""
        folded = {*self.OWN_FIELDS, *ABSENCE}
        return [field for field in self if field.name not in folded and not field.name.startswith(OPTION)]

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith(OPTION)]

    @property
    def options_open(self) -> bool:
        return any(field.errors for field in self.option_fields)

    @property
    def absence_fields(self) -> list[forms.BoundField]:
        """The fields about missed deadlines and absences."""
        return [self[name] for name in ABSENCE]

    @property
    def absence_open(self) -> bool:
        return any(field.errors for field in self.absence_fields)

    @property
    def own_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OWN_FIELDS]

    @property
    def own_open(self) -> bool:
        """Whether the section is expanded: if the custom pace is chosen or a field has an error."""
        return self["pace"].value() == OWN or any(field.errors for field in self.own_fields)

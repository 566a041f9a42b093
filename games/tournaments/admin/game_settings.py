"""Form fields for the settings of the game of a tournament. The form has the fields of all games; only those of the chosen game count."""

from typing import Any

from django import forms
from django.forms import Script
from django.utils.translation import gettext_lazy as _

from games.pages.tables.option_fields import OPTION, chosen_options, option_fields
from games.render.reader import reader_for
from games.render.words import said
from games.rules.registry import all_games
from games.tournaments.models import Tournament


class GameSettings(forms.ModelForm):
    """A form with a field for each setting of each game. The field names contain the keys of game and setting (see `prefix`)."""

    use_required_attribute = False
    """Otherwise a browser would require the settings of games that are not chosen."""

    class Meta:
        model = Tournament
        fields = ()

    class Media:
        js = (Script("js/settings.js", defer=True),)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reader = reader_for()
        for key, book in all_games().items():
            self.fields.update(option_fields(book, self.reader, prefix(key)))
        if self.instance.rules in all_games():
            self._begin_with(self.instance)

    def _begin_with(self, tournament: Tournament) -> None:
        """Set the initial values to the stored settings, and to the defaults where none is stored."""
        for option in all_games()[tournament.rules].options:
            usual = "" if option.by_seats else option.default
            self.initial[prefix(tournament.rules) + option.key] = tournament.options.get(option.key, usual)

    def clean(self) -> dict[str, Any]:
        """Store the settings of the chosen game in the instance; errors in the fields of other games are dropped."""
        data, chosen = super().clean() or {}, self.cleaned_data.get("rules")
        for name in [name for name in self.errors if name.startswith(OPTION) and not name.startswith(prefix(str(chosen)))]:
            del self.errors[name]
        book = all_games().get(str(chosen))
        if book is not None and not self.errors:
            self.instance.options = chosen_options(book, data, prefix(book.key))
        return data


def prefix(rules: str) -> str:
    return f"{OPTION}{rules}-"


def parts() -> list[tuple[Any, dict[str, Any]]]:
    reader = reader_for()
    return [
        (
            _("Settings of %(game)s") % {"game": said(book.title, reader)},
            {"fields": [prefix(key) + option.key for option in book.options], "classes": ["collapse", f"settings-of-{key}"]},
        )
        for key, book in all_games().items()
        if book.options
    ]

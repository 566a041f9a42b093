"""The form fields of a game's settings, as its rules declare them: for the form for new tables, and for tournaments."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.render.words import said
from games.rules.contract import GameOption
from games.rules.game import Game as Rules
from games.rules.messages import Reader

OPTION = "option-"


def option_fields(book: Rules[Any], reader: Reader, prefix: str = OPTION) -> dict[str, forms.Field]:
    """One field for each setting of the game, by its name in the form."""
    return {prefix + option.key: option_field(option, book.seats, reader) for option in book.options}


def chosen_options(book: Rules[Any], data: Mapping[str, Any], prefix: str = OPTION) -> dict[str, Any]:
    """The chosen settings, as `settle_options` takes them. Settings that depend on the number of players by default are omitted."""
    given = {option.key: None if (value := data[prefix + option.key]) == "" else value for option in book.options}
    return {option.key: given[option.key] for option in book.options if given[option.key] is not None or not option.by_seats}


def suggested_options(book: Rules[Any], seats: int) -> dict[str, Any]:
    """The initial settings of the form, for this number of players."""
    return {option.key: option.usual(seats) if option.suggested is None else option.suggested for option in book.options}


def option_field(option: GameOption, seats: Sequence[int], reader: Reader) -> forms.Field:
    """The form field of one setting, for these numbers of players."""
    label, note = said(option.title, reader), said(option.help, reader) if option.help else ""
    initial = option.default if option.suggested is None else option.suggested
    if option.by_seats:
        usual = _("depends on the number of players (%s)") % ", ".join(f"{n}: {option.usual(n)}" for n in seats)
        numbers = [(str(number), str(number)) for number in range(option.least, option.most + 1)]
        return forms.TypedChoiceField(
            label=label, help_text=note, choices=[("", usual), *numbers], coerce=int, empty_value=None, required=False
        )
    if isinstance(option.default, bool):
        return forms.BooleanField(label=label, help_text=note, initial=initial, required=False)
    if option.choices:
        words = [(word, said(title, reader)) for word, title in option.choices]
        return forms.ChoiceField(label=label, help_text=note, initial=initial, choices=words)
    least, most, must = option.least, option.most, not option.optional
    return forms.IntegerField(label=label, help_text=note, initial=initial, required=must, min_value=least, max_value=most)


def offer(form: forms.BaseForm, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices

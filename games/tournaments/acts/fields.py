"""The form fields of acts: people, meetings, outcomes, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.models import Player
from games.models.player import name_key
from games.tournaments.models import HIDDEN, Pairing, Tournament
from games.tournaments.queries.views import names_of
from games.tournaments.services import lifecycle
from games.tournaments.services.results import built_upon


class RanksField(forms.CharField):
    """Ranks by seat as text: "1 3 2"."""

    def clean(self, value: Any) -> list[int]:
        """The numbers. Raises ValidationError for anything else."""
        parts = str(super().clean(value)).replace(",", " ").split()
        if not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
            raise forms.ValidationError(_("Ranks are numbers with spaces between them: 1 2."))
        return [int(part) for part in parts]


class SomebodyField(forms.TypedChoiceField):
    """One of some people, who are listed by name and chosen by id, by a program also by name."""

    def to_python(self, value: Any) -> str:
        """The id, as text. Where somebody is called like the id of another, it is an id."""
        given, listed = str(super().to_python(value)), cast(Iterable[tuple[Any, Any]], self.choices)
        names = {name_key(str(name)): str(pk) for pk, name in listed}
        return given if given in names.values() else names.get(name_key(given), given)


class TextField(forms.CharField):
    """A text with the line breaks of the site, however a browser sends them."""

    def clean(self, value: Any) -> str:
        """The text."""
        return str(super().clean(value)).replace("\r\n", "\n")


def number(label: Any, least: int, most: int, initial: int, help_text: Any = "") -> forms.Field:
    """A whole number."""
    return forms.IntegerField(label=label, min_value=least, max_value=most, initial=initial, help_text=help_text)


WHO: Any = lazy("Who")
PAIR = 2


def people(tournament: Tournament, label: Any = WHO, *, withdrawn: bool = False) -> forms.Field:
    """Who takes part, or who withdrew."""
    rows = tournament.entries.filter(withdrawn=withdrawn).select_related("player").order_by("player__name_key")
    if withdrawn or tournament.status not in (Tournament.Status.ANNOUNCED, *lifecycle.BEFORE):
        rows = rows.filter(seed__isnull=False)
    return SomebodyField(label=label, coerce=player, choices=[(row.player_id, row.player.name) for row in rows])


def playing(tournament: Tournament) -> set[int]:
    """The seeds of those who meet somebody in the latest round."""
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=tournament.rounds.count())
    return {seed for meeting in rows.values_list("seats", flat=True) if len(meeting) > 1 for seed in meeting}


def of_round(tournament: Tournament, label: Any = WHO, *, meets: bool) -> forms.Field:
    """Who has a game in the latest round, or who has none."""
    theirs = tournament.entries.filter(withdrawn=False, seed__isnull=False).select_related("player").order_by("player__name_key")
    meeting = playing(tournament)
    choices = [(row.player_id, row.player.name) for row in theirs if (row.seed in meeting) == meets]
    return SomebodyField(label=label, coerce=player, choices=choices)


def seats(tournament: Tournament) -> forms.Field:
    """Some of those who have a seed."""
    rows = tournament.entries.filter(seed__isnull=False).select_related("player").order_by("player__name_key")
    return forms.TypedMultipleChoiceField(label=lazy("Who loses"), coerce=int, choices=[(row.seed, row.player.name) for row in rows])


def meetings(tournament: Tournament, fits: Callable[[Pairing], bool] = lambda _row: True) -> forms.Field:
    """One of the games of the tournament, the latest round first."""
    names, resting, latest = names_of(tournament), built_upon(tournament), tournament.rounds.count()
    rows = Pairing.objects.filter(round__tournament=tournament, game__isnull=False).select_related("round", "game", "second").defer(*HIDDEN)
    found = [(row, meeting(row, names)) for row in rows.order_by("-round__number", "number") if fits(row)]
    first = _("%(game)s (take back round %(number)d first)")
    choices = [(row.pk, first % {"game": text, "number": latest} if resting(row.round.number, row.label) else text) for row, text in found]
    return forms.TypedChoiceField(label=lazy("Game"), coerce=int, choices=choices)


def meeting(row: Pairing, names: dict[int, str]) -> str:
    """A meeting in a list."""
    who = " – ".join(names.get(seed, "?") for seed in row.seats)
    return _("Round %(number)d: %(names)s") % {"number": row.round.number, "names": who}


def outcome(tournament: Tournament) -> forms.Field:
    """How a meeting ended: of two people by choice, at a table of several by their ranks."""
    if tournament.format in lifecycle.TABLES:
        return RanksField(label=lazy("Ranks"), help_text=lazy("In the order of the names: 1 for the best, equal numbers for a tie."))
    choices = [("1 2", lazy("the first one wins")), ("2 1", lazy("the second one wins")), ("1 1", lazy("a draw"))]
    return forms.TypedChoiceField(label=lazy("Result"), choices=choices, coerce=lambda text: [int(part) for part in text.split()])


def beside_game(fields: dict[str, forms.Field], tournament: Tournament, game: int) -> dict[str, forms.Field]:
    """The same fields, asked about one meeting: only that one, only those who sit there, and results by their names."""
    row = Pairing.objects.filter(pk=game, round__tournament=tournament).only("seats").first()
    if row is None:
        return fields
    for name, wanted in (("game", [game]), ("lost", row.seats)):
        if isinstance(field := fields.get(name), forms.TypedChoiceField | forms.TypedMultipleChoiceField):
            choices: list[Any] = list(field.widget.choices)
            field.choices = [(value, label) for value, label in choices if value in wanted]
    if isinstance(field := fields.get("outcome"), forms.TypedChoiceField) and len(row.seats) == PAIR:
        names = names_of(tournament)
        first, second = (_("%(name)s wins") % {"name": names.get(seed, "?")} for seed in row.seats)
        field.choices = [("1 2", first), ("2 1", second), ("1 1", lazy("a draw"))]
    return fields


def player(pk: str) -> Player:
    """Somebody by their id."""
    return Player.objects.get(pk=pk)


def moment(value: datetime) -> str:
    """A moment as the admin shows it."""
    return date_format(timezone.localtime(value), "DATETIME_FORMAT")

"""Form fields of acts on a tournament: players, meetings, outcomes, numbers."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import lazy as lazy_text
from django.utils.text import format_lazy
from django.utils.translation import gettext as _, gettext_lazy as lazy

from games.models import Player
from games.models.player import name_key
from games.tournaments.formats.standings import ACCEPTED, KNOWN
from games.tournaments.models import Pairing, Tournament
from games.tournaments.queries.views import names_of
from games.tournaments.services import lifecycle
from games.tournaments.services.results import built_upon
from games.tournaments.services.terms import BREAKS


class RanksField(forms.CharField):
    """Ranks by seat, entered as text: "1 3 2"."""

    def clean(self, value: Any) -> list[int]:
        parts = str(super().clean(value)).replace(",", " ").split()
        if not all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
            raise forms.ValidationError(_("Ranks are numbers with spaces between them: 1 2."))
        return [int(part) for part in parts]


def _tie_breaks() -> str:
    return ", ".join(f"{name} ({_(BREAKS[name][0].text)})" for name in KNOWN)


class TieBreaksField(forms.JSONField):
    """The tie-breaks in their order, as names with commas between them. A JSON list is read, too."""

    widget = forms.TextInput(attrs={"size": 60})

    def __init__(self, **kwargs: Any) -> None:
        help_text = format_lazy(
            "{} {}: {}.", kwargs.pop("help_text", ""), lazy("Names with commas between them"), lazy_text(_tie_breaks, str)()
        )
        super().__init__(help_text=help_text, **kwargs)

    def to_python(self, value: Any) -> Any:
        """The names in their usual spelling. Unknown ones are left to the validation of the tournament."""
        if not isinstance(value, str) or value.lstrip().startswith("["):
            return super().to_python(value)
        usual = {name.casefold(): name for name in ACCEPTED}
        return [usual.get(name.casefold(), name) for name in value.replace(",", " ").split()] or None

    def bound_data(self, data: Any, initial: Any) -> Any:
        return initial if self.disabled else data

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value


class SomebodyField(forms.TypedChoiceField):
    """A choice of one player. The choices show names and submit ids; the API may submit a name, too."""

    def to_python(self, value: Any) -> str:
        """The id as text. If the value is both an id and a name, it is read as the id."""
        given, listed = str(super().to_python(value)), cast(Iterable[tuple[Any, Any]], self.choices)
        names = {name_key(str(name)): str(pk) for pk, name in listed}
        return given if given in names.values() else names.get(name_key(given), given)


class TextField(forms.CharField):
    """A text field that converts the line breaks of browsers (CR LF) to LF."""

    def clean(self, value: Any) -> str:
        return str(super().clean(value)).replace("\r\n", "\n")


def number(label: Any, least: int, most: int, initial: int, help_text: Any = "") -> forms.Field:
    return forms.IntegerField(label=label, min_value=least, max_value=most, initial=initial, help_text=help_text)


WHO: Any = lazy("Who")
PAIR = 2


def people(tournament: Tournament, label: Any = WHO, *, withdrawn: bool = False) -> forms.Field:
    """A choice of one of the players who take part, or of those who withdrew. Before the start, entries without a seed are included."""
    rows = tournament.entries.filter(withdrawn=withdrawn).select_related("player").order_by("player__name_key")
    if withdrawn or tournament.status not in (Tournament.Status.ANNOUNCED, *lifecycle.BEFORE):
        rows = rows.filter(seed__isnull=False)
    return SomebodyField(label=label, coerce=player, choices=[(row.player_id, row.player.name) for row in rows])


def playing(tournament: Tournament) -> set[int]:
    """The seeds of the players who have an opponent in the latest round."""
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=tournament.rounds.count())
    return {seed for meeting in rows.values_list("seats", flat=True) if len(meeting) > 1 for seed in meeting}


def of_round(tournament: Tournament, label: Any = WHO, *, meets: bool) -> forms.Field:
    """A choice of one active player with (`meets`) or without an opponent in the latest round."""
    theirs = tournament.entries.filter(withdrawn=False, seed__isnull=False).select_related("player").order_by("player__name_key")
    meeting = playing(tournament)
    choices = [(row.player_id, row.player.name) for row in theirs if (row.seed in meeting) == meets]
    return SomebodyField(label=label, coerce=player, choices=choices)


def seats(tournament: Tournament) -> forms.Field:
    rows = tournament.entries.filter(seed__isnull=False).select_related("player").order_by("player__name_key")
    return forms.TypedMultipleChoiceField(label=lazy("Who loses"), coerce=int, choices=[(row.seed, row.player.name) for row in rows])


def meetings(tournament: Tournament, fits: Callable[[Pairing], bool] = lambda _row: True) -> forms.Field:
    """A choice of one pairing that `fits`, by primary key, the latest round first.

    The label says if later rounds have to be taken back before a ruling on the pairing.
    """
    names, resting, latest = names_of(tournament), built_upon(tournament), tournament.rounds.count()
    rows = tournament.pairings().filter(game__isnull=False)
    found = [(row, meeting(row, names)) for row in rows.order_by("-round__number", "number") if fits(row)]
    first = _("%(game)s (take back round %(number)d first)")
    choices = [(row.pk, first % {"game": text, "number": latest} if resting(row.round.number) else text) for row, text in found]
    return forms.TypedChoiceField(label=lazy("Game"), coerce=int, choices=choices)


def meeting(row: Pairing, names: dict[int, str]) -> str:
    who = " – ".join(names.get(seed, "?") for seed in row.seats)
    return _("Round %(number)d: %(names)s") % {"number": row.round.number, "names": who}


def outcome(tournament: Tournament) -> forms.Field:
    """The outcome of a meeting as ranks by seat: a choice of win, loss or draw for two players, a text of ranks for a table of several."""
    if tournament.format in lifecycle.TABLES:
        return RanksField(label=lazy("Ranks"), help_text=lazy("In the order of the names: 1 for the best, equal numbers for a tie."))
    choices = [("1 2", lazy("the first one wins")), ("2 1", lazy("the second one wins")), ("1 1", lazy("a draw"))]
    return forms.TypedChoiceField(label=lazy("Result"), choices=choices, coerce=lambda text: [int(part) for part in text.split()])


def beside_game(fields: dict[str, forms.Field], tournament: Tournament, game: int) -> dict[str, forms.Field]:
    """The fields limited to the pairing `game`: only this pairing, only its players, and outcomes with their names."""
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
    return Player.objects.get(pk=pk)


def date_and_time(value: datetime) -> str:
    return date_format(timezone.localtime(value), "DATETIME_FORMAT")

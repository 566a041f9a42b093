"""The declaration of the announced fields of a tournament, used by forms, admin, API, the public page and mails about changes.

Label, help text, type and default of a field are those of the model. The declaration adds the heading in forms, the statuses in which the
field may be changed, and its sentences on the public page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Field
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy as lazy

from games.rules.messages import Message, msg
from games.tournaments.models import Tournament
from games.tournaments.services import terms as say

Status = Tournament.Status
Says = Callable[[Tournament], Iterable[Message]]
BEFORE_OPENING = (Status.ANNOUNCED,)
BEFORE_START = (*BEFORE_OPENING, Status.REGISTRATION, Status.CHECK_IN)
BEFORE_END = (*BEFORE_START, Status.RUNNING)

WHAT, FORMAT, TABLES = lazy("What"), lazy("Format"), lazy("Tables of several")
GROUPS, ROUNDS, ENTERING = lazy("Groups and leagues"), lazy("Rounds and late games"), lazy("Who may enter, and when it begins")
PARTS = (WHAT, FORMAT, TABLES, GROUPS, ROUNDS, ENTERING)
"""The headings of a form, in order."""


def silent(_tournament: Tournament) -> Iterator[Message]:
    """No sentences: for fields that the page shows elsewhere or that have no meaning by themselves."""
    yield from ()


@dataclass(frozen=True, slots=True)
class Announced:
    """One announced field: `name` of the model field, and the heading `part` in forms.

    `statuses` are the statuses in which it may be changed. `says` returns the sentences of the public page; without it, the sentence is
    "label: value" if the value is not the default. `asked`: the wizard has a field for it.
    """

    name: str
    part: Any
    statuses: tuple[str, ...] = BEFORE_OPENING
    says: Says | None = None
    asked: bool = True

    @property
    def field(self) -> Field[Any, Any]:
        found = Tournament._meta.get_field(self.name)
        assert isinstance(found, Field)
        return found

    def sentences(self, tournament: Tournament) -> Iterable[Message]:
        if self.says is not None:
            return self.says(tournament)
        value = getattr(tournament, self.name)
        return (
            [] if value == self.field.get_default() else [msg("{label}: {value}.", label=self._label(), value=shown(tournament, self.name))]
        )

    def _label(self) -> Message:
        with translation.override("en"):
            name = str(self.field.verbose_name)
        return msg(name[:1].upper() + name[1:])


ANNOUNCED = (
    Announced("title", WHAT, BEFORE_END, silent),
    Announced("text", WHAT, BEFORE_END, silent),
    Announced("rules", WHAT, says=say.game),
    Announced("options", WHAT, says=say.settings, asked=False),
    Announced("pace", WHAT, says=silent, asked=False),
    Announced("format", FORMAT, says=silent),
    Announced("games_each", FORMAT, says=say.match),
    Announced("round_count", FORMAT, BEFORE_START, silent),
    Announced("half_byes", FORMAT, BEFORE_END, say.half_byes),
    Announced("seeding", FORMAT, BEFORE_START, say.seeding),
    Announced("tie_breaks", FORMAT, BEFORE_START, say.tie_breaks, asked=False),
    Announced("least", TABLES, BEFORE_START, say.tables),
    Announced("most", TABLES, BEFORE_START, silent),
    Announced("group_size", GROUPS, BEFORE_START, silent),
    Announced("through", GROUPS, BEFORE_START, say.through),
    Announced("movers", GROUPS, BEFORE_START, say.movers),
    Announced("follows", GROUPS, says=silent, asked=False),
    Announced("round_days", ROUNDS, BEFORE_END, say.rounds),
    Announced("by_date", ROUNDS, BEFORE_END, say.by_date),
    Announced("late_rule", ROUNDS, BEFORE_END, say.late),
    Announced("show_up_hours", ROUNDS, BEFORE_END, say.show_up),
    Announced("cap", ENTERING, BEFORE_START, say.places),
    Announced("invite_only", ENTERING, BEFORE_START, say.invitation),
    Announced("least_reliability", ENTERING, BEFORE_START, say.reliability),
    Announced("starts_at", ENTERING, BEFORE_START, silent),
    Announced("check_in_hours", ENTERING, BEFORE_START, say.check_in),
)
BY_NAME = {one.name: one for one in ANNOUNCED}


def terms(tournament: Tournament) -> list[Message]:
    """All sentences of the public page about the announced fields, in the order of the declaration."""
    return [sentence for one in ANNOUNCED for sentence in one.sentences(tournament)]


def changeable(tournament: Tournament) -> tuple[Announced, ...]:
    return tuple(one for one in ANNOUNCED if tournament.status in one.statuses)


def by_part(wanted: Iterable[Announced]) -> list[tuple[Any, list[str]]]:
    """The field names by heading, in the order of `PARTS`; headings without fields are left out."""
    chosen = list(wanted)
    found = [(part, [one.name for one in chosen if one.part is part]) for part in PARTS]
    return [(part, names) for part, names in found if names]


def differences(before: Tournament, after: Tournament) -> list[tuple[str, str, str]]:
    """The fields with different values: label, old value, new value, in the active language."""
    names = [one.name for one in ANNOUNCED if getattr(before, one.name) != getattr(after, one.name)]
    return [(label(name), shown(before, name), shown(after, name)) for name in names]


def label(name: str) -> str:
    text = str(BY_NAME[name].field.verbose_name)
    return text[:1].upper() + text[1:]


def shown(tournament: Tournament, name: str) -> str:
    """The value of a field as text, in the active language and time zone."""
    field, value = BY_NAME[name].field, getattr(tournament, name)
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if field.choices:
        return str(getattr(tournament, f"get_{name}_display")())
    if hasattr(value, "tzinfo"):
        return date_format(timezone.localtime(value), "D, j M Y, H:i")
    if isinstance(value, list):
        return ", ".join(_(say.BREAKS[one][0].text) if one in say.BREAKS else str(one) for one in value)
    return str(value)

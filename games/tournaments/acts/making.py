"""Construction of acts on a tournament: permission, condition, form fields, and effects (stated, and found by a trial run)."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as lazy

from games.admin.base.confirmed_actions import STORED, Act, no_fields
from games.models import Player
from games.tournaments.models import Tournament
from games.tournaments.queries.differences import witness

DIRECT = "games.change_tournament"
"""The permission to act on every tournament."""

Data = Mapping[str, Any]
Foresee = Callable[[Tournament, Data], list[Any]]
"""Functions named `foresee_…` return the sentences about the effects of an act that its confirmation page shows."""
PUBLIC = lazy("Your reason is shown on the public page of the tournament.")


def at(*statuses: str) -> Callable[[Tournament], bool]:
    """A condition: the tournament has one of these statuses."""
    return lambda tournament: tournament.status in statuses


def begun(tournament: Tournament) -> bool:
    """Whether a round has begun. One query per tournament object; the answer is cached on the object."""
    known = vars(tournament)
    if "_begun" not in known:
        known["_begun"] = tournament.rounds.exists()
    return bool(known["_begun"])


def act(
    key: str,
    title: Any,
    do: Callable[..., Any],
    consequences: Foresee,
    fits: Callable[[Tournament], bool],
    fields: Callable[[Tournament], dict[str, forms.Field]] = no_fields,
    *,
    public: bool = True,
) -> Act:
    """An act of the desk. For `public` acts, the effects say that the reason is published.

    `do` executes it, `consequences` returns the sentences about its effects, `fits` is the condition for offering it, `fields` are the form
    fields of a tournament.
    """

    def sentences(tournament: Tournament, data: Data) -> list[Any]:
        return [*consequences(tournament, data), *([PUBLIC] if public else [])]

    read_by = PUBLIC if public else STORED
    return Act(key, title, DIRECT, do, sentences, fits, fields, witness=lambda row: lambda: witness(row.pk), read_by=read_by)


def with_fields(service: Callable[..., Any], *names: str) -> Callable[..., Any]:
    """Adapt a service: the form fields `names` are passed as positional arguments before the acting player and the reason."""

    def do(pk: int, by: Player, reason: str, *, now: datetime, **data: Any) -> Any:
        return service(pk, *(data[name] for name in names), by, reason, now=now)

    return do

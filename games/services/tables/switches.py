"""The switches of a table, declared once: the service, rematches, the form, the API and its document follow from this.

A switch is a yes or no that the host decides when a table is announced; the column of `Game` with its name holds it and has its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from games.models import Game

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Switch:
    """`meaning` is for the document of the API; `label` and `help` are those of the form, which does not ask without a label."""

    name: str
    meaning: str
    label: str | _StrPromise = ""
    help: str | _StrPromise = ""

    @property
    def default(self) -> bool:
        """What counts unless the host says otherwise."""
        return bool(Game._meta.get_field(self.name).get_default())  # type: ignore[union-attr]


SWITCHES = (
    Switch("random_seats", "Whether seats are drawn by lot at the start."),
    Switch(
        "absences_count",
        "Whether clocks stand still while a player is away.",
        label=_("Absences that people have declared stop their clock"),
    ),
    Switch(
        "orders_delayed",
        "Whether standing orders answer as late as their people usually do.",
        label=_("Standing orders answer as late as their people usually do"),
        help=_("So that speed does not show who has left an order. The game takes longer."),
    ),
)
NAMES = tuple(switch.name for switch in SWITCHES)
ASKED = tuple(switch for switch in SWITCHES if switch.label)
"""Those that the form asks for."""


def values(game: Game) -> dict[str, Any]:
    """How the switches of a game stand, by name."""
    return {name: getattr(game, name) for name in NAMES}


def set_values(game: Game, given: Mapping[str, bool]) -> None:
    """Set some switches of a game that is not saved yet. Raises `TypeError` for a name that is no switch."""
    for name, value in given.items():
        if name not in NAMES:
            raise TypeError(f"A table has no switch {name!r}; there are {', '.join(NAMES)}.")
        setattr(game, name, value)

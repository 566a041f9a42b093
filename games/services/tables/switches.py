"""The switches of a table, declared once for the service, rematches, the form, and the API with its document.

A switch is a yes-or-no setting that the host chooses when a table is announced. It is the column of `Game` of the same name, whose
default it has.
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
    """One switch. `meaning` is for the API document; `label` and `help` are those of the form, which omits switches without a label."""

    name: str
    meaning: str
    label: str | _StrPromise = ""
    help: str | _StrPromise = ""

    @property
    def default(self) -> bool:
        """The value unless the host chooses another one."""
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
        "Whether standing orders answer after their owner's usual answering time.",
        label=_("Standing orders answer as late as their people usually do"),
        help=_("So that speed does not show who has left an order. The game takes longer."),
    ),
)
NAMES = tuple(switch.name for switch in SWITCHES)
ASKED = tuple(switch for switch in SWITCHES if switch.label)
"""The switches that the form has."""


def values(game: Game) -> dict[str, Any]:
    return {name: getattr(game, name) for name in NAMES}


def set_values(game: Game, given: Mapping[str, bool]) -> None:
    """Set some switches of a game that is not saved yet. Raises `TypeError` for a name that is no switch."""
    for name, value in given.items():
        if name not in NAMES:
            raise TypeError(f"A table has no switch {name!r}; there are {', '.join(NAMES)}.")
        setattr(game, name, value)

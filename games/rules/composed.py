"""A game whose methods are functions of the modules in its folder, its `parts`: view, scene, log lines, redeals, audit, advice …"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from games.rules.breakdown import Part
from games.rules.contract import Decision, Rng, Seat, View
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.messages import Message
from games.rules.order_book import Advise
from games.rules.orders import OrderBook
from games.rules.scene import Scene, Zone
from games.rules.table import Table

TableT = TypeVar("TableT", bound=Table)


@dataclass(frozen=True, slots=True)
class Parts(Generic[TableT]):
    """The functions; each implements the method of that name in `games.rules.author.Rules`."""

    look: Callable[[TableT, Seat | None], dict[str, Any]]
    scene: Callable[[View], Scene]
    gallery: Callable[[], tuple[Zone, ...]]
    tell: Callable[[Mapping[str, Any]], Message]
    hide: Callable[[TableT, Seat | None, Rng, Collection[str]], None]
    audit: Callable[[TableT], list[str]]
    advise: Callable[[View, Decision], str]
    explain: Callable[[View, Decision, str], RulesError | None]
    breakdown: Callable[[View], Iterable[Part]]
    orders: Callable[[View, Advise], OrderBook | None]


class ComposedGame(Game[TableT]):
    """A game that delegates to its `parts`. The empty table is an instance of `table` with seats and options."""

    parts: ClassVar[Parts[Any]]

    def new(self, seats: int, options: dict[str, Any]) -> TableT:
        table: TableT = self.table(seats, options)
        return table

    def look(self, t: TableT, viewer: Seat | None) -> dict[str, Any]:
        return self.parts.look(t, viewer)

    def scene(self, view: View) -> Scene:
        return self.parts.scene(view)

    def gallery(self) -> tuple[Zone, ...]:
        return self.parts.gallery()

    def tell(self, event: Mapping[str, Any]) -> Message:
        return self.parts.tell(event)

    def hide(self, t: TableT, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
        self.parts.hide(t, viewer, rng, keep)

    def audit(self, t: TableT) -> list[str]:
        return self.parts.audit(t)

    def advise(self, view: View, decision: Decision) -> str:
        return self.parts.advise(view, decision)

    def explain(self, view: View, decision: Decision, text: str) -> RulesError | None:
        return self.parts.explain(view, decision, text)

    def breakdown(self, view: View) -> tuple[Part, ...]:
        return tuple(self.parts.breakdown(view))

    def orders(self, view: View) -> OrderBook | None:
        return self.parts.orders(view, self.advise)

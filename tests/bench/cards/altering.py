"""Changes of numbers in this process: in a card's columns, in its effect, or in constants of the rules.

`hedge_witch.cost=12` changes a column of a card, `bread_and_circuses.lower_populace=1` the argument that the card's effect passes to
that operation, `TAX_COINS=4` a constant of the game's modules.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from dataclasses import fields, replace
from typing import Any, NamedTuple

from games.rules.council_of_kings import cards, verbs
from games.rules.council_of_kings.kinds import Ability, FateCard, Favor

HOOKS = ("on_reveal", "on_buy", "on_slain", "on_upkeep", "on_owner_buys", "ability", "do")


class Change(NamedTuple):
    """One changed number; `card` is empty for a constant."""

    card: str
    name: str
    to: int

    @classmethod
    def read(cls, text: str) -> Change:
        """Parse `card.name=number` or `NAME=number`. Raises ValueError that names the missing part."""
        what, equals, number = text.partition("=")
        if not equals or not number.lstrip("-").isdecimal():
            raise ValueError(f"{text} is no change; write card.column=number, card.verb=number or CONSTANT=number.")
        card, _, name = what.rpartition(".")
        return cls(card, name, int(number))

    def __str__(self) -> str:
        return f"{self.card}.{self.name}={self.to}" if self.card else f"{self.name}={self.to}"


def alter(key: str, changes: tuple[Change, ...]) -> None:
    """Make the changes in this process; they cannot be undone. Raises ValueError for an unknown card, column, operation or constant."""
    for change in changes:
        if not change.card:
            _constant(key, change)
        elif change.card in cards.CARDS:
            cards.CARDS[change.card] = _altered(cards.CARDS[change.card], change)
        elif change.card in cards.FAVOR:
            cards.FAVOR[change.card] = _altered(cards.FAVOR[change.card], change)
        else:
            raise ValueError(f"{key} has no card {change.card} whose numbers could be changed.")


def _constant(key: str, change: Change) -> None:
    found = [module for name, module in sys.modules.items() if name.startswith(f"games.rules.{key}.") and hasattr(module, change.name)]
    if not found:
        raise ValueError(f"{key} has no constant {change.name}.")
    for module in found:
        setattr(module, change.name, change.to)


def _altered(card: Any, change: Change) -> Any:
    assert isinstance(card, FateCard | Favor)
    if change.name in {field.name for field in fields(card)}:
        changed: dict[str, Any] = {change.name: change.to}
        return replace(card, **changed)
    if not hasattr(verbs.EffectContext, change.name):
        raise ValueError(f"{change.card} has no column {change.name}, and there is no such verb.")
    hooks = {hook: getattr(card, hook) for hook in HOOKS if getattr(card, hook, None) is not None}
    return replace(card, **{hook: _with(effect, change) for hook, effect in hooks.items()})


def _with(effect: Any, change: Change) -> Any:
    if isinstance(effect, Ability):
        return replace(effect, do=_with(effect.do, change))

    def changed(context: Any) -> Awaitable[None]:
        answer: Awaitable[None] = effect(_Altered(context, change))
        return answer

    return changed


class _Altered:
    """An effect context in which one operation gets another number."""

    def __init__(self, context: Any, change: Change) -> None:
        self._context, self._change = context, change

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._context, name)
        if name != self._change.name:
            return found
        verb: Callable[..., Any] = found
        return lambda _n, *rest, **more: verb(self._change.to, *rest, **more)

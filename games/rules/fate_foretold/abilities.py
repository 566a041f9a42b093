"""The registry of the cards' abilities, `EFFECTS[when][card]`. Importing the folder `effects` fills it."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from games.rules.fate_foretold.cards import CARDS
from games.rules.fate_foretold.kinds import When

if TYPE_CHECKING:
    from games.rules.fate_foretold.deed import Deed

Effect: TypeAlias = "Callable[[Deed], Awaitable[None]]"

EFFECTS: dict[When, dict[str, Effect]] = {when: {} for when in When}


def on(when: When, card: str) -> Callable[[Effect], Effect]:
    """Register the decorated function as an ability of a card. Raises ValueError for an unknown card or a second ability of one kind."""
    if card not in CARDS or card in EFFECTS[when]:
        raise ValueError(f"{card} is no card, or its effect “{when}” is registered twice.")

    def register(effect: Effect) -> Effect:
        EFFECTS[when][card] = effect
        return effect

    return register


def played(card: str) -> Callable[[Effect], Effect]:
    """Register the decorated function as what happens when the card is played."""
    return on(When.PLAYED, card)

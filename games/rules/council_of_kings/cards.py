"""The cards of both printings by their ids, the decks, and the constants of the rules."""

from typing import NamedTuple

from games.rules.council_of_kings import first_printing, second_printing
from games.rules.council_of_kings.kinds import END, GAME_ENDS, FateCard, Favor
from games.rules.messages import msg

GAME_ENDS_CARD = FateCard(
    GAME_ENDS, msg("Game Ends"), END, text=msg("The game is over at once. No Favors, no abilities, no taxes and no Action phase. Score.")
)


class Printing(NamedTuple):
    """The cards of one edition of the game."""

    fate: tuple[FateCard, ...]
    """Without Game Ends."""
    favors: tuple[Favor, ...]

    def deck(self, mode: str) -> list[str]:
        """The ids of the Fate cards of the basic or the advanced game."""
        return [card.id for card in self.fate if card.basic or mode != "basic"]

    @property
    def favor_deck(self) -> list[str]:
        """The ids of all Favor cards, copies included."""
        return [favor.id for favor in self.favors for _ in range(favor.copies)]


PRINTINGS = {
    1: Printing(first_printing.FATE, first_printing.FAVORS),
    2: Printing(
        tuple(second_printing.FATE.get(card.id, card) for card in first_printing.FATE),
        tuple(second_printing.FAVORS.get(favor.id, favor) for favor in first_printing.FAVORS),
    ),
}
"""By number; a table stores its own (`board.Council.printing`)."""
CARDS: dict[str, FateCard] = {card.id: card for card in (*first_printing.FATE, *second_printing.FATE.values(), GAME_ENDS_CARD)}
"""All Fate cards of all printings, by id."""
FAVOR: dict[str, Favor] = {favor.id: favor for favor in (*first_printing.FAVORS, *second_printing.FAVORS.values())}

START_COINS = 10
START_FAVORS = 3
TAX_COINS = 3
TAX_LIMIT = 12
"""R9: no voluntary tax while the Populace holds this much Chaos."""
WITH_THE_END = {"basic": 3, "advanced": 9}
"""The number of cards that are shuffled with Game Ends at the bottom of the Fate deck."""
PER_PLAYER = 5
"""Advanced game: the number of cards per player on top of those."""

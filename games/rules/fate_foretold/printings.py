"""The second printing: six cards whose texts were changed after measurements (docs/measurements/cards.md).

Names, numbers, suits and powers are those of the first printing (`cards`), so an id means the same card in both. The effects read
`FateForetoldTable.printing` where the texts differ.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.rules.fate_foretold.cards import CARDS, DECKS
from games.rules.fate_foretold.kinds import Card
from games.rules.messages import Message, msg

TEXTS: Mapping[str, Message] = {
    "dancer": msg("When you play The Dancer: choose a card on your field, or on the field of a player who is not in Convergence. A player "
                  "chosen at random takes it onto their field."),
    "labyrinth": msg("When you play The Labyrinth: return another card on your field, or on the field of a player who is not in "
                     "Convergence, to its controller's hand."),
    "strength": msg("When you play Strength: bury a card on the field of an opponent who is not in Convergence."),
    "moon": msg("When you play The Moon: put another card on your field, or on the field of a player who is not in Convergence, on top "
                "of the Nest."),
    "calamity": msg("When you play The Calamity: choose yourself, or a player who is not in Convergence. Bury two cards on that field at "
                    "the same time."),
    "wanderer": msg("When you play The Wanderer: shuffle it into the Nest, then reveal the top card. If it is The Wanderer, you win the "
                    "game. Otherwise draw two cards."),
}  # fmt: skip

PRINTINGS: Mapping[int, Mapping[str, Card]] = {
    n: {card: replace(CARDS[card], text=TEXTS[card]) if n > 1 and card in TEXTS else CARDS[card] for card in deck}
    for n, deck in DECKS.items()
}
"""All cards by id, by the number of the printing."""

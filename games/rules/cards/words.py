"""A card of a shared deck as something to draw and to read aloud."""

from __future__ import annotations

from games.rules.cards.decktet import CROWN, KINDS, SUITS, Decktet
from games.rules.cards.pictures import pictures
from games.rules.messages import Message, msg
from games.rules.scene import Card

PICTURES = pictures(__file__)
A_CROWN = msg("Crown")


def card_face(card: Decktet, *marks: Message | None) -> Card:
    """A Decktet card, face up, with its value as a number, its kinds as marks, and whatever else is to be said about it."""
    said = [KINDS[kind] for kind in card.kinds]
    if card.rank == CROWN:
        said.append(A_CROWN)
    said += [mark for mark in marks if mark is not None]
    return Card(card.id, card.name, str(card.value), tuple(SUITS[suit] for suit in card.suits), art=PICTURES[card.id], marks=tuple(said))

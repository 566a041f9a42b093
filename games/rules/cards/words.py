"""The scene cards of the shared decks."""

from games.rules.cards.decktet import CROWN, KINDS, SUITS, Decktet
from games.rules.cards.pictures import pictures
from games.rules.messages import Message, msg
from games.rules.scene import Card

PICTURES = pictures(__file__)
A_CROWN = msg("Crown")


def card_face(card: Decktet, *marks: Message | None) -> Card:
    """A Decktet card, face up, with its value as a number; its kinds come before the other marks."""
    notes = [KINDS[kind] for kind in card.kinds]
    if card.rank == CROWN:
        notes.append(A_CROWN)
    notes += [mark for mark in marks if mark is not None]
    return Card(card.id, card.name, str(card.value), tuple(SUITS[suit] for suit in card.suits), art=PICTURES[card.id], marks=tuple(notes))

"""The scene cards of the shared decks."""

from collections.abc import Iterable
from dataclasses import replace

from games.rules.cards.decktet import CROWN, DECKTET, KINDS, PERSONALITY, SUITS, Decktet
from games.rules.cards.pictures import pictures
from games.rules.messages import Message, msg
from games.rules.scene import Card

PICTURES = pictures(__file__)
A_CROWN = msg("Crown")


def _unmarked(card: Decktet) -> Card:
    """Its kinds, of which only Personality matters for play, and whether it is a Crown, as marks."""
    kinds = tuple(KINDS[kind] for kind in card.kinds)
    told = kinds if PERSONALITY in card.kinds or not kinds else (msg("{kinds} (story)", kinds=kinds),)
    marks = told + ((A_CROWN,) if card.rank == CROWN else ())
    return Card(card.id, card.name, str(card.value), tuple(SUITS[suit] for suit in card.suits), art=PICTURES[card.id], marks=marks)


UNMARKED = {card.id: _unmarked(card) for card in DECKTET.values()}


def card_face(card: Decktet, *marks: Message | None) -> Card:
    """A Decktet card, face up, with its value as a number; its kinds come before the other marks."""
    face, others = UNMARKED[card.id], [mark for mark in marks if mark is not None]
    return replace(face, marks=(*face.marks, *others)) if others else face


def faces(cards: Iterable[str]) -> tuple[Card, ...]:
    """Decktet cards by their ids, face up."""
    return tuple(card_face(DECKTET[card]) for card in cards)

"""The Decktet as this game uses it: eleven Citizens, twenty-five Fates, and tables for quick legality tests."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.cards.decktet import ACE, CROWN, DECKTET, LEAVES, MOONS, PERSONALITY, SUITS, SUNS, WYRMS

CITIZENS = tuple(card.id for card in DECKTET.values() if PERSONALITY in card.kinds)
"""The Personalities."""

FATES = tuple(card.id for card in DECKTET.values() if PERSONALITY not in card.kinds)
"""Aces, Locations and Events."""

VALUE: Mapping[str, int] = {card.id: card.value for card in DECKTET.values()}
SUITS_OF: Mapping[str, tuple[str, ...]] = {card.id: card.suits for card in DECKTET.values()}

ACES = frozenset(card.id for card in DECKTET.values() if card.rank == ACE)
CROWN_FATES = frozenset(card for card in FATES if DECKTET[card].rank == CROWN)
WANDERERS = ("huntress", "bard")
"""Citizens who either take vows at once or leave: never in a Congregation or in the Agora."""

RIVAL: Mapping[str, str] = {MOONS: WYRMS, WYRMS: MOONS, SUNS: LEAVES, LEAVES: SUNS}
"""The temple suits, each with its rival."""

WILD: Mapping[str, str] = {WYRMS: "calamity", LEAVES: "end"}
"""R15: the one Crown that a temple may play without a matching suit, for an Ace."""

BEARERS: Mapping[str, frozenset[str]] = {suit: frozenset(card.id for card in DECKTET.values() if suit in card.suits) for suit in SUITS}
"""The cards that bear a suit."""

FITS: Mapping[str, frozenset[str]] = {
    card: frozenset(other for other in DECKTET if set(SUITS_OF[card]) & set(SUITS_OF[other])) for card in FATES
}
"""The cards on which a Fate may be played: those that share a suit with it."""

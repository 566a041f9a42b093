"""The cards as this game uses them: eleven Citizens and twenty-five Fates of the Decktet, and tables for fast tests of legality."""

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
SPECIALS = ("huntress", "bard")
"""Citizens who take vows or leave when they are introduced (R25); they are never in a Congregation or in the Agora."""

RIVAL: Mapping[str, str] = {MOONS: WYRMS, WYRMS: MOONS, SUNS: LEAVES, LEAVES: SUNS}
"""The temple suits, each with its rival."""

WILD: Mapping[str, str] = {WYRMS: "calamity", LEAVES: "end"}
"""The wild Crown of a temple: the Crown that it may play without a matching suit, for an Ace (R15)."""

BEARERS: Mapping[str, frozenset[str]] = {suit: frozenset(card.id for card in DECKTET.values() if suit in card.suits) for suit in SUITS}
"""The cards that bear a suit."""

FITS: Mapping[str, frozenset[str]] = {
    card: frozenset(other for other in DECKTET if set(SUITS_OF[card]) & set(SUITS_OF[other])) for card in FATES
}
"""The cards on which each Fate may be played: those that share a suit with it (R22)."""

"""Fate's deck: 100 Zener cards, twenty of each of five symbols, and the immunities (table 1.1).

Copies of a symbol are indistinguishable, so a card is just its face code.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.messages import Message, msg, sense
from games.rules.tempting_fate.tarot import COINS, CUPS, SWORDS, TAROT, TRUMPS, WANDS, Tarot

COPIES = 20


@dataclass(frozen=True, slots=True)
class Zener:
    """One symbol: its points, the suit it is immune to, its drawing, its letter in plain text, its word in a reading."""

    face: str
    name: Message
    points: int
    immune_suit: str
    art: str
    letter: str
    word: Message
    text: Message


ZENER: Mapping[str, Zener] = {
    zener.face: zener
    for zener in (
        Zener("circle", msg("Circle"), 1, COINS, "circle", "O", msg("wholeness"), msg("Immune to Coins and to trumps worth 1.")),
        Zener("cross", msg("Cross"), 2, SWORDS, "cross", "+", msg("a meeting"), msg("Immune to Swords and to trumps worth 2.")),
        Zener(
            "waves", sense("Zener card", "Waves"), 3, CUPS, "zener-waves", "~", msg("change"), msg("Immune to Cups and to trumps worth 3.")
        ),
        Zener("square", msg("Square"), 4, WANDS, "square", "[]", msg("a limit"), msg("Immune to Wands and to trumps worth 4.")),
        Zener("star", msg("Star"), 5, TRUMPS, "zener-star", "*", msg("guidance"), msg("Immune to all trumps, the Fool among them.")),
    )
}
"""The five symbols by face code, in ascending order of points."""

FACES = tuple(ZENER)
VALUE: Mapping[str, int] = {face: zener.points for face, zener in ZENER.items()}
"""Points by face: a plain dict, since searches read it often."""
DECK: tuple[str, ...] = tuple(face for face in FACES for _ in range(COPIES))


def _immune(zener: Zener, card: Tarot) -> bool:
    return card.suit == zener.immune_suit or (card.suit == TRUMPS and card.points == zener.points)


IMMUNE: Mapping[str, frozenset[str]] = {
    face: frozenset(code for code, card in TAROT.items() if _immune(zener, card)) for face, zener in ZENER.items()
}
"""By face, the codes of the tarot cards that never extinguish it (R7). A trump counts by its own points, without tokens (R9)."""


def in_order(hand: list[str]) -> list[str]:
    """A hand by ascending points, so that the order reveals nothing about when a card was drawn."""
    return sorted(hand, key=VALUE.__getitem__)

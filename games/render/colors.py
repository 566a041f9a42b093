"""Few colours with meaning: a suit's hue, by name for the page's stylesheet and as ink for pictures."""

from __future__ import annotations

from zlib import crc32

from games.rules.scene import Card

INK = {
    "ink": "#3a322b",
    "slate": "#475878",
    "gold": "#86600d",
    "sea": "#1d6675",
    "green": "#3d6833",
    "red": "#96331f",
    "earth": "#6d4a2c",
    "plum": "#6b3b72",
}
"""The hues as drawn on light paper; the stylesheet holds the same names for both themes."""

_SUITS = {
    "slate": ("moons", "moon", "swords", "mind", "circle", "curse"),
    "gold": ("suns", "sun", "coins", "square", "hero", "good"),
    "sea": ("waves", "cups", "soul", "zener-waves", "blessing"),
    "green": ("leaves", "wands", "body"),
    "red": ("wyrms", "heart", "hands", "cross", "monster", "evil"),
    "earth": ("knots", "event", "favor", "giant"),
    "plum": ("stars", "star", "trumps", "eyes", "orb", "zener-star", "end"),
}
_HUES = {key: hue for hue, keys in _SUITS.items() for key in keys}


def hue_of(key: str) -> str:
    """The hue of a suit or a drawing; ink for what has none."""
    return _HUES.get(key, "ink")


def back_hue(art: str) -> str:
    """The hue of a back, so that two decks on one table differ; the pattern without a name is red."""
    backs = ("slate", "sea", "green", "earth", "plum")
    return _HUES.get(art) or (backs[crc32(art.encode()) % len(backs)] if art else "red")


def card_hue(card: Card) -> str:
    """The hue of a card: of its drawing, else of its first suit."""
    if not card.face:
        return back_hue(card.art)
    if card.art in _HUES:
        return _HUES[card.art]
    return hue_of(card.suits[0].key) if card.suits else "ink"

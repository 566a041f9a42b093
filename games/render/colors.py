"""Few colours with meaning: a suit's hue, by name for the page's stylesheet and as ink for pictures.

Suits of one game differ by at least 14 (CIEDE2000) to every eye, also with deuteranopia and protanopia; a test measures it.
"""

from zlib import crc32

from games.rules.scene import Card

DEEP = {
    "ink": "#26272d",
    "slate": "#2f3399",
    "gold": "#b88a0a",
    "sea": "#3f93ad",
    "green": "#4f8059",
    "red": "#a5301a",
    "earth": "#432f28",
    "plum": "#8a4674",
}
"""The hues as the field behind a card's picture, which is drawn in the colour of paper (3:1 or more)."""

INK = DEEP | {"gold": "#7d5b00", "sea": "#1d6d85", "green": "#38683f"}
"""The hues as drawn and written on light paper (4.5:1 or more); the stylesheet holds the same names for both themes."""

LIT = {
    "ink": "#dcd8cf",
    "slate": "#a9b6ff",
    "gold": "#f4c64f",
    "sea": "#79d2ec",
    "green": "#a5d9a0",
    "red": "#ff9a7d",
    "earth": "#cfa98c",
    "plum": "#eba6cf",
}
"""The hues as written on dark ground (4.5:1 or more)."""

_SUITS = {
    "slate": ("moons", "moon", "swords", "mind", "event"),
    "gold": ("suns", "sun", "coins", "circle", "hero", "good"),
    "sea": ("waves", "cups", "soul", "eyes", "zener-waves", "blessing"),
    "green": ("leaves", "wands", "body"),
    "red": ("wyrms", "heart", "hands", "cross", "monster", "evil"),
    "earth": ("knots", "favor", "giant"),
    "plum": ("stars", "star", "trumps", "zener-star", "curse"),
}
_HUES = {key: hue for hue, keys in _SUITS.items() for key in keys}


def hue_of(key: str) -> str:
    """The hue of a suit or a drawing; ink for what has none."""
    return _HUES.get(key, "ink")


BACKS = {
    "fate_deck": ("red", "suns"),
    "citizen_deck": ("slate", "moons"),
    "favor_deck": ("earth", "favor"),
    "favor": ("earth", "favor"),
    "nest": ("slate", "mind"),
    "fate": ("slate", "mind"),
    "zener-deck": ("sea", "zener-star"),
    "zener": ("sea", "zener-star"),
    "tarot-deck": ("plum", "trumps"),
    "tarot": ("plum", "trumps"),
    "token": ("green", "eyes"),
    "backs": ("slate", "orb"),
}
"""Hue and sign of the backs of a deck, by the key of its drawing or the id of its pile."""


def back_hue(art: str) -> str:
    """The hue of a back, so that two decks on one table differ; the pattern without a name is red."""
    backs = ("slate", "sea", "green", "earth", "plum")
    deck = _deck(art)
    return BACKS[deck][0] if deck in BACKS else backs[crc32(deck.encode()) % len(backs)] if deck else "red"


def back_sign(art: str) -> str:
    return BACKS[_deck(art)][1] if _deck(art) in BACKS else "star"


def _deck(art: str) -> str:
    """Piles that are numbered by seat are of one deck."""
    return art.rstrip("-0123456789")


def card_hues(card: Card) -> tuple[str, str]:
    """The two hues of a card's field, of its first and its last suit; both the same for all but cards of two suits."""
    if not card.face:
        return (back_hue(card.art),) * 2
    if card.art in _HUES:
        return (_HUES[card.art],) * 2
    keys = [suit.key for suit in card.suits] or [card.sign]
    return hue_of(keys[0]), hue_of(keys[-1])


def card_hue(card: Card) -> str:
    """The hue of a card: of its drawing, else of its first suit."""
    return card_hues(card)[0]

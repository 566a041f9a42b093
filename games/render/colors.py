"""Few colours with meaning: the hue of a suit and the cloth of a table, by name for the page's stylesheet and as numbers for pictures.

Suits of one game differ by at least 14 (CIEDE2000) to every eye, also with deuteranopia and protanopia; a test measures it.
"""

from zlib import crc32

from games.rules.registry import all_games
from games.rules.scene import Card, Cloth, Hue

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

HUES: dict[str, Hue] = {"favor": "earth", "circle": "gold", "cross": "red", "zener-waves": "sea", "zener-star": "plum"}
"""The hues of drawings and signs that are no suits."""


def hue_of(key: str) -> Hue:
    """The hue of a drawing or a sign; ink for what has none."""
    return HUES.get(key, "ink")


CLOTHS: dict[Cloth, tuple[str, str]] = {
    "teal": ("#2b524d", "#13211f"),
    "indigo": ("#37357a", "#14132f"),
    "violet": ("#4a2c4c", "#1b0f20"),
    "russet": ("#57302b", "#1f0f0e"),
    "navy": ("#28486a", "#0e1a2b"),
    "olive": ("#4a5129", "#1a1d0d"),
    "stone": ("#3d3a36", "#171512"),
}
"""The colours of tables (`Rules.cloth`), in the middle and at the edge; the stylesheet holds the same names."""


def cloth_of(key: str) -> tuple[str, str]:
    """The colours of a game's table, in the middle and at its edge; those of stone for a game that is not installed any more."""
    return CLOTHS[_cloth_name(key)]


def cloth_class(key: str) -> str:
    """The class of an element that shows the table of a game."""
    return f"cloth-{_cloth_name(key)}"


def flat_cloth(key: str) -> str:
    """The colour between the middle and the edge, for pictures without gradients."""
    pairs = zip(*(bytes.fromhex(colour[1:]) for colour in cloth_of(key)), strict=True)
    return "#" + bytes((one + two) // 2 for one, two in pairs).hex()


def _cloth_name(key: str) -> Cloth:
    return all_games()[key].cloth if key in all_games() else "stone"


BACKS: dict[str, tuple[Hue, str]] = {
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


def back_hue(art: str) -> Hue:
    """The hue of a back, so that two decks on one table differ; the pattern without a name is red."""
    backs: tuple[Hue, ...] = ("slate", "sea", "green", "earth", "plum")
    deck = _deck(art)
    return BACKS[deck][0] if deck in BACKS else backs[crc32(deck.encode()) % len(backs)] if deck else "red"


def back_sign(art: str) -> str:
    return BACKS[_deck(art)][1] if _deck(art) in BACKS else "star"


def _deck(art: str) -> str:
    """Piles that are numbered by seat are of one deck."""
    return art.rstrip("-0123456789")


def card_hues(card: Card) -> tuple[Hue, Hue]:
    """The two hues of a card's field, of its first and its last suit; both the same for all but cards of two suits."""
    if not card.face:
        return (back_hue(card.art),) * 2
    if card.art in HUES or not card.suits:
        return (HUES.get(card.art) or hue_of(card.sign),) * 2
    return card.suits[0].hue, card.suits[-1].hue


def card_hue(card: Card) -> Hue:
    """The hue of a card: of its drawing, else of its first suit."""
    return card_hues(card)[0]

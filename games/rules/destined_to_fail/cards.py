"""The cards, the prophecy tokens and the Fate Die (specification §1; R2 reads the suit line of the seed)."""

from collections.abc import Iterable

SUITS = ("sun", "moon", "star", "hands", "eyes")
"""In the order in which hands are sorted; the Orb comes last."""
ORB = "orb"
NO_SUIT = ""
COPIES = {"sun": 1, "moon": 1, "star": 1, "hands": 2, "eyes": 2}
"""How many cards of each rank a suit has."""
HIGHEST_RANK = 7

FACES = (*(f"{suit}-{rank}" for suit in SUITS for rank in range(1, HIGHEST_RANK + 1)), ORB)
"""Every face in canonical order. Copies of a face have no identity (R39)."""
PLACE = {face: place for place, face in enumerate(FACES)}
SUIT = {face: face.split("-")[0] if face != ORB else NO_SUIT for face in FACES}
RANK = {face: int(face.split("-")[1]) if face != ORB else 0 for face in FACES}

TOKEN_VALUES = (0, 1, 2)
FATE_DIE = (0, 0, 1, 1, 2, 2)
"""The six faces; each value is equally likely (R8)."""

HAND_SIZE = 7
TRICKS = 5


def deck(seats: int) -> list[str]:
    """The cards in play, sorted: ranks 1 to the number of players and one Orb each; 8 cards per player."""
    numbers = [f"{suit}-{rank}" for suit in SUITS for rank in range(1, seats + 1) for _ in range(COPIES[suit])]
    return numbers + [ORB] * seats


def token_bag(seats: int) -> list[int]:
    """The tokens in play, sorted: one of each value per player."""
    return [value for value in TOKEN_VALUES for _ in range(seats)]


def in_order(faces: Iterable[str]) -> list[str]:
    """Faces sorted by suit and rank: the order of a list reveals nothing about the deal or the copies."""
    return sorted(faces, key=PLACE.__getitem__)


def distinct(hand: Iterable[str]) -> list[str]:
    """Every face once, order kept."""
    return list(dict.fromkeys(hand))


def strength(face: str) -> tuple[bool, int, int]:
    """A sort key: by rank, Orbs last, ties in the canonical suit order."""
    return face == ORB, RANK[face], PLACE[face]

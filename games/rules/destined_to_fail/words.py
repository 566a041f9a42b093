"""Names of suits and cards, and the options that several questions share."""

from collections.abc import Iterable

from games.rules.contract import Option
from games.rules.destined_to_fail.cards import FACES, ORB, RANK, SUIT, TOKEN_VALUES
from games.rules.messages import Message, Who, msg, sense

SUIT_NAMES = {
    "sun": sense("suit", "Sun"),
    "moon": msg("Moon"),
    "star": msg("Star"),
    "hands": msg("Hands of Fate"),
    "eyes": msg("Eyes of Destiny"),
    ORB: msg("Orb"),
}
_SHORT = {
    "sun": msg("Sun {rank}"),
    "moon": msg("Moon {rank}"),
    "star": msg("Star {rank}"),
    "hands": msg("Hands {rank}"),
    "eyes": msg("Eyes {rank}"),
}
CARD_NAMES = {face: msg(_SHORT[SUIT[face]].text, rank=RANK[face]) if face != ORB else msg("Orb") for face in FACES}
FORETELL = {"win": msg("win with {card}"), "lose": msg("lose with {card}")}
"""The declarations of the leader under Echoes of the Future (R30)."""


def card_names(faces: Iterable[str]) -> tuple[Message, ...] | Message:
    """Names of several cards as one parameter of a message."""
    return tuple(CARD_NAMES[face] for face in faces) or msg("nothing")


def from_hand(face: str) -> Option:
    return Option(face, CARD_NAMES[face], (in_hand(face),))


def from_row(token: str) -> Option:
    """The choice of a card of the Forsaken Row; `sun-3+` is the second copy of `sun-3`."""
    face = token.rstrip("+")
    label = CARD_NAMES[face] if face == token else msg("{card} (second copy)", card=CARD_NAMES[face])
    return Option(token, label, (in_row(face),))


def foretold(token: str) -> Option:
    """The choice of a card with a declaration in front: `win:sun-3`."""
    word, _, face = token.partition(":")
    return Option(token, msg(FORETELL[word].text, card=CARD_NAMES[face]), (in_hand(face),))


def in_hand(face: str) -> str:
    """The scene id of a card in the viewer's hand."""
    return f"hand:{face}"


def in_row(face: str) -> str:
    """The scene id of a card in the Forsaken Row."""
    return f"row:{face}"


SEAT_TOKENS = tuple(f"seat-{number}" for number in range(1, 8))
"""Tokens of the seats; the first is `seat-1`."""
KEEP_TOKENS = tuple(f"keep-{value}" for value in TOKEN_VALUES)
"""Answer tokens for the prophecy tokens, by value."""


def to_seat(token: str) -> Option:
    seat = SEAT_TOKENS.index(token)
    return Option(token, msg("{who}", who=Who(seat)), (f"hand-{seat + 1}",))


def keep_token(token: str) -> Option:
    value = KEEP_TOKENS.index(token)
    return Option(token, msg("keep the {value}", value=value), (f"token:{value}",))

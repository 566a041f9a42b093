"""Compact text of finished rounds: every trick of a long game stays visible (R38) while the position stays small.

A round is its trump card and its tricks, `sunstrike 0:s3s1oh2:22 …`: leader, cards in play order, taker and winner.
"""

import re
from typing import Any

from games.rules.destined_to_fail.cards import FACES, ORB, RANK, SUIT
from games.rules.destined_to_fail.table import Trick

LETTERS = {"sun": "s", "moon": "m", "star": "t", "hands": "h", "eyes": "e"}
_CODE_OF = {face: f"{LETTERS[SUIT[face]]}{RANK[face]}" if face != ORB else "o" for face in FACES}
_FACE_OF = {code: face for face, code in _CODE_OF.items()}
_CARD = re.compile(r"o|[smthe]\d")


def encode(effect: str, tricks: list[Trick]) -> str:
    """A finished round as one line."""
    parts = [f"{t['leader']}:{''.join(_CODE_OF[face] for face in t['cards'])}:{t['taker']}{t['winner']}" for t in tricks]
    return " ".join([effect, *parts])


def decode(line: str) -> dict[str, Any]:
    """The round that `encode` has written: `{"effect": key, "tricks": [{"leader", "cards", "taker", "winner"}, …]}`."""
    effect, *parts = line.split()
    return {"effect": effect, "tricks": [_decode_trick(part) for part in parts]}


def _decode_trick(part: str) -> dict[str, Any]:
    leader, cards, takers = part.split(":")
    return {
        "leader": int(leader),
        "cards": [_FACE_OF[code] for code in _CARD.findall(cards)],
        "taker": int(takers[0]),
        "winner": int(takers[1]),
    }

"""The view of a table: what a viewer may know (§3 of the specification)."""

from typing import Any

from games.rules.contract import Seat
from games.rules.turn_of_fate.board import TurnOfFateTable
from games.rules.turn_of_fate.scoring import scores

PUBLIC = (
    *("phase", "temples", "active", "turn", "null_passes"),
    *("congregations", "agora", "temple_piles", "discard", "removed", "played"),
)
"""The fields of the table that everybody sees as they are."""


def look(t: TurnOfFateTable, viewer: Seat | None) -> dict[str, Any]:
    """All open cards, the sizes of decks and hands, and the viewer's own hand; after the end both hands and the rest of the decks."""
    if not t.temples:
        return {"phase": t.phase}
    over = t.phase == "over"
    seen = t.copied(*PUBLIC) | {
        "scores": scores(t),
        "fate_deck": len(t.fate_deck),
        "citizen_deck": len(t.citizen_deck),
        "hand_counts": [len(hand) for hand in t.hands],
        "hands": [list(hand) if over or seat == viewer else None for seat, hand in enumerate(t.hands)],
    }
    if over:
        seen["rest"] = t.copied("fate_deck", "citizen_deck")
    return seen

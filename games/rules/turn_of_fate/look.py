"""The view of a table: what a viewer may know (§3 of the specification)."""

from typing import Any

from games.rules.contract import Seat
from games.rules.turn_of_fate.board import Stack, TurnOfFateTable
from games.rules.turn_of_fate.scoring import scores


def look(t: TurnOfFateTable, viewer: Seat | None) -> dict[str, Any]:
    """All open cards, the sizes of decks and hands, and the viewer's own hand; after the end both hands and the rest of the decks."""
    if not t.temples:
        return {"phase": t.phase}
    over = t.phase == "over"
    seen: dict[str, Any] = {
        "phase": t.phase,
        "temples": list(t.temples),
        "active": t.active,
        "turn": t.turn,
        "null_passes": t.null_passes,
        "congregations": [_copied(stacks) for stacks in t.congregations],
        "agora": _copied(t.agora),
        "temple_piles": [_copied(stacks) for stacks in t.temple_piles],
        "discard": list(t.discard),
        "removed": list(t.removed),
        "played": {fate: list(by) for fate, by in t.played.items()},
        "scores": scores(t),
        "fate_deck": len(t.fate_deck),
        "citizen_deck": len(t.citizen_deck),
        "hand_counts": [len(hand) for hand in t.hands],
        "hands": [list(hand) if over or seat == viewer else None for seat, hand in enumerate(t.hands)],
    }
    if over:
        seen["rest"] = {"fate_deck": list(t.fate_deck), "citizen_deck": list(t.citizen_deck)}
    return seen


def _copied(stacks: list[Stack]) -> list[Stack]:
    return [list(stack) for stack in stacks]

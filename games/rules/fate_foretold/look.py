"""The view of a table: what a viewer may know (§3.2 of the specification)."""

from typing import Any

from games.rules.contract import Seat
from games.rules.fate_foretold.board import FateForetoldTable, counts, field_limit
from games.rules.fate_foretold.cards import SHIFT
from games.rules.fate_foretold.kinds import SUITS


def look(t: FateForetoldTable, viewer: Seat | None) -> dict[str, Any]:
    """Fields, sigils, tokens and sizes of hands, and the viewer's own hand in order unless it is hidden; after the end all hands."""
    if t.phase == "setup":
        return {"phase": t.phase, "players": []}
    over = t.ending is not None
    hidden = viewer is not None and t.hidden(viewer)
    own = list(t.hands[viewer]) if viewer is not None and not hidden else None
    return t.copied("phase", "printing", "turn", "round", "active", "first", "tokens", "beloved") | {
        "threshold": t.options["alignment_threshold"],
        "nest": len(t.nest),
        "players": [_player(t, seat, over) for seat in t.all_seats],
        "hand": own,
    }


def _player(t: FateForetoldTable, seat: Seat, over: bool) -> dict[str, Any]:
    packed = counts(t, seat)
    return {
        "alive": t.alive[seat],
        "sigil": t.sigils[seat],
        "field": list(t.fields[seat]),
        "limit": field_limit(t, seat),
        "counts": {suit: packed >> SHIFT[suit] & 0xFF for suit in SUITS},
        "aligned": list(t.aligned[seat]),
        "hand": len(t.hands[seat]),
        "hidden": t.hidden(seat),
        "skips": t.skips[seat],
        "spoke": t.spoke[seat],
        "shield": [str(shield["source"]) for shield in t.shields if shield["owner"] == seat],
        "cards": list(t.hands[seat]) if over else None,
    }

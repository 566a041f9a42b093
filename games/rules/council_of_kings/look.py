"""The view of a seat or a spectator: only what it may know (section 4)."""

from typing import Any

from games.rules.contract import Seat
from games.rules.council_of_kings.board import Council, Lot, Placed
from games.rules.council_of_kings.cards import WITH_THE_END
from games.rules.council_of_kings.scoring import score

PUBLIC = ("phase", "printing", "auction", "auctioneer", "bank", "fate_discard", "favor_discard", "waiting", "used", "attacked")
"""The fields of the table that everybody sees as they are."""


def look(t: Council, viewer: Seat | None) -> dict[str, Any]:
    """All that is public, and the viewer's own Favors and peeked cards. After the end everything is public."""
    if not t.coins:
        return {"phase": t.phase, "players": []}
    over = t.phase == "over"
    seen = t.copied(*PUBLIC) | {
        "fate_deck": len(t.fate_deck),
        "end_possible": len(t.fate_deck) <= WITH_THE_END[t.options["mode"]] + 1,
        "fate_out": len(t.fate_out),
        "favor_deck": len(t.favor_deck),
        "lot": _lot(t.lot, viewer) if t.lot else None,
        "players": [_player(t, seat, over or seat == viewer) for seat in t.all_seats],
    }
    if viewer is not None:
        seen["known"] = t.fate_deck[: t.known[viewer]]
    if over:
        seen["rest"] = t.copied("fate_deck", "fate_out", "favor_deck")
    return seen


def _player(t: Council, seat: Seat, show_hand: bool) -> dict[str, Any]:
    coins, populace, kingdom = t.coins[seat], t.populace[seat], t.kingdoms[seat]
    player: dict[str, Any] = {
        "coins": coins,
        "populace": populace,
        "favors": len(t.hands[seat]),
        "cards": [held.copy() for held in kingdom],
        "score": score(coins, populace, kingdom),
        "known": t.known[seat],
    }
    if show_hand:
        player["hand"] = list(t.hands[seat])
    return player


def _lot(lot: Lot, viewer: Seat | None) -> dict[str, Any]:
    seen = {
        "card": lot["card"],
        "coins": lot["coins"],
        "turn": lot["turn"],
        "placed": [_placed(placed, viewer) for placed in lot["placed"]],
        "bids": list(lot["bids"]),
        "taxes": list(lot["taxes"]),
        "buyer": lot["buyer"],
    }
    if lot.get("filed") and viewer is not None:
        seen["filed"] = lot["filed"][viewer]
    if lot["turn"] == viewer:
        seen["playing"] = list(lot["playing"])
    return seen


def _placed(placed: Placed, viewer: Seat | None) -> dict[str, Any]:
    shown = placed["open"] or placed["seat"] == viewer
    return {"seat": placed["seat"], "open": placed["open"], "favor": placed["favor"] if shown else None}

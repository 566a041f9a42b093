"""The view of a seat or a spectator: only what it may know (specification §3.2)."""

from typing import Any

from games.rules.contract import Seat
from games.rules.destined_to_fail.archive import decode
from games.rules.destined_to_fail.cards import ORB
from games.rules.destined_to_fail.effects import best_place
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trick import chooses_together, next_to_follow, still_to_follow
from games.rules.destined_to_fail.trumps import TRUMPS, trump_of

PUBLIC = ("phase", "round", "leader", "glory", "tricks_won", "row", "declared", "tricks", "open_hands", "tokens_open", "known")
"""The fields of the table that everybody sees as they are."""


def look(t: Destiny, viewer: Seat | None) -> dict[str, Any]:
    """The table as a seat or a spectator (None) sees it; after the game the hands, tokens and bag of the last round, too (R42)."""
    seen = _public(t)
    over, open_tokens = t.phase == "over", t.tokens_open or t.phase in ("score", "over")
    seen["hands"] = {str(seat): list(hand) for seat, hand in enumerate(t.hands) if seat == viewer or seat in t.open_hands or over}
    seen["tokens"] = [token if seat == viewer or open_tokens else None for seat, token in enumerate(t.tokens)]
    if viewer is not None and t.hands:
        seen["offer"] = list(t.offers[viewer])
        if t.chosen and t.chosen[viewer]:
            seen["chosen"] = t.chosen[viewer]
        if t.passed:
            seen["passed"] = {"gave": t.passed[viewer], "got": t.passed[viewer - 1]}
    if over:
        seen["bag"] = sorted(t.bag)
    return seen


def _public(t: Destiny) -> dict[str, Any]:
    seen = t.copied(*PUBLIC) | {
        "trick": t.trick_no,
        "target": t.target,
        "hand_sizes": [len(hand) for hand in t.hands],
        "trump": t.effect,
        "trump_suit": TRUMPS[t.effect].trump_suit if t.effect else None,
        "trumps_seen": list(t.trump_discard),
        "trumps_left": len(t.trump_deck),
        "plays": [[(t.leader + place) % t.seats, face] for place, face in enumerate(t.plays)],
        "taking": (t.leader + best_place(t.plays, t)) % t.seats if t.plays else None,
        "earlier": [decode(line) for line in t.past],
        "turn": _turn(t),
        "last_round": dict(t.summary),
    }
    if t.effect == "restricted_power" and t.phase == "prelude":
        seen["orbs"] = [hand.count(ORB) for hand in t.hands]
    return seen


def _turn(t: Destiny) -> list[Seat]:
    """The seats that the game waits for, as far as that is public: in a simultaneous phase all its seats until it is complete (R44)."""
    if t.phase == "lead":
        return [t.leader]
    if t.phase == "follow":
        return still_to_follow(t) if trump_of(t).face_down or chooses_together(t) else [next_to_follow(t)]
    if t.phase == "resolve":
        return [(t.leader + best_place(t.plays, t)) % t.seats] if t.plays else []
    if t.phase == "between":
        return [t.tricks[-1]["winner"]] if t.effect == "moonlight_exchange" else list(t.all_seats)
    if t.phase == "prelude" and t.effect == "restricted_power":
        return [seat for seat in t.clockwise(t.leader) if ORB in t.hands[seat]][:-1]
    return list(t.all_seats) if t.phase == "prelude" else []

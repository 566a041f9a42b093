"""The view of a seat or a spectator: only what it may know (specification §3.2)."""

from typing import Any

from games.rules.contract import Seat
from games.rules.destined_to_fail.archive import decode
from games.rules.destined_to_fail.cards import ORB
from games.rules.destined_to_fail.effects import best_place
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trick import chooses_together, next_to_follow, still_to_follow
from games.rules.destined_to_fail.trumps import TRUMPS, trump_of


def look(t: Destiny, viewer: Seat | None) -> dict[str, Any]:
    """The table as a seat or a spectator (None) sees it; after the game the hands, tokens and bag of the last round, too (R42)."""
    seen = _public(t)
    seen["hands"] = {str(seat): list(t.hands[seat]) for seat in range(len(t.hands)) if _sees_hand(t, viewer, seat)}
    seen["tokens"] = [token if _sees_token(t, viewer, seat) else None for seat, token in enumerate(t.tokens)]
    if viewer is not None and t.hands:
        seen["offer"] = list(t.offers[viewer])
        if t.chosen and t.chosen[viewer]:
            seen["chosen"] = t.chosen[viewer]
        if t.passed:
            seen["passed"] = {"gave": t.passed[viewer], "got": t.passed[viewer - 1]}
    if t.phase == "over":
        seen["bag"] = sorted(t.bag)
    return seen


def _sees_hand(t: Destiny, viewer: Seat | None, seat: Seat) -> bool:
    return seat == viewer or seat in t.open_hands or t.phase == "over"


def _sees_token(t: Destiny, viewer: Seat | None, seat: Seat) -> bool:
    return seat == viewer or t.tokens_open or t.phase in ("score", "over")


def _public(t: Destiny) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "phase": t.phase,
        "round": t.round,
        "leader": t.leader,
        "trick": t.trick_no,
        "target": t.target,
        "glory": list(t.glory),
        "tricks_won": list(t.tricks_won),
        "hand_sizes": [len(hand) for hand in t.hands],
        "row": list(t.row),
        "trump": t.effect,
        "trump_suit": TRUMPS[t.effect].trump_suit if t.effect else None,
        "trumps_seen": list(t.trump_discard),
        "trumps_left": len(t.trump_deck),
        "plays": [[(t.leader + place) % t.seats, face] for place, face in enumerate(t.plays)],
        "declared": t.declared,
        "taking": (t.leader + best_place(t.plays, t)) % t.seats if t.plays else None,
        "tricks": [dict(trick) for trick in t.tricks],
        "earlier": [decode(line) for line in t.past],
        "open_hands": list(t.open_hands),
        "tokens_open": t.tokens_open,
        "known": [list(faces) for faces in t.known],
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

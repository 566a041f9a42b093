"""The invariants of a table at a quiet point (§10 of the specification)."""

from games.rules.fate_foretold.board import CREATOR, FateForetoldTable, alignment
from games.rules.fate_foretold.cards import DECKS


def audit(t: FateForetoldTable) -> list[str]:
    if t.phase == "setup":
        return []
    problems = []
    if sorted([*t.nest, *(card for place in (*t.hands, *t.fields) for card in place)]) != sorted(DECKS[t.printing]):
        problems.append("The cards are not each in exactly one place.")
    for seat in t.all_seats:
        if not t.alive[seat] and (t.hands[seat] or t.fields[seat]):
            problems.append(f"Seat {seat} conceded and still has cards.")
    if t.phase == "over":
        return problems
    for token, host in t.tokens.items():
        if t.field_of(host) is None or t.field_of(CREATOR[token]) is None:
            problems.append(f"The {token} lies on {host} without a reason.")
    for seat in t.living(0):
        if alignment(t, seat, t.aligned[seat]) != t.aligned[seat]:
            problems.append(f"Seat {seat} is not aligned as its field says.")
    if t.queue or t.unsettled:
        problems.append("Something still waits to be carried out.")
    return problems

"""The answers of an absent player (§8.5 of the specification): deterministic, always legal, from open information only."""

from collections.abc import Sequence

from games.rules.contract import Decision, Seat, Shape
from games.rules.fate_foretold.board import FateForetoldTable, counts
from games.rules.fate_foretold.cards import CARDS, COUNTS_AS, SHIFT
from games.rules.fate_foretold.kinds import SUITS
from games.rules.fate_foretold.words import DRAW, NONE, PASS, seat_token

LOSING = frozenset(("sacrifice", "trade_away", "return_own", "give", "topdeck_own", "discard", "limit_bury", "limit_discard"))
"""The kinds of questions about own cards to lose. The answer is the cards that count least for the best suit, the newest first."""

IDLE_TURNS = 1_000
"""Turns after which absent players play cards instead of drawing, so that a table of absent players comes to an end."""


def fallback(t: FateForetoldTable, decision: Decision) -> str:
    tokens = decision.tokens
    if decision.kind == "main":
        return DRAW if t.turn <= IDLE_TURNS else tokens[0]
    for nothing in (PASS, NONE):
        if nothing in tokens:
            return nothing
    if decision.kind in LOSING:
        return " ".join(_by_worth(t, decision.seat, tokens)[: decision.least])
    if decision.kind == "keep" and decision.shape is Shape.SOME:
        return " ".join(_by_worth(t, decision.seat, tokens)[::-1][: decision.least])
    if decision.options[0].token.startswith("seat-"):
        around = [seat_token((decision.seat + step) % t.seats) for step in range(1, t.seats + 1)]
        return next(token for token in around if token in tokens)
    return " ".join(tokens[: decision.least])


def _by_worth(t: FateForetoldTable, seat: Seat, tokens: Sequence[str]) -> list[str]:
    """The tokens by how much they count for the best suit, the least first; of equals, the newest first. Face-down cards count nothing."""
    packed = counts(t, seat)
    best = max(SUITS, key=lambda suit: packed >> SHIFT[suit] & 0xFF)
    worth = {token: COUNTS_AS[token] >> SHIFT[best] & 0xFF if token in CARDS else 0 for token in tokens}
    newest_first = tokens[::-1]
    return sorted(newest_first, key=lambda token: worth[token])

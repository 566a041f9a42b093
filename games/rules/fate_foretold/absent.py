"""What an absent player does (§8.5 of the specification): deterministic, always legal, and from open information only."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.contract import Decision, Seat, Shape
from games.rules.fate_foretold.board import Fates, counts
from games.rules.fate_foretold.cards import CARDS, COUNTS_AS, SHIFT
from games.rules.fate_foretold.kinds import SUITS
from games.rules.fate_foretold.words import DRAW, NONE, PASS, seat_token

LOST = frozenset(("sacrifice", "trade_away", "return_own", "give", "topdeck_own", "discard", "limit_bury", "limit_discard"))
"""Own cards to lose: those that count least towards the best suit, newest first."""

IDLE_TURNS = 1_000
"""A table at which nobody has decided anything for longer than any game lasts is brought to an end by playing."""


def fallback(t: Fates, decision: Decision) -> str:
    """The answer of an absent player."""
    tokens = decision.tokens
    if decision.kind == "main":
        return DRAW if t.turn <= IDLE_TURNS else tokens[0]
    for calm in (PASS, NONE):
        if calm in tokens:
            return calm
    if decision.kind in LOST:
        return " ".join(_by_worth(t, decision.seat, tokens)[: decision.least])
    if decision.kind == "keep" and decision.shape is Shape.SOME:
        return " ".join(_by_worth(t, decision.seat, tokens)[::-1][: decision.least])
    if decision.options[0].token.startswith("seat-"):
        return _next_player(t, decision.seat, tokens)
    return " ".join(tokens[: decision.least])


def _by_worth(t: Fates, seat: Seat, tokens: Sequence[str]) -> list[str]:
    """The least useful card first; of equals, the newest. Face-down cards are all equal."""
    packed = counts(t, seat)
    best = max(SUITS, key=lambda suit: packed >> SHIFT[suit] & 0xFF)
    worth = {token: COUNTS_AS[token] >> SHIFT[best] & 0xFF if token in CARDS else 0 for token in tokens}
    newest_first = tokens[::-1]
    return sorted(newest_first, key=lambda token: worth[token])


def _next_player(t: Fates, seat: Seat, tokens: Sequence[str]) -> str:
    """The first clockwise from the absent player, who is the last to be chosen."""
    around = [seat_token((seat + step) % t.seats) for step in range(1, t.seats + 1)]
    return next(token for token in around if token in tokens)

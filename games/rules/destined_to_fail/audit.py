"""Invariants of a table between two steps: no card, token or trick is lost or doubled (specification T38)."""

from collections.abc import Iterator

from games.rules.destined_to_fail.cards import TRICKS, deck, in_order, token_bag
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import TRUMPS


def audit(t: Destiny) -> list[str]:
    return list(_problems(t)) if t.phase != "setup" else []


def _problems(t: Destiny) -> Iterator[str]:
    trumps = t.trump_deck + t.trump_discard + ([t.effect] if t.effect else [])
    if sorted(trumps) != sorted(TRUMPS):
        yield f"the trump cards are {trumps}"
    offered = [value for offer in t.offers for value in offer] if None in t.tokens else []
    tokens = [*t.bag, *offered, *(token for token in t.tokens if token is not None)]
    if sorted(tokens) != token_bag(t.seats):
        yield f"the tokens are {sorted(tokens)}"
    if t.effect:
        yield from _card_problems(t)


def _card_problems(t: Destiny) -> Iterator[str]:
    cards = [face for trick in t.tricks for face in trick["cards"]] + t.plays + t.row + [face for hand in t.hands for face in hand]
    if in_order(cards) != deck(t.seats):
        yield f"the cards are {in_order(cards)}"
    if any(hand != in_order(hand) for hand in t.hands) or t.row != in_order(t.row):
        yield "a hand or the row is not sorted"
    if not t.plays and len({len(hand) for hand in t.hands}) > 1:
        yield "hands have different sizes between tricks"
    if any(face and face not in hand for face, hand in zip(t.chosen, t.hands, strict=False)):
        yield f"the chosen cards are {t.chosen}"
    if sum(t.tricks_won) != len(t.tricks) or len(t.tricks) > TRICKS:
        yield f"{len(t.tricks)} tricks were played and {t.tricks_won} are counted"

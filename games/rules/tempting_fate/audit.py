"""Invariants of a table between two steps (section 4.4)."""

from games.rules.tempting_fate.board import Duel, tarot_points, zener_points
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import DECK, in_order


def audit(t: Duel) -> list[str]:
    return [] if t.phase == "setup" else [sentence for board in t.running for sentence in _wrong(board)]


def _wrong(t: Duel) -> list[str]:
    wrong = []
    placed = [card for path in t.paths for card in path]
    if in_order([*t.zener_deck, *t.fate_hand, *t.zener_discard, *(card["face"] for card in placed)]) != list(DECK):
        wrong.append("There are not twenty Zener cards of each symbol.")
    if sorted([*t.tarot_deck, *t.querent_hand, *t.tarot_discard]) != sorted(TAROT):
        wrong.append("A tarot card is missing or there twice.")
    if any(card["tokens"] for path in t.paths for card in path[:-1]):
        wrong.append("A covered card has tokens.")
    if any(card["tokens"] and not card["up"] for card in placed) or any(card["tokens"] < 0 for card in placed):
        wrong.append("A face-down card has tokens, or fewer than none.")
    if t.phase == "attack" and not placed:
        wrong.append("The querent has nothing to attack.")
    if t.draft and not t.begun:
        wrong.append("A draft outlived its turn.")
    if tarot_points(t.tarot_discard) < zener_points(t.zener_discard):
        wrong.append("The discarded Zener cards are worth more than the tarot cards spent on them (R20).")
    return wrong

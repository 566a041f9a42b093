"""The caretaker: the fixed policy that decides for an absent seat (section 7.4; R35, R36).

It is a function from the seat's own view to a token (R37), and its move is the same as that move made by the player (R38).
"""

from collections.abc import Collection
from typing import Any

from games.rules.contract import Decision, View
from games.rules.council_of_kings.board import Held, of_kind, strength
from games.rules.council_of_kings.cards import CARDS
from games.rules.council_of_kings.kinds import HERO, MONSTER, FateCard
from games.rules.council_of_kings.scoring import penalty

KEEPS = 3
"""Coins that must remain after buying a Good card."""


def caretaker(view: View, decision: Decision) -> str:
    """The caretaker's answer to a decision: a turn of an auction, a sacrifice, or an action."""
    assert view.viewer is not None
    me = view.table["players"][view.viewer]
    if decision.kind == "action":
        return attack_routine(me["cards"], first=view.viewer not in view.table["attacked"]) or "done"
    if decision.kind == "sacrifice":
        return least_hero(me["cards"])
    return auction_turn(view.table["lot"], me, decision.tokens)


def least_hero(kingdom: list[Held]) -> str:
    """The Hero with the smallest sum of points and Order; the oldest of equals."""
    return min(of_kind(kingdom, HERO), key=lambda held: CARDS[held["id"]].points + held["order"])["id"]


def attack_routine(kingdom: list[Held], *, first: bool, reserve: Collection[str] = ()) -> str:
    """The best legal attack, or "" when there is none; it never takes the last Order of a fragile Hero. Heroes in `reserve` do not attack.

    Most Chaos removed per Order; then the Monster with the least Chaos; then the oldest Monster; then the Hero with the most
    Order; then the oldest Hero.
    """
    best, chosen = None, ""
    monsters = of_kind(kingdom, MONSTER)
    heroes = [held for held in kingdom if held["order"] and held["id"] not in reserve]
    for age, monster in enumerate(monsters):
        foe = CARDS[monster["id"]]
        for rank, hero in enumerate(heroes):
            card = CARDS[hero["id"]]
            if hero["order"] < foe.attack_cost + card.fragile or card.family in foe.immune_to:
                continue
            removed = min(monster["chaos"], strength(kingdom, hero, monster, first=first))
            # Per Order without fractions: an attack costs 1 or 2, so count in sixths.
            key = (-removed * 6 // foe.attack_cost, monster["chaos"], age, -hero["order"], rank)
            if best is None or key < best:
                best, chosen = key, f"attack>{hero['id']}>{monster['id']}"
    return chosen


def entering_chaos(card: FateCard, kingdom: list[Held]) -> int:
    """The Chaos a Monster would bring into that Kingdom."""
    return card.chaos + (len(of_kind(kingdom, MONSTER)) if card.enters_with_monsters else 0)


def threshold(card: FateCard, me: dict[str, Any]) -> int:
    """The coins on an Evil card from which on the caretaker takes it."""
    if card.kind != MONSTER:
        return -(card.worth // 2) + 2
    kingdom = me["cards"]
    order: int = sum(held["order"] for held in kingdom)
    chaos: int = sum(held["chaos"] for held in kingdom)
    free = max(0, order - chaos)
    enters = entering_chaos(card, kingdom)
    remains = max(0, enters - free)
    owned: int = chaos + me["populace"]
    return penalty(owned + remains) - penalty(owned) + (enters - remains) + 2


def auction_turn(lot: dict[str, Any], me: dict[str, Any], tokens: tuple[str, ...]) -> str:
    """The caretaker's token for a turn of an auction, from the seat's view of the lot and of itself."""
    card, coins = CARDS[lot["card"]], lot["coins"]
    if lot.get("playing"):
        # The owner has begun to buy. Complete the purchase, with a further Favor or a tax where the coins do not suffice.
        return "buy" if "buy" in tokens else next((token for token in tokens if token.startswith("play>")), "tax")
    if card.good:
        fits = 2 * coins <= card.worth - 4 and me["coins"] - coins >= KEEPS
        return "buy" if coins == 0 or (fits and "buy" in tokens) else "bid"
    wanted = threshold(card, me)
    if coins >= wanted:
        return "buy"
    if "bid" in tokens:
        return "bid"
    return "tax" if me["populace"] < 3 and wanted - coins >= 4 and "tax" in tokens else "buy"

"""Reasons why something cannot be done now, for error texts and barred cards. Computed from the seat's own view only."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from games.rules.contract import Barred, Decision, View
from games.rules.council_of_kings.board import Held, muted, of_kind
from games.rules.council_of_kings.cards import CARDS, FAVOR, PRINTINGS, TAX_LIMIT
from games.rules.council_of_kings.kinds import ACTION, BEFORE_BUY, HERO, MONSTER
from games.rules.errors import Illegal, Reason
from games.rules.messages import msg, plain

VERBS = ("bid", "pass", "buy", "take", "tax", "bargain", "attack", "use", "play", "done")
"""The first words of tokens: a known word at the wrong time gets a specific reason."""


def explain(view: View, decision: Decision, text: str) -> Illegal | None:
    words = re.findall(r"\w+", text.casefold().replace("_", " "))
    found = next(_reasons(view, decision, words), None)
    return Illegal(*found) if found else None


def barred(view: View, decision: Decision) -> tuple[Barred, ...]:
    """The own cards and Favors that cannot be used in this decision, each with its reason."""
    me = view.table["players"][view.viewer]
    touched = {word for option in decision.options for word in option.touches}
    found = []
    for favor in dict.fromkeys(me["hand"]):
        reason = favor_reason(view, decision.kind, favor)
        if favor not in touched and reason:
            found.append(Barred((favor,), reason[0], reason[2]))
    for held in me["cards"] if decision.kind == "action" else ():
        ability = ability_reason(view, held) if CARDS[held["id"]].ability else None
        if held["id"] not in touched and ability:
            found.append(Barred((held["id"],), ability[0], ability[2]))
    return tuple(found)


def _reasons(view: View, decision: Decision, words: list[str]) -> Iterator[Reason]:
    me = view.table["players"][view.viewer]
    verb = words[0] if words else ""
    if verb == "tax" and me["populace"] >= TAX_LIMIT:
        yield msg("Your Populace holds {n} Chaos; nobody taxes a people in that mood.", n=me["populace"]), "tax_limit", "R9"
    if decision.kind == "auction":
        yield from _auction_reasons(view, words, me, decision.tokens)
    for favor in _named(words, dict.fromkeys(me["hand"])):
        if verb != "bargain" and (reason := favor_reason(view, decision.kind, favor)):
            yield reason
    if verb in ("play", "bargain"):
        for favor in _named(
            words, dict.fromkeys(favor.id for favor in PRINTINGS[view.table["printing"]].favors if favor.id not in me["hand"])
        ):
            yield msg("You hold no {favor}.", favor=FAVOR[favor].name), "not_yours", "R12"
    if decision.kind == "action":
        yield from _action_reasons(view, verb, words, me)


def _auction_reasons(view: View, words: list[str], me: dict[str, Any], tokens: Sequence[str]) -> Iterator[Reason]:
    verb = words[0] if words else ""
    lot = view.table["lot"]
    card = CARDS[lot["card"]]
    bids = verb in ("bid", "pass")
    if lot["playing"] and (bids or verb == "bargain"):
        yield msg("You have begun to buy: go on, or take it back."), "buying", "R12"
    if bids and card.good and lot["coins"] == 0:
        yield msg("There is no coin left on {card}: bargain, or buy it for nothing.", card=card.name), "no_coins_on_card", "R5"
    if bids and not card.good and me["coins"] == 0:
        yield msg("You have no coin to bid with: tax first, bargain, or take {card}.", card=card.name), "no_coins", "R7"
    if card.good and {"buy", "take"} & set(words):
        cost = max(0, lot["coins"] + sum(FAVOR[favor].price for favor in lot["playing"]))
        if me["coins"] < cost:
            facts = {"card": card.name, "price": cost, "coins": me["coins"]}
            helps = next((FAVOR[option.removeprefix("play>")].name for option in tokens if option.startswith("play>")), None)
            without = msg("{card} costs {price} and you have {coins}: tax first.", **facts)
            text = msg("{card} costs {price} and you have {coins}: tax first, or play {favor}.", **facts, favor=helps) if helps else without
            yield text, "too_expensive", "R11"


def favor_reason(view: View, kind: str, favor: str) -> Reason | None:
    """Why a Favor in hand cannot be played now."""
    design, me = FAVOR[favor], view.table["players"][view.viewer]
    if muted(me["cards"]) and (kind == "action" or design.when == BEFORE_BUY):
        return msg("Your Favors are silenced: they can only be placed as bargains."), "muted", "R29"
    if kind == "auction" and design.when != BEFORE_BUY:
        return msg("{favor} is not played before buying: bargain with it, or keep it.", favor=design.name), "wrong_moment", "R12"
    if kind == "auction" and (card := CARDS[view.table["lot"]["card"]]).kind not in design.needs:
        return msg("{favor} does not fit {card}.", favor=design.name, card=card.name), "favor_does_not_fit", "R12"
    if kind == "action" and design.when != ACTION:
        return msg("{favor} cannot be played in the Action phase.", favor=design.name), "wrong_moment", "R12"
    if kind == "action" and not all(what == "player" or of_kind(me["cards"], what) for what in design.target):
        return msg("There is nothing in your Kingdom that {favor} could be used on.", favor=design.name), "no_target", "R25"
    return None


def ability_reason(view: View, held: Held) -> Reason | None:
    """Why the ability of an own card cannot be used now; None when it can or when there is none."""
    card, me = CARDS[held["id"]], view.table["players"][view.viewer]
    ability = card.ability
    if ability is None:
        return msg("{card} has nothing to use in the Action phase.", card=card.name), "no_ability", "R34"
    if ability.once and card.id in view.table["used"]:
        return msg("{card} was already used in this Action phase.", card=card.name), "used_up", "R34"
    if held["order"] < ability.order:
        return msg("{card} has no Order left to spend.", card=card.name), "no_order", "R26"
    if me["coins"] < ability.coins:
        text = msg("{card} asks {price} coins and you have {coins}.", card=card.name, price=ability.coins, coins=me["coins"])
        return text, "cannot_pay", "R11"
    if MONSTER in ability.target and not of_kind(me["cards"], MONSTER):
        return msg("There is no Monster in your Kingdom."), "no_target", "R25"
    return None


def _action_reasons(view: View, verb: str, words: list[str], me: dict[str, Any]) -> Iterator[Reason]:
    held = {card["id"]: card for card in me["cards"]}
    named = list(_named(words, held))
    heroes = [held[word] for word in named if CARDS[word].kind == HERO]
    monsters = [held[word] for word in named if CARDS[word].kind == MONSTER]
    if verb == "attack" or (verb not in VERBS and heroes and monsters):
        if not heroes or not monsters:
            yield msg("An attack needs a Hero and a Monster of your own Kingdom."), "not_yours", "R25"
        else:
            yield from _attack_reasons(heroes[0], monsters[0])
    elif named and (reason := ability_reason(view, held[named[0]])):
        yield reason


def _attack_reasons(hero: Held, monster: Held) -> Iterator[Reason]:
    attacker, foe = CARDS[hero["id"]], CARDS[monster["id"]]
    if attacker.family in foe.immune_to:
        yield msg("{hero} cannot attack {monster}.", hero=attacker.name, monster=foe.name), "immune", "R25"
    if hero["order"] < foe.attack_cost:
        yield msg("{hero} has {n} Order; an attack on {monster} takes {cost}.",
                  hero=attacker.name, n=hero["order"], monster=foe.name, cost=foe.attack_cost), "no_order", "R26"  # fmt: skip


def _named(words: list[str], among: dict[str, Any]) -> Iterator[str]:
    """The cards whose id or name has a word that was typed, or one that begins with three typed letters or more."""
    typed = [word for word in words if len(word) >= 3 and word not in ("the", *VERBS)]
    for key in among:
        name = CARDS[key].name if key in CARDS else FAVOR[key].name
        own = {*key.split("_"), *re.findall(r"\w+", plain(name).casefold())} - {"the", "of", "and"}
        if any(part.startswith(word) for word in typed for part in sorted(own)):
            yield key

"""Reasons for refused answers. Each is computed from the seat's own view only."""

import re

from games.rules.contract import Decision, View
from games.rules.destined_to_fail.cards import FACES, SUIT
from games.rules.destined_to_fail.words import CARD_NAMES, FORETELL, SUIT_NAMES
from games.rules.errors import Illegal, Reason
from games.rules.messages import msg

_CARD = re.compile(r"\b(sun|moon|star|hands|eyes)\W?(\d)\b|\b(orb)\b")


def explain(view: View, decision: Decision, text: str) -> Illegal | None:
    reason = _reason(view, decision, text.casefold())
    return Illegal(*reason) if reason else None


def _reason(view: View, decision: Decision, text: str) -> Reason | None:
    named = [f"{suit}-{rank}" if suit else orb for suit, rank, orb in _CARD.findall(text)]
    face = next((name for name in named if name in FACES), None)
    if decision.kind == "lead" and ":" not in decision.tokens[0] and any(word in text.split(":")[0].split() for word in FORETELL):
        return msg("Nothing is foretold this round: just lead a card."), "nothing_to_foretell", "R30"
    if decision.kind == "give_trick" and view.viewer is not None and re.search(rf"\bseat\W?{view.viewer + 1}\b", text):
        return msg("A trick taken with Eyes of Destiny goes to another player, never to yourself."), "own_trick", "R15"
    if decision.kind == "choose_token":
        return msg("You keep one of the two tokens you drew."), "not_offered", "R6"
    if face is None or decision.kind == "give_trick":
        return None
    if decision.kind in ("exchange_take", "rank_row"):
        if any(face in option.touches or face == option.token for option in decision.options):
            return None  # the card is there, so the number of named cards is wrong
        return msg("{card} does not lie in the Forsaken Row.", card=CARD_NAMES[face]), "not_in_row", decision.rule
    if face not in view.table["hands"][str(view.viewer)]:
        return msg("You do not hold {card}.", card=CARD_NAMES[face]), "not_in_hand", decision.rule
    if decision.kind in ("follow", "follow_hidden") and face not in decision.tokens:
        led = SUIT_NAMES[SUIT[view.table["plays"][0][1]]]
        return msg("{suit} was led and you hold {suit}: follow suit or play an Orb.", suit=led), "must_follow", "R14"
    return None

"""Policies for the Action phase (section 7.3). They do not depend on the hand, so being asked reveals nothing about it."""

from games.rules.contract import Decision, View
from games.rules.council_of_kings.board import attacks
from games.rules.council_of_kings.caretaker import attack_routine
from games.rules.council_of_kings.orders.terms import parse


def answer(view: View, decision: Decision, text: str) -> str | None:
    """The next action by the policy, or None where the player is asked."""
    terms = parse(text, view.table["printing"]) if text else None
    kingdom = view.table["players"][view.viewer]["cards"]
    if terms is None or terms.routine == "ask":
        return None
    if terms.routine == "ask_if_attack":
        return None if next(attacks(kingdom), None) is not None else "done"
    if terms.routine == "done":
        return "done"
    first = view.viewer not in view.table["attacked"]
    wanted = attack_routine(kingdom, first=first, reserve=terms.reserve) or "done"
    return wanted if wanted in decision.tokens else None

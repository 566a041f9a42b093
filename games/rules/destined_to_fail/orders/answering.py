"""The answer of a plan to a decision: conditions first, then the list for the led suit, the rule, the number of tricks."""

from collections.abc import Sequence

from games.rules.contract import Decision, View
from games.rules.destined_to_fail.cards import ORB, SUIT, strength
from games.rules.destined_to_fail.orders.offering import LED
from games.rules.destined_to_fail.orders.wanted_tricks import follow_by_wanted_tricks, states_wanted_tricks, wants_another_trick
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.messages import Message, msg
from games.rules.order_book import Terms

FIELD_OF_KIND = {"lead": "lead", "give_trick": "give", "discard": "part", "pass_card": "part", "exchange_give": "part",
           "exchange_take": "row", "choose_token": "keep"}  # fmt: skip
"""The field of a plan for each kind of decision; following a lead has several (`_follow`)."""
BEFORE_AIM, WITH_AIM = ("lowest_winning", "lowest"), ("highest_losing", "lowest")
"""The rules by which a plan with a number of tricks follows: before it has them, and afterwards."""
NOTHING_FITS = msg("Your plan does not say what to do here.")


def reply(view: View, decision: Decision, terms: Terms) -> str | Message | None:
    """An answer, or the reason why the owner is asked; None where the plan has no field for the decision."""
    if decision.kind in ("follow", "follow_hidden"):
        return _follow(view, decision, terms)
    field = FIELD_OF_KIND.get(decision.kind, "row")
    values = terms["duck" if field == "lead" and states_wanted_tricks(terms) and not wants_another_trick(view, terms) else field]
    if not values:
        return None
    if _other_trick_count(view, terms):
        return TRICKS_CHANGED
    if decision.kind == "rank_row":
        return " ".join(sorted(decision.tokens, key=lambda token: (strength(token.rstrip("+")), token), reverse=values[0] == "highest"))
    return next((found for value in values if (found := _card_or_seat(value, decision.tokens))), NOTHING_FITS)


TRICKS_CHANGED = msg("Your plan counted on another number of tricks.")


def _other_trick_count(view: View, terms: Terms) -> bool:
    wanted = terms.number("tricks")
    return wanted is not None and wanted != view.table["tricks_won"][view.viewer]


def _card_or_seat(value: str, tokens: Sequence[str]) -> str | None:
    """The named card or seat, or the lowest or highest card, if it is among the choices."""
    if value in ("lowest", "highest"):
        if any(":" in token for token in tokens):
            return None  # a plan cannot say what is declared with the card
        return (min if value == "lowest" else max)(tokens, key=strength)
    return value if value in tokens else None


def _follow(view: View, decision: Decision, terms: Terms) -> str | Message | None:
    faces = [face for _seat, face in view.table["plays"]]
    led = SUIT[faces[0]] or ORB
    preferences = terms[next(key for key, suit in LED.items() if suit == led)], terms["follow"], _rules_for_aim(view, terms)
    if not any(preferences) and not states_wanted_tricks(terms):
        return None
    if _other_trick_count(view, terms):
        return TRICKS_CHANGED
    if "orb" in terms["stop"] and ORB in faces:
        return msg("An Orb lies in the trick, so your plan asks you.")
    trump = TRUMPS[view.table["trump"]].trump_suit
    if "trump" in terms["stop"] and trump and led != trump and any(SUIT[face] == trump for face in faces):
        return msg("A trump lies in the trick, so your plan asks you.")
    for position, values in enumerate(preferences):
        for value in values:
            found = value if value in decision.tokens else follow_by_rule(view, value, decision.tokens, faces, eyes_give=position == 2)
            if found:
                return found
        if position == 1 and states_wanted_tricks(terms):
            return follow_by_wanted_tricks(view, decision.tokens, faces, more=wants_another_trick(view, terms))
    return NOTHING_FITS


def _rules_for_aim(view: View, terms: Terms) -> tuple[str, ...]:
    aim = terms.number("aim")
    if aim is None:
        return ()
    return BEFORE_AIM if view.table["tricks_won"][view.viewer] < aim else WITH_AIM


def follow_by_rule(view: View, rule: str, tokens: Sequence[str], faces: Sequence[str], *, eyes_give: bool) -> str | None:
    """The card that a rule of `offering.RULES` selects, or None.

    `eyes_give`: a card of the Eyes counts as one that does not take the trick, since the trick is given away.
    """
    extreme, _, outcome = rule.partition("_")
    if extreme not in ("lowest", "highest"):
        return None
    trump = TRUMPS[view.table["trump"]]

    def taking(face: str) -> bool:
        led = SUIT[faces[0]]
        power = trump.power(face, led)
        best = all(trump.power(other, led) <= power for other in faces)
        return power > 0 and best and not (eyes_give and trump.eyes_give and SUIT[face] == "eyes")

    fitting = [face for face in tokens if not outcome or taking(face) == (outcome == "winning")]
    return (min if extreme == "lowest" else max)(fitting, key=strength) if fitting else None

"""What a plan answers to a question: guards first, then the suit that is led, then the rule, then the number of tricks."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.contract import Decision, View
from games.rules.destined_to_fail.cards import ORB, SUIT, strength
from games.rules.destined_to_fail.orders.offering import LED
from games.rules.destined_to_fail.orders.wanted_tricks import by_wish, steers, wants_more
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.messages import Message, msg
from games.rules.order_book import Terms

OF_KIND = {"lead": "lead", "give_trick": "give", "discard": "part", "pass_card": "part", "exchange_give": "part",
           "exchange_take": "row", "choose_token": "keep"}  # fmt: skip
"""The word of a plan that speaks of each kind of question; following is looked at apart."""
WANTED, UNWANTED = ("lowest_winning", "lowest"), ("highest_losing", "lowest")
"""How a plan with a number of tricks follows, before it has them and then."""
NOTHING_FITS = msg("Your plan does not say what to do here.")


def reply(view: View, decision: Decision, terms: Terms) -> str | Message | None:
    """An answer, or why the owner is asked; None where the plan says nothing of such questions."""
    if decision.kind in ("follow", "follow_hidden"):
        return _follow(view, decision, terms)
    word = OF_KIND.get(decision.kind, "row")
    wishes = terms["duck" if word == "lead" and steers(terms) and not wants_more(view, terms) else word]
    if not wishes:
        return None
    if _over(view, terms):
        return TRICKS_CHANGED
    if decision.kind == "rank_row":
        return " ".join(sorted(decision.tokens, key=_row_place, reverse=wishes[0] == "highest"))
    return next((found for wish in wishes if (found := _plain(wish, decision.tokens))), NOTHING_FITS)


TRICKS_CHANGED = msg("Your plan counted on another number of tricks.")


def _over(view: View, terms: Terms) -> bool:
    wanted = terms.number("tricks")
    return wanted is not None and wanted != view.table["tricks_won"][view.viewer]


def _row_place(token: str) -> tuple[tuple[bool, int, int], str]:
    return strength(token.rstrip("+")), token


def _plain(wish: str, tokens: Sequence[str]) -> str | None:
    """A card or seat that is named, or the lowest or highest."""
    if wish in ("lowest", "highest"):
        if any(":" in token for token in tokens):
            return None  # what is foretold with the card has to be said
        return (min if wish == "lowest" else max)(tokens, key=strength)
    return wish if wish in tokens else None


def _follow(view: View, decision: Decision, terms: Terms) -> str | Message | None:
    faces = [face for _seat, face in view.table["plays"]]
    led = SUIT[faces[0]] or ORB
    lists = terms[next(key for key, suit in LED.items() if suit == led)], terms["follow"], _by_number(view, terms)
    if not any(lists) and not steers(terms):
        return None
    if _over(view, terms):
        return TRICKS_CHANGED
    if "orb" in terms["stop"] and ORB in faces:
        return msg("An Orb lies in the trick, so your plan asks you.")
    trump = TRUMPS[view.table["trump"]].trump_suit
    if "trump" in terms["stop"] and trump and led != trump and any(SUIT[face] == trump for face in faces):
        return msg("A trump lies in the trick, so your plan asks you.")
    for place, wishes in enumerate(lists):
        for wish in wishes:
            found = wish if wish in decision.tokens else by_rule(view, wish, decision.tokens, faces, eyes_give=place == 2)
            if found:
                return found
        if place == 1 and steers(terms):
            return by_wish(view, decision.tokens, faces, more=wants_more(view, terms))
    return NOTHING_FITS


def _by_number(view: View, terms: Terms) -> tuple[str, ...]:
    aim = terms.number("aim")
    if aim is None:
        return ()
    return WANTED if view.table["tricks_won"][view.viewer] < aim else UNWANTED


def by_rule(view: View, rule: str, tokens: Sequence[str], faces: Sequence[str], *, eyes_give: bool) -> str | None:
    """The card that a rule names, None where no card is like that.

    `eyes_give`: a card that would give the trick away counts as one that does not take it.
    """
    which, _, takes = rule.partition("_")
    if which not in ("lowest", "highest"):
        return None
    trump = TRUMPS[view.table["trump"]]

    def taking(face: str) -> bool:
        led = SUIT[faces[0]]
        power = trump.power(face, led)
        best = all(trump.power(other, led) <= power for other in faces)
        return power > 0 and best and not (eyes_give and trump.eyes_give and SUIT[face] == "eyes")

    fitting = [face for face in tokens if not takes or taking(face) == (takes == "winning")]
    return (min if which == "lowest" else max)(fitting, key=strength) if fitting else None

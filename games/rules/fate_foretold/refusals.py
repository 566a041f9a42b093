"""Refusals of answers with their reasons: why a named card or player can't be chosen, from the seat's own view."""

from games.rules.contract import Barred, Decision, Seat, View
from games.rules.errors import Illegal, RulesError
from games.rules.fate_foretold.cards import CARDS
from games.rules.fate_foretold.words import field_id, seat_token
from games.rules.messages import Message, Who, msg, plain


def explain(view: View, decision: Decision, text: str) -> RulesError | None:
    """The refusal of a text that names one card or player who can't be chosen; None leaves the general refusal."""
    if decision.kind in ("main", "extra") and (played := _played_with_target(decision, text)) is not None:
        return _illegal(msg("Name {card} only: whatever its text asks of you is the next question.", card=CARDS[played].name), "R25")
    if (seat := _seat(view, text)) is not None and (barred := _barred(decision, field_id(seat))) is not None:
        return _illegal(msg("{who} can't be chosen. {why}", who=Who(seat), why=barred.reason), barred.rule)
    card = _named_card(text)
    if card is None or card in decision.tokens or not view.table["players"]:
        return None
    name = CARDS[card].name
    if (barred := _barred(decision, card)) is not None:
        return _illegal(msg("{card} can't be chosen. {why}", card=name, why=barred.reason), barred.rule)
    if decision.kind in ("main", "extra"):
        if view.table["hand"] is None and view.viewer is not None and not view.table["players"][view.viewer]["aligned"]:
            return _illegal(msg("Your hand lies face-down: choose a place, like slot-1."), "R40")
        return _illegal(msg("{card} is not in your hand.", card=name), "R7")
    if any(card in player["field"] for player in view.table["players"]):
        return _illegal(msg("{card} is on a field, but it can't be chosen here.", card=name), decision.rule)
    return _illegal(msg("{card} is not among the cards you can choose from.", card=name), decision.rule)


def _illegal(message: Message, rule: str) -> Illegal:
    return Illegal(message, code="illegal_choice", rule=rule)


def _played_with_target(decision: Decision, text: str) -> str | None:
    """The playable card with which the text begins when a target follows ("strength on the fool"), else None."""
    typed = text.strip().casefold().removeprefix("play ").removeprefix("the ")
    for card in (CARDS[token] for token in decision.tokens if token in CARDS):
        name = plain(card.name).casefold().removeprefix("the ")
        if typed.startswith((f"{name} ", f"{name.split(',')[0]} ", f"{name}, ", f"{name.split(',')[0]}, ")):
            return card.id
    return None


def _barred(decision: Decision, id_: str) -> Barred | None:
    """Why a scene object can't be chosen, if the decision says so."""
    return next((barred for barred in decision.barred if id_ in barred.touches), None)


def _seat(view: View, text: str) -> Seat | None:
    return next((seat for seat in range(view.seats) if text.strip().casefold() == seat_token(seat)), None)


def _named_card(text: str) -> str | None:
    """The card whose id or name the text is, or None."""
    typed = text.strip().casefold().removeprefix("play ").replace(" ", "_")
    for card in CARDS.values():
        if typed in (card.id, plain(card.name).casefold().replace(" ", "_")):
            return card.id
    return None

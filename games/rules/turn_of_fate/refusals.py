"""Why a play is refused (§4 of the specification), from the seat's own view only.

Error texts name nothing but what the seat sees; a card of the rival's hand and one that lies in the deck read alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from games.rules.cards.decktet import DECKTET
from games.rules.contract import Decision, View
from games.rules.errors import Ambiguous, Illegal, RulesError
from games.rules.messages import Message, msg, plain
from games.rules.notation import FILLERS
from games.rules.turn_of_fate.cards import ACES, CITIZENS, FATES, FITS, WILD
from games.rules.turn_of_fate.words import card_name

_WORDS = {card: frozenset(re.findall(r"\w+", plain(face.name).casefold())) - {"the", "of"} for card, face in DECKTET.items()}


_PRICE_OR_TARGET = re.compile(r"\b(?:pay|paying|discard|discarding|gets)\b", re.IGNORECASE)


def hear(text: str) -> str:
    """The text without the verbs that tell what is paid and who is met: which card is which is clear from the cards."""
    return _PRICE_OR_TARGET.sub("for", text)


def explain(view: View, decision: Decision, text: str) -> RulesError | None:
    """The first of the seven reasons that fits the play a text names; None when it names none, or a legal one.

    It judges texts before they are read: a Crown is never paid for with an Ace that was not named as the price.
    """
    cards = named_cards(text)
    if not cards or any(card is None for card in cards):
        return None
    named = [card for card in cards if card is not None]
    citizens = [card for card in named if card in CITIZENS]
    fates = [card for card in named if card in FATES]
    if not fates or len(citizens) > 1 or len(fates) > 2:
        return None
    if len(fates) == 2 and fates[0] in ACES and fates[1] not in ACES:
        fates.reverse()  # "pay the Ace of Knots, the End on the Penitent": the price may be named first
    return _refusal(view, fates[0], citizens[0], fates[1:]) if citizens else _without_citizen(view, decision, fates[0])


def named_cards(text: str) -> list[str | None]:
    """The cards that a text names, in its order; None for words that could begin the names of several cards."""
    found: list[str | None] = []
    open_cards: frozenset[str] = frozenset()
    for word in re.findall(r"[^\W_]+", text.casefold()):
        fits = _fitting(word) if word not in FILLERS else frozenset()
        if not fits:
            continue
        if open_cards & fits:
            open_cards &= fits  # a second word of the same name: "ace" "knots"
            found[-1] = _only(open_cards)
        else:
            open_cards = fits
            found.append(_only(fits))
    return found


def _fitting(word: str) -> frozenset[str]:
    exact = frozenset(card for card, words in _WORDS.items() if word in words)
    if exact or len(word) < 3:
        return exact
    return frozenset(card for card, words in _WORDS.items() if any(part.startswith(word) for part in sorted(words)))


def _only(cards: frozenset[str]) -> str | None:
    return next(iter(cards)) if len(cards) == 1 else None


def _without_citizen(view: View, decision: Decision, fate: str) -> RulesError | None:
    """A text that names a Fate alone is fine when there is just one play for it."""
    if fate not in _hand(view):
        return _not_held(fate, "R24")
    plays = [option for option in decision.options if option.token.startswith(f"{fate}>")]
    if not plays:
        return _illegal(msg("{fate} shares no suit with the last card of any Citizen.", fate=card_name(fate)), "no_shared_suit", "R22")
    if len(plays) == 1:
        return None
    labels = tuple(option.label for option in plays[:6])
    return Ambiguous(
        msg("On whom? {fate} can be played in several ways: {labels}.", fate=card_name(fate), labels=labels),
        tokens=tuple(option.token for option in plays),
    )


def _refusal(view: View, fate: str, citizen: str, paid: Sequence[str]) -> Illegal | None:
    seen, hand = view.table, _hand(view)
    if fate not in hand:
        return _not_held(fate, "R24")
    last = next((stack[-1] for zone in (*seen["congregations"], seen["agora"]) for stack in zone if stack[0] == citizen), None)
    if last is None:
        name = card_name(citizen)
        return _illegal(msg("{citizen} is neither in a Congregation nor in the Agora.", citizen=name), "citizen_not_in_play", "R24")
    wild = view.options["wild_crown"] and view.viewer is not None and WILD.get(seen["temples"][view.viewer]) == fate
    return next(_suit_refusals(fate, last, wild, hand, paid), None)


def _hand(view: View) -> list[str]:
    hand: list[str] | None = view.table["hands"][view.viewer] if view.viewer is not None else None
    return hand or []


def _not_held(fate: str, rule: str) -> Illegal:
    return _illegal(msg("You do not hold {fate}.", fate=card_name(fate)), "fate_not_in_hand", rule)


def _suit_refusals(fate: str, last: str, wild: bool, hand: Sequence[str], paid: Sequence[str]) -> Iterator[Illegal]:
    named = {"fate": card_name(fate), "last": card_name(last)}
    if last in FITS[fate]:
        if paid:
            yield _illegal(msg("{fate} shares a suit with {last}: no Ace is paid for it.", **named), "ace_not_allowed", "R14")
    elif not wild:
        if paid:
            yield _illegal(msg("{fate} cannot be played wild by your Temple.", fate=card_name(fate)), "no_shared_suit", "R15")
        yield _illegal(msg("{fate} shares no suit with {last}, the last card there.", **named), "no_shared_suit", "R22")
    elif not paid:
        yield _illegal(msg("{fate} shares no suit with {last}: name the Ace that you pay for it.", **named), "ace_required", "R13")
    elif paid[0] not in ACES:
        yield _illegal(msg("{card} is not an Ace.", card=card_name(paid[0])), "not_an_ace", "R15")
    elif paid[0] not in hand:
        yield _not_held(paid[0], "R15")


def _illegal(message: Message, code: str, rule: str) -> Illegal:
    return Illegal(message, code=code, rule=rule)

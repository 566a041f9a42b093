"""Refusals of plays with their reasons (§4 of the specification), from the seat's own view only.

Error texts name only what the seat sees: they are the same for a card in the rival's hand and for one in the deck.
"""

import re
from collections.abc import Iterator, Sequence

from games.rules.cards.decktet import DECKTET
from games.rules.contract import Decision, View
from games.rules.errors import Ambiguous, Illegal, RulesError
from games.rules.messages import msg, plain
from games.rules.notation import FILLERS
from games.rules.turn_of_fate.cards import ACES, CITIZENS, FATES, FITS, WILD
from games.rules.turn_of_fate.words import card_name

_WORDS = {card: frozenset(re.findall(r"\w+", plain(face.name).casefold())) - {"the", "of"} for card, face in DECKTET.items()}
"""The words of each card's name."""

_PRICE_OR_TARGET = re.compile(r"\b(?:pay|paying|discard|discarding|gets)\b", re.IGNORECASE)


def hear(text: str) -> str:
    """The text with the filler "for" instead of verbs of paying and receiving: the cards alone tell target and price."""
    return _PRICE_OR_TARGET.sub("for", text)


def explain(view: View, decision: Decision, text: str) -> RulesError | None:
    """The first reason against the play that a text names; None when it names no play, or a legal one.

    It is called before the text is parsed, so that an Ace that was not named is never taken as the price of a wild Crown.
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
    """The cards that a text names, in its order; None for words that fit the names of several cards."""
    found: list[str | None] = []
    candidates: frozenset[str] = frozenset()
    for word in re.findall(r"[^\W_]+", text.casefold()):
        named = _cards_with(word) if word not in FILLERS else frozenset()
        if not named:
            continue
        if candidates & named:
            candidates &= named  # a further word of the same name: "ace" "knots"
            found[-1] = _single(candidates)
        else:
            candidates = named
            found.append(_single(named))
    return found


def _cards_with(word: str) -> frozenset[str]:
    """The cards with that word in their name; without any, those with a word that begins with it."""
    exact = frozenset(card for card, words in _WORDS.items() if word in words)
    if exact or len(word) < 3:
        return exact
    return frozenset(card for card, words in _WORDS.items() if any(part.startswith(word) for part in sorted(words)))


def _single(cards: frozenset[str]) -> str | None:
    return next(iter(cards)) if len(cards) == 1 else None


def _without_citizen(view: View, decision: Decision, fate: str) -> RulesError | None:
    """The refusal of a Fate that is named without a Citizen, or None when there is exactly one play of it."""
    if fate not in _hand(view):
        return _not_held(fate, "R24")
    plays = [option for option in decision.options if option.token.startswith(f"{fate}>")]
    if not plays:
        return Illegal(msg("{fate} shares no suit with the last card of any Citizen.", fate=card_name(fate)), "no_shared_suit", "R22")
    if len(plays) == 1:
        return None
    labels = tuple(option.label for option in plays[:6])
    return Ambiguous(
        msg("On whom? {fate} can be played in several ways: {labels}.", fate=card_name(fate), labels=labels),
        tokens=tuple(option.token for option in plays),
    )


def _refusal(view: View, fate: str, citizen: str, paid: Sequence[str]) -> Illegal | None:
    """The first reason against a play of a Fate on a Citizen; `paid` is the Ace named as the price, if any."""
    seen, hand = view.table, _hand(view)
    if fate not in hand:
        return _not_held(fate, "R24")
    last = next((stack[-1] for zone in (*seen["congregations"], seen["agora"]) for stack in zone if stack[0] == citizen), None)
    if last is None:
        name = card_name(citizen)
        return Illegal(msg("{citizen} is neither in a Congregation nor in the Agora.", citizen=name), "citizen_not_in_play", "R24")
    wild = view.options["wild_crown"] and view.viewer is not None and WILD.get(seen["temples"][view.viewer]) == fate
    return next(_suit_refusals(fate, last, wild, hand, paid), None)


def _hand(view: View) -> list[str]:
    hand: list[str] | None = view.table["hands"][view.viewer] if view.viewer is not None else None
    return hand or []


def _not_held(fate: str, rule: str) -> Illegal:
    return Illegal(msg("You do not hold {fate}.", fate=card_name(fate)), "fate_not_in_hand", rule)


def _suit_refusals(fate: str, last: str, wild: bool, hand: Sequence[str], paid: Sequence[str]) -> Iterator[Illegal]:
    """The reasons against a play by suits and price; `last` is the last card of the stack, `wild` whether the Fate is the wild Crown."""
    named = {"fate": card_name(fate), "last": card_name(last)}
    if last in FITS[fate]:
        if paid:
            yield Illegal(msg("{fate} shares a suit with {last}: no Ace is paid for it.", **named), "ace_not_allowed", "R14")
    elif not wild:
        if paid:
            yield Illegal(msg("{fate} cannot be played wild by your Temple.", fate=card_name(fate)), "no_shared_suit", "R15")
        yield Illegal(msg("{fate} shares no suit with {last}, the last card there.", **named), "no_shared_suit", "R22")
    elif not paid:
        yield Illegal(msg("{fate} shares no suit with {last}: name the Ace that you pay for it.", **named), "ace_required", "R13")
    elif paid[0] not in ACES:
        yield Illegal(msg("{card} is not an Ace.", card=card_name(paid[0])), "not_an_ace", "R15")
    elif paid[0] not in hand:
        yield _not_held(paid[0], "R15")

"""What may be played where, and what comes of it: pure questions about cards, asked by rules, adviser and error texts alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.contract import Seat
from games.rules.turn_of_fate.board import AGORA, OWN, RIVALS, TEMPLE, Jacynth
from games.rules.turn_of_fate.cards import ACES, CITIZENS, CROWN_FATES, FATES, FITS, VALUE, WILD

PASS = "pass"


class Play(NamedTuple):
    """A play, as its token `fate>citizen` or `fate>citizen+ace` says it."""

    fate: str
    citizen: str
    ace: str = ""


def read_play(token: str) -> Play:
    """The parts of a token that is not `pass`."""
    if token in _PLAYS:
        return _PLAYS[token]
    fate, _, rest = token.partition(">")
    citizen, _, ace = rest.partition("+")
    return Play(fate, citizen, ace)


_TOKENS = {fate: {citizen: f"{fate}>{citizen}" for citizen in CITIZENS} for fate in FATES}
_PLAYS = {token: Play(fate, citizen) for fate, tokens in _TOKENS.items() for citizen, token in tokens.items()}


def legal_plays(t: Jacynth, seat: Seat) -> list[str]:
    """Every legal play of a seat as tokens: by hand, then own Congregation, Agora, rival's Congregation (R24)."""
    stacks = [*t.congregations[seat], *t.agora, *t.congregations[1 - seat]]
    return plays_of(t.hands[seat], [(stack[0], stack[-1]) for stack in stacks], wild_crown(t, seat))


def wild_crown(t: Jacynth, seat: Seat) -> str:
    """R15: the Crown that this seat may play wild, or ""."""
    return WILD.get(t.temples[seat], "") if t.options["wild_crown"] else ""


def plays_of(hand: Sequence[str], targets: Sequence[tuple[str, str]], wild: str) -> list[str]:
    """Every legal play of a hand; `targets` are pairs of a Citizen and the last card of that stack.

    A Fate needs a suit in common with the last card. Only where it has none may the wild Crown be played for an Ace (R14).
    """
    tokens = []
    for fate in hand:
        fits, named = FITS[fate], _TOKENS[fate]
        tokens += [named[citizen] for citizen, last in targets if last in fits]
        if fate == wild:
            aces = [card for card in hand if card in ACES]
            tokens += [f"{fate}>{citizen}+{ace}" for citizen, last in targets if last not in fits for ace in aces]
    return tokens


def moment_of_truth(fate: str, beneath: str, place: str) -> str:
    """Why a play is a Moment of Truth (the first reason that fits: R20), or "" when it is none.

    `beneath` is the card it lies on; `place` is where the Citizen was. R18: an Ace on an own Citizen; R21: a Crown counts 10.
    """
    if fate in CROWN_FATES:
        return "crown"
    if VALUE[fate] + VALUE[beneath] == 10:
        return "ten"
    if place == OWN and fate in ACES:
        return "ace"
    return ""


def destination(place: str, moment: str) -> str:
    """Where the Citizen goes. R19: the move of a Moment replaces the ordinary one."""
    if moment:
        return OWN if place == RIVALS else TEMPLE
    return AGORA if place == RIVALS else OWN

"""Legal plays and their effects (§4 of the specification), computed from cards alone: used by rules, bot, scene, orders and refusals."""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.contract import Seat, View
from games.rules.turn_of_fate.board import AGORA, OWN, RIVALS, TEMPLE, TurnOfFateTable, zones_seen
from games.rules.turn_of_fate.cards import ACES, CITIZENS, CROWN_FATES, FATES, FITS, VALUE, WILD

PASS = "pass"


class Play(NamedTuple):
    """A play: a Fate on a Citizen, with the Ace paid for a wild Crown. Its token is `fate>citizen` or `fate>citizen+ace`."""

    fate: str
    citizen: str
    ace: str = ""


def read_play(token: str) -> Play:
    if token in _PLAYS:
        return _PLAYS[token]
    fate, _, rest = token.partition(">")
    citizen, _, ace = rest.partition("+")
    return Play(fate, citizen, ace)


_TOKENS = {fate: {citizen: f"{fate}>{citizen}" for citizen in CITIZENS} for fate in FATES}
_PLAYS = {token: Play(fate, citizen) for fate, tokens in _TOKENS.items() for citizen, token in tokens.items()}


def legal_plays(t: TurnOfFateTable, seat: Seat) -> list[str]:
    """Every legal play of a seat as tokens: sorted by the hand, then own Congregation, Agora, rival's Congregation (R24)."""
    stacks = [*t.congregations[seat], *t.agora, *t.congregations[1 - seat]]
    return plays_of(t.hands[seat], [(stack[0], stack[-1]) for stack in stacks], wild_crown(t, seat))


def plays_seen(view: View, seat: Seat) -> list[str]:
    """Every legal play of a seat whose hand the viewer sees, also when it is not that seat's turn."""
    seen = view.table
    targets = [(stack[0], stack[-1]) for _place, stacks in zones_seen(seen, seat) for stack in stacks]
    wild = WILD.get(seen["temples"][seat], "") if view.options["wild_crown"] else ""
    return plays_of(seen["hands"][seat], targets, wild)


def wild_crown(t: TurnOfFateTable, seat: Seat) -> str:
    """The Crown that this seat may play wild (R15), or ""."""
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
    """The reason why a play is a Moment of Truth (the first one that applies, R20), or "" when it is none.

    `beneath` is the card on which the Fate is played; `place` is where the Citizen was. A Crown counts 10 (R21); an Ace on an own
    Citizen is a Moment whatever lies beneath (R18).
    """
    if fate in CROWN_FATES:
        return "crown"
    if VALUE[fate] + VALUE[beneath] == 10:
        return "ten"
    if place == OWN and fate in ACES:
        return "ace"
    return ""


def destination(place: str, moment: str) -> str:
    """The place to which the Citizen moves; the move of a Moment of Truth replaces the ordinary one (R19)."""
    if moment:
        return OWN if place == RIVALS else TEMPLE
    return AGORA if place == RIVALS else OWN

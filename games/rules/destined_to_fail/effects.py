"""The winning card of a trick, and what each choice of a card says in advance about its effect."""

from dataclasses import replace

from games.rules.contract import Option
from games.rules.destined_to_fail.cards import ORB, SUIT
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import trump_of
from games.rules.destined_to_fail.words import SUIT_NAMES
from games.rules.messages import Message, msg


def best_place(plays: list[str], t: Destiny) -> int:
    """The index of the winning card among the plays; of equal cards the latest wins (R10)."""
    trump, led = trump_of(t), SUIT[plays[0]]
    best, most = 0, 0
    for place, face in enumerate(plays):
        power = trump.power(face, led)
        if power and power >= most:
            best, most = place, power
    return best


def with_lead(option: Option, t: Destiny) -> Option:
    """The choice of a card to lead, with its effect; a declaration may stand in front of the card."""
    face = option.token.rpartition(":")[2]
    if face == ORB:
        return replace(option, outcome=msg("Only another Orb beats this."))
    follow = msg("The others must follow suit with {suit} if they can.", suit=SUIT_NAMES[SUIT[face]])
    return replace(option, outcome=_and(follow if trump_of(t).must_follow else msg("The others may play any card."), _power(face, t)))


def with_follow(option: Option, t: Destiny) -> Option:
    """The choice of a card to follow with, with its effect: known as far as the cards of the trick lie open."""
    face, plays = option.token, [*t.plays, option.token]
    if trump_of(t).face_down:
        return replace(option, outcome=_power(face, t))
    if best_place(plays, t) != len(t.plays):
        return replace(option, outcome=msg("This does not take the trick."))
    takes = msg("This takes the trick.") if len(plays) == t.seats else msg("This would take the trick as it stands.")
    return replace(option, outcome=_and(takes, _power_of_taker(face, t)))


def _and(effect: Message, more: Message | None) -> Message:
    return effect if more is None else msg("{effect} {power}", effect=effect, power=more)


def _power(face: str, t: Destiny) -> Message | None:
    """What happens to the taker if this card takes the trick (R15, R17)."""
    if SUIT[face] == "hands":
        return msg("If you take the trick with it, you gain {glory} Glory.", glory=trump_of(t).hands_glory)
    if SUIT[face] == "eyes" and trump_of(t).eyes_give:
        return msg("If you take the trick with it, you give it to another player.")
    return None


def _power_of_taker(face: str, t: Destiny) -> Message | None:
    """The same after it was said that the card takes the trick."""
    if SUIT[face] == "hands":
        return msg("It brings you {glory} Glory.", glory=trump_of(t).hands_glory)
    if SUIT[face] == "eyes" and trump_of(t).eyes_give:
        return msg("You give it to another player.")
    return None

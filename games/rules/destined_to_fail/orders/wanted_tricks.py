"""Plans that say when another trick is wanted, and the card with which they follow."""

from collections.abc import Sequence

from games.rules.contract import View
from games.rules.destined_to_fail.cards import ORB, SUIT, strength
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.destined_to_fail.trumps.trump import Trump
from games.rules.order_book import Terms


def states_wanted_tricks(terms: Terms) -> bool:
    """Whether the plan says when another trick is wanted. With the field `duck` alone none is ever wanted."""
    return bool(terms["more"] or terms["duck"])


def wants_another_trick(view: View, terms: Terms) -> bool:
    won, trick = view.table["tricks_won"][view.viewer], len(view.table["tricks"]) + 1
    return any(int(with_) == won and trick <= int(last) for with_, last in (word.split("-") for word in terms["more"]))


def costly_suit(trump: Trump) -> str:
    """The suit with which taking a trick brings Glory, "" for none."""
    return "star" if trump.key == "starlight_wonder" else "hands" if trump.hands_glory > 0 else ""


def follow_by_wanted_tricks(view: View, tokens: Sequence[str], faces: Sequence[str], *, more: bool) -> str:
    """The card to follow with: if a trick is wanted (`more`), the strongest that takes it as it lies, else the highest number that
    does not; if none is wanted, the highest number that does not take it, else the weakest card. Cards that bring Glory come last
    among those that take the trick, Orbs among the others.
    """
    trump = TRUMPS[view.table["trump"]]
    led, costly = SUIT[faces[0]], costly_suit(trump)

    def power(face: str) -> int:
        return trump.power(face, led)

    best = max(1, *map(power, faces))
    taking = [face for face in tokens if power(face) >= best and not (trump.eyes_give and SUIT[face] == "eyes")]
    losing = sorted((face for face in tokens if face not in taking), key=lambda face: (face != ORB, strength(face)))
    cheap = [face for face in taking if SUIT[face] != costly]
    if more and cheap:
        return max(cheap, key=lambda face: (power(face), strength(face)))
    if losing:
        return losing[-1]
    return (max if more else min)(cheap or taking, key=lambda face: (power(face), strength(face)))

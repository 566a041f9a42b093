"""The base class of trump cards: the ordinary rules, with one attribute or method for each thing that a card may change.

Each card overrides only what it changes.
"""

from typing import ClassVar

from games.rules.contract import Seat
from games.rules.destined_to_fail.cards import NO_SUIT, ORB, RANK, SUIT
from games.rules.destined_to_fail.table import Destiny
from games.rules.messages import Message

ORB_POWER = 300
TRUMP_POWER = 200
LED_POWER = 100


class Trump:
    """A trump card. One instance serves all tables."""

    key: ClassVar[str]
    suit: ClassVar[str]
    """`sun`, `moon` or `star` is trump; `orb` means that no suit is."""
    name: ClassVar[Message]
    text: ClassVar[Message]
    rule: ClassVar[str] = ""
    """The ruling about this card."""

    must_follow: ClassVar[bool] = True
    hands_glory: ClassVar[int] = 2
    """Glory for taking a trick with Hands of Fate (R17)."""
    eyes_give: ClassVar[bool] = True
    """Whether taking a trick with Eyes of Destiny gives it away (R15)."""
    foretells: ClassVar[bool] = False
    """Whether the lead declares winning or losing the trick (R30)."""
    face_down: ClassVar[bool] = False
    """Whether the followers play face down, all at once."""
    miss_glory: ClassVar[tuple[int, ...]] = (2, 1, 0, 3, 0, 0)
    """Glory for missing the prophecy by 0 to 5 tricks (R7)."""
    has_prelude: ClassVar[bool] = False
    """Whether there is a choice before the first trick (`prelude`)."""
    acts_between: ClassVar[bool] = False
    """Whether there is a choice after every trick (`between`)."""

    @property
    def trump_suit(self) -> str | None:
        """The trump suit; None for an Orb card."""
        return None if self.suit == ORB else self.suit

    def enter(self, t: Destiny) -> None:
        """The effect when the card is turned up."""

    async def prelude(self, t: Destiny) -> None:
        """The choice before the first trick."""

    def power(self, face: str, led_suit: str) -> int:
        """How strong a card is in a trick; 0 cannot win (R9). Of equals the latest wins (R10).

        Orbs beat everything, and a led Orb leaves nothing else any power (R12, R24).
        """
        if face == ORB:
            return ORB_POWER
        if led_suit == NO_SUIT:
            return 0
        if SUIT[face] == self.suit:
            return TRUMP_POWER + RANK[face]
        return self.plain_power(face, led_suit)

    def plain_power(self, face: str, led_suit: str) -> int:
        """The strength of a card that is neither Orb nor trump: only the led suit can win."""
        return LED_POWER + RANK[face] if SUIT[face] == led_suit else 0

    async def taken(self, t: Destiny, taker: Seat, face: str) -> None:
        """The effect of the winning card on the taker, after Hands of Fate and before Eyes of Destiny."""

    async def credited(self, t: Destiny, winner: Seat) -> None:
        """The effect when the trick has been counted for its winner."""

    async def between(self, t: Destiny, winner: Seat) -> None:
        """The choice after a trick, before the winner leads."""

    async def before_leftovers(self, t: Destiny) -> None:
        """The effect between the scoring of prophecies and the reveal of the leftover cards."""

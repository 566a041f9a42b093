"""What the adviser reckons: Glory expected from a number of tricks, and the odds of a card. Whole numbers, in thousandths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from games.rules.contract import View
from games.rules.destined_to_fail.cards import NO_SUIT, ORB, SUIT, TRICKS, deck
from games.rules.destined_to_fail.trumps import TRUMPS

ONE = 1000
DIE_MEAN = ONE
"""The Fate Die brings one Glory on average."""


class Tuning(NamedTuple):
    """What was found by letting advisers play against each other (docs/measurements/bots.md); thousandths."""

    trying: int
    ducking: int
    """How often a player with a free choice of cards takes a trick when trying to, or trying not to."""
    leftover: int
    """What one rank of a card costs that may be left over at the end of the round."""


TUNED: Mapping[int, Tuning] = {seats: Tuning(350, 20, 20) for seats in range(2, 8)}
"""By number of players."""


@lru_cache(maxsize=8192)
def expected(table: tuple[int, ...], token: int, won: int, left: int, odds: tuple[int, int]) -> int:
    """Glory expected from the prophecy (× 1000) with `left` tricks to come, when the player steers for the least."""
    if left == 0:
        return table[abs(won - token)] * ONE
    more, same = expected(table, token, won + 1, left - 1, odds), expected(table, token, won, left - 1, odds)
    return min((p * more + (ONE - p) * same) // ONE for p in odds)


class Outlook:
    """One seat's view of the round, with what it may reckon from it."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.seats, self.me, self.table = view.seats, view.viewer, view.table
        self.trump = TRUMPS[self.table["trump"]]
        self.hand: list[str] = self.table["hands"][str(self.me)]
        self.won: list[int] = self.table["tricks_won"]
        self.plays: list[str] = [face for _seat, face in self.table["plays"]]
        self.tuned = TUNED[view.seats]
        self.odds = (self.tuned.trying, self.tuned.ducking)
        self.tricks_left = TRICKS - len(self.table["tricks"])

    def worth(self, won: int, left: int, token: int | None = None) -> int:
        """Glory expected (× 1000) for this seat with some tricks won and some left."""
        own = self.table["tokens"][self.me] if token is None else token
        return expected(self.trump.miss_glory, own, min(won, TRICKS), left, self.odds)

    def price_of_a_trick(self, left: int) -> int:
        """What one trick more costs this seat now (× 1000); negative when it is wanted."""
        return self.worth(self.won[self.me] + 1, left) - self.worth(self.won[self.me], left)

    def unseen(self) -> Counter[str]:
        """The cards this seat has not seen, with their numbers."""
        seen = Counter(self.table["row"]) + Counter(self.plays)
        for trick in self.table["tricks"]:
            seen.update(trick["cards"])
        for faces in self.table["hands"].values():
            seen.update(faces)
        return Counter(deck(self.seats)) - seen

    def holds(self, face: str) -> int:
        """The odds (× 1000) that a card played now takes the trick."""
        led = SUIT[self.plays[0]] if self.plays else SUIT[face]
        power = self.trump.power(face, led)
        if power == 0 or any(self.trump.power(other, led) > power for other in self.plays):
            return 0
        chance = ONE
        beaten = self._beaten(power, led)
        for _later in range(self.seats - len(self.plays) - 1):
            chance = chance * (ONE - beaten) // ONE
        return chance

    def _beaten(self, power: int, led: str) -> int:
        """The odds (× 1000) that one later player beats a card with a random legal card."""
        unseen = self.unseen()

        def beating(faces: list[str]) -> int:
            total = sum(unseen[face] for face in faces)
            return ONE * sum(unseen[face] for face in faces if self.trump.power(face, led) >= power) // total if total else 0

        if not self.trump.must_follow or led == NO_SUIT:
            return beating(list(unseen))
        suited, others = [face for face in unseen if SUIT[face] == led], [face for face in unseen if SUIT[face] != led]
        lacking = _none_of(sum(unseen[face] for face in suited), sum(unseen.values()), len(self.hand))
        orbs = [face for face in others if face == ORB]
        return (lacking * beating(others) + (ONE - lacking) * beating(suited + orbs)) // ONE


def _none_of(few: int, total: int, drawn: int) -> int:
    """The odds (× 1000) that none of a few cards is among those drawn from a total."""
    odds = ONE
    for step in range(drawn):
        if total - step <= few:
            return 0
        odds = odds * (total - few - step) // (total - step)
    return odds

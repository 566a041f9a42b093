"""Expected Glory and probabilities for the adviser, from one seat's view. Whole numbers, in thousandths."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

from games.rules.contract import View
from games.rules.destined_to_fail.cards import NO_SUIT, ORB, SUIT, TRICKS, deck
from games.rules.destined_to_fail.trumps import TRUMPS

ONE = 1000
DIE_MEAN = ONE
"""The Fate Die brings one Glory on average."""


class Tuning(NamedTuple):
    """Parameters of the adviser in thousandths, found by games of advisers against each other (docs/measurements/bots.md)."""

    trying: int
    ducking: int
    """The probability of taking a trick with a free choice of cards, when trying to and when trying not to."""
    leftover: int
    """What one rank of a card costs that may be left over at the end of the round."""


TUNED: Mapping[int, Tuning] = {seats: Tuning(350, 20, 20) for seats in range(2, 8)}
"""By number of players."""


@lru_cache(maxsize=8192)
def expected(miss_glory: tuple[int, ...], token: int, won: int, left: int, odds: tuple[int, int]) -> int:
    """Glory expected from the prophecy (× 1000) with `left` tricks to come, when the player steers for the least."""
    if left == 0:
        return miss_glory[abs(won - token)] * ONE
    more, same = expected(miss_glory, token, won + 1, left - 1, odds), expected(miss_glory, token, won, left - 1, odds)
    return min((p * more + (ONE - p) * same) // ONE for p in odds)


@cache
def _copies(seats: int) -> Mapping[str, int]:
    """How many copies of each face are in play."""
    return Counter(deck(seats))


class _Unseen(NamedTuple):
    """Cards of which one is played at random: `(power in the trick, number of copies)` for each face, and the number of them all."""

    powers: Sequence[tuple[int, int]]
    number: int

    def beating(self, power: int) -> int:
        """The probability (× 1000) that the card beats one of this power; 0 where there is no card."""
        return ONE * sum(copies for other, copies in self.powers if other >= power) // self.number if self.number else 0


class _Follower(NamedTuple):
    """What a later player may play: with the led suit in hand, and without it; `void` is the probability (× 1000) of that."""

    suited: _Unseen
    free: _Unseen
    void: int

    def beats(self, power: int) -> int:
        """The probability (× 1000) of beating a card of this power."""
        return (self.void * self.free.beating(power) + (ONE - self.void) * self.suited.beating(power)) // ONE


class Outlook:
    """One seat's view of the round and what follows from it. It holds for one question and computes each part once."""

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
        self._followers: dict[str, _Follower] = {}

    def worth(self, won: int, left: int, token: int | None = None) -> int:
        """Glory expected (× 1000) for this seat with some tricks won and some left."""
        own = self.table["tokens"][self.me] if token is None else token
        return expected(self.trump.miss_glory, own, min(won, TRICKS), left, self.odds)

    @cached_property
    def wants_tricks(self) -> bool:
        """Whether one trick more costs this seat less than none, at the end of this trick."""
        left, won = max(0, self.tricks_left - 1), self.won[self.me]
        return self.worth(won + 1, left) < self.worth(won, left)

    @cached_property
    def unseen(self) -> Mapping[str, int]:
        """The cards this seat has not seen, with their numbers of copies."""
        left = dict(_copies(self.seats))
        seen = (self.table["row"], self.plays, *(trick["cards"] for trick in self.table["tricks"]), *self.table["hands"].values())
        for faces in seen:
            for face in faces:
                left[face] = left.get(face, 0) - 1
        return {face: copies for face, copies in left.items() if copies > 0}

    def taking(self, face: str) -> int:
        """The probability (× 1000) that a card played now takes the trick."""
        led = SUIT[self.plays[0]] if self.plays else SUIT[face]
        power = self.trump.power(face, led)
        if power == 0 or any(self.trump.power(other, led) > power for other in self.plays):
            return 0
        chance = ONE
        beaten = self._follower(led).beats(power)
        for _later in range(self.seats - len(self.plays) - 1):
            chance = chance * (ONE - beaten) // ONE
        return chance

    def _follower(self, led: str) -> _Follower:
        if led not in self._followers:
            self._followers[led] = self._later_player(led)
        return self._followers[led]

    def _later_player(self, led: str) -> _Follower:
        """What any later player may play where a suit was led, as far as this seat knows."""
        if not self.trump.must_follow or led == NO_SUIT:
            return _Follower(self._cards((), led), self._cards(self.unseen, led), void=ONE)
        suited, others = [face for face in self.unseen if SUIT[face] == led], [face for face in self.unseen if SUIT[face] != led]
        void = _none_of(sum(self.unseen[face] for face in suited), sum(self.unseen.values()), len(self.hand))
        return _Follower(self._cards([*suited, *(face for face in others if face == ORB)], led), self._cards(others, led), void)

    def _cards(self, faces: Iterable[str], led: str) -> _Unseen:
        powers = [(self.trump.power(face, led), self.unseen[face]) for face in faces]
        return _Unseen(powers, sum(copies for _power, copies in powers))


def _none_of(marked: int, total: int, drawn: int) -> int:
    """The probability (× 1000) that none of the marked cards is among those drawn from a total."""
    odds = ONE
    for step in range(drawn):
        if total - step <= marked:
            return 0
        odds = odds * (total - marked - step) // (total - step)
    return odds

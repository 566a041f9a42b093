"""The four Orb cards: no suit is trump."""

from games.rules.ask import ask_all, pick, put_in_order
from games.rules.contract import Seat
from games.rules.destined_to_fail import memory
from games.rules.destined_to_fail.cards import HIGHEST_RANK, ORB, RANK, SUIT, distinct, in_order
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps.trump import LED_POWER, Trump
from games.rules.destined_to_fail.words import from_hand, from_row
from games.rules.messages import msg


class Orb(Trump):
    """No suit is trump."""

    suit = ORB


class RestrictedPower(Orb):
    """R33: the Row holds exactly as many other cards as there are Orbs in hands, so every Orb can be replaced."""

    key = "restricted_power"
    name = msg("Restricted Power")
    text = msg("Every Orb in a hand is replaced by another card of the Forsaken Row; no Orb is in play this round.")
    rule = "R33"
    has_prelude = True

    async def prelude(self, t: Destiny) -> None:
        """The Orb holders but the last rank the Row in secret; then all take their shares clockwise from the leader, the last the rest."""
        holders = [seat for seat in t.clockwise(t.leader) if ORB in t.hands[seat]]
        t.log("orbs", reveals=True, orbs=[hand.count(ORB) for hand in t.hands])
        left = [face for face in t.row if face != ORB]
        ranking = await self._rankings(t, holders, left)
        for seat in holders:
            ranked = ranking.get(seat) or list(left)
            taken = _take_best(ranked, left, share=t.hands[seat].count(ORB))
            self._swap(t, seat, taken)
            t.log("replaced", reveals=True, seat=seat, cards=taken)

    async def _rankings(self, t: Destiny, holders: list[Seat], faces: list[str]) -> dict[Seat, list[str]]:
        """The rankings of all Orb holders but the last; {} without asking where the result does not depend on them."""
        if len(holders) < 2 or len(set(faces)) == 1:
            return {}
        prompt = msg("Put the cards of the Forsaken Row in the order in which you want them for your Orbs, the best first.")
        tokens = [face + "+" * faces[:place].count(face) for place, face in enumerate(faces)]
        questions = [put_in_order(seat, "rank_row", tokens, prompt=prompt, say=from_row, rule=self.rule) for seat in holders[:-1]]
        answers = await ask_all(questions)
        return {seat: answer.split() for seat, answer in answers.items()}

    def _swap(self, t: Destiny, seat: Seat, taken: list[str]) -> None:
        t.hands[seat] = in_order([face for face in t.hands[seat] if face != ORB] + taken)
        t.known[seat] += taken
        for face in taken:
            t.row.remove(face)
        t.row = in_order(t.row + [ORB] * len(taken))


def _take_best(ranked: list[str], left: list[str], share: int) -> list[str]:
    """Remove from `left` the `share` cards that are ranked best."""
    taken: list[str] = []
    for face in [token.rstrip("+") for token in ranked]:
        if face in left and len(taken) < share:
            left.remove(face)
            taken.append(face)
    return in_order(taken)


class FracturedReality(Orb):
    """R25: following suit stays, off-suit cards still cannot win, Orbs still beat everything."""

    key = "fractured_reality"
    name = msg("Fractured Reality")
    text = msg("The lowest card of the led suit takes the trick.")
    rule = "R25"

    def plain_power(self, face: str, led_suit: str) -> int:
        """The led suit with its ranks reversed."""
        return LED_POWER + HIGHEST_RANK - RANK[face] if SUIT[face] == led_suit else 0


class UnstablePower(Orb):
    """R34: five passes, each simultaneous; a card just received cannot be passed in the same step."""

    key = "unstable_power"
    name = msg("Unstable Power")
    text = msg("After every trick everybody hands one card to the left, all at once.")
    rule = "R34"
    acts_between = True

    async def between(self, t: Destiny, winner: Seat) -> None:
        """All seats choose in secret; only passer and receiver know the card."""
        prompt = msg("Which card do you hand to your left neighbour? All cards are handed on together.")
        questions = [pick(seat, "pass_card", distinct(t.hands[seat]), prompt=prompt, say=from_hand, rule=self.rule) for seat in t.all_seats]
        passed = await ask_all(questions, auto=t.auto)
        for seat, face in passed.items():
            t.hands[seat].remove(face)
        for seat, face in passed.items():
            receiver = t.left(seat)
            t.hands[receiver] = in_order([*t.hands[receiver], face])
        t.passed = [passed[seat] for seat in t.all_seats]
        before = t.handed or [[] for _ in t.all_seats]
        t.handed = [memory.after_pass(before[seat], seat, passed) for seat in t.all_seats]
        private = {seat: {"gave": t.passed[seat], "got": t.passed[seat - 1]} for seat in t.all_seats}
        t.log("passed", private=private, reveals=True)


class AbsoluteChaos(Orb):
    """R35: following suit is still required; play order is clockwise from the leader, not the time of the answers."""

    key = "absolute_chaos"
    name = msg("Absolute Chaos")
    text = msg("Everybody but the leader plays face down, all at once; then all cards are turned up.")
    rule = "R35"
    face_down = True

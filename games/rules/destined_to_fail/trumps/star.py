"""The four Star cards."""

from games.rules.ask import ask_all, pick, shuffled
from games.rules.contract import Seat
from games.rules.destined_to_fail.cards import SUIT, in_order
from games.rules.destined_to_fail.glory import check_end, roll_for_glory
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps.trump import Trump
from games.rules.destined_to_fail.words import KEEP_TOKENS, keep_token
from games.rules.messages import msg


class Star(Trump):
    suit = "star"


class DoubleProphecy(Star):
    """R6: each seat draws one more token and keeps one of the two."""

    key = "double_prophecy"
    name = msg("Double Prophecy")
    text = msg("Everybody draws a second prophecy token, keeps one of the two and returns the other unseen.")
    rule = "R6"
    has_prelude = True

    def enter(self, t: Destiny) -> None:
        """Draw the second token, clockwise from the leader. The bag was shuffled when the first ones were drawn."""
        for seat in t.clockwise(t.leader):
            first = t.tokens[seat]
            assert first is not None
            t.offers[seat] = sorted((first, t.bag.pop()))
            t.tokens[seat] = None
        t.log("offered", private={seat: {"offer": t.offers[seat]} for seat in t.all_seats}, reveals=True)

    async def prelude(self, t: Destiny) -> None:
        """All seats choose in secret; the token put back is never shown to others."""
        prompt = msg("Which prophecy token do you keep? The other one goes back into the bag, unseen.")
        offered = [[KEEP_TOKENS[value] for value in sorted(set(offer))] for offer in t.offers]
        questions = [pick(seat, "choose_token", offered[seat], prompt=prompt, say=keep_token, rule=self.rule) for seat in t.all_seats]
        kept = {seat: KEEP_TOKENS.index(token) for seat, token in (await ask_all(questions, auto=t.auto)).items()}
        for seat, value in kept.items():
            t.tokens[seat] = value
            t.bag.append(_returned_token(t.offers[seat], value))
        t.bag.sort()
        private = {seat: {"kept": kept[seat], "returned": _returned_token(t.offers[seat], kept[seat])} for seat in t.all_seats}
        t.log("kept", private=private)


def _returned_token(offer: list[int], kept: int) -> int:
    return sum(offer) - kept


class EchoesOfTheFuture(Star):
    """R30: declaration and lead are one answer; a wrong declaration is no offence. R16: judged after an Eyes gift."""

    key = "echoes_of_the_future"
    name = msg("Echoes of the Future")
    text = msg("With the card the leader foretells winning or losing the trick: right brings 1 Glory, wrong a roll of the Fate Die.")
    rule = "R30"
    foretells = True

    async def credited(self, t: Destiny, winner: Seat) -> None:
        """Compare the declaration with the winner of the trick."""
        right = (t.declared == "win") == (winner == t.leader)
        if right:
            t.glory[t.leader] += 1
        t.log("echoed", seat=t.leader, declared=t.declared, right=right, glory=t.glory[t.leader])
        if not right:
            await roll_for_glory(t, t.leader, "echo")
        await check_end(t)


class StarlightWonder(Star):
    """R31: only the winning card counts."""

    key = "starlight_wonder"
    name = msg("Starlight Wonder")
    text = msg("Whoever takes a trick with a Star card rolls the Fate Die and gains what it shows.")
    rule = "R31"

    async def taken(self, t: Destiny, taker: Seat, face: str) -> None:
        """Roll for a winning Star."""
        if SUIT[face] == "star":
            await roll_for_glory(t, taker, "star")
            await check_end(t)


class ConstellationCollapse(Star):
    """R32: after the prophecies, before the reveal; the cards of the Forsaken Row are not included."""

    key = "constellation_collapse"
    name = msg("Constellation Collapse")
    text = msg("The leftover cards of all players are shuffled together and dealt back before they count.")
    rule = "R32"

    async def before_leftovers(self, t: Destiny) -> None:
        """Shuffle all leftover cards together and deal equal shares; the former owners are not recorded."""
        share = len(t.hands[0])
        pool = await shuffled("collapse", in_order(face for hand in t.hands for face in hand))
        t.hands = [in_order(pool[seat * share : (seat + 1) * share]) for seat in t.all_seats]
        t.log("collapsed")

"""The four Moon cards."""

from games.rules.ask import ask, pick
from games.rules.contract import Seat
from games.rules.destined_to_fail.cards import RANK, distinct, in_order
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps.trump import LED_POWER, Trump
from games.rules.destined_to_fail.words import CARD_NAMES, from_hand, from_row
from games.rules.messages import msg


class Moon(Trump):
    suit = "moon"


class ProphecyCurse(Moon):
    """Another table of Glory for missed prophecies; -3 may make Glory negative (R21)."""

    key = "prophecy_curse"
    name = msg("Prophecy Curse")
    text = msg("The prophecy table is upside down: hit 0, missed by one 1, by three −3, by any other number 2 Glory.")
    rule = "R21"
    miss_glory = (0, 1, 2, -3, 2, 2)


class Reveal(Moon):
    """All prophecy tokens are open this round."""

    key = "reveal"
    name = msg("Reveal")
    text = msg("Everybody's prophecy token lies open this round.")

    def enter(self, t: Destiny) -> None:
        """Turn all tokens face up."""
        t.tokens_open = True
        t.log("tokens_open", reveals=True, tokens=list(t.tokens))


class Lunacy(Moon):
    """R23: Moon is still trump; only the duty to follow and the privilege of the led suit are gone."""

    key = "lunacy"
    name = msg("Lunacy")
    text = msg("Nobody has to follow suit, and the highest card takes the trick, whatever its suit.")
    rule = "R23"
    must_follow = False

    def plain_power(self, face: str, led_suit: str) -> int:
        """Any suit by rank; of equals the last one played (R10)."""
        return LED_POWER + RANK[face]


class MoonlightExchange(Moon):
    """R26: the winner of every trick, the fifth included, swaps a card, after any gift."""

    key = "moonlight_exchange"
    name = msg("Moonlight Exchange")
    text = msg("Whoever wins a trick swaps a card of the hand with a card of the Forsaken Row.")
    rule = "R26"
    acts_between = True

    async def between(self, t: Destiny, winner: Seat) -> None:
        """The winner chooses a card to give, then one to take; swapping equal faces is legal."""
        hand, row = distinct(t.hands[winner]), distinct(t.row)
        prompt = msg("You won the trick: which card do you lay into the Forsaken Row?")
        give = await ask(pick(winner, "exchange_give", hand, prompt=prompt, say=from_hand, rule=self.rule), auto=t.auto)
        prompt = msg("Which card of the Forsaken Row do you take for {card}?", card=CARD_NAMES[give])
        take = await ask(pick(winner, "exchange_take", row, prompt=prompt, say=from_row, rule=self.rule), auto=t.auto)
        t.lose_card(winner, give)
        t.row.remove(take)
        t.row = in_order([*t.row, give])
        t.hands[winner] = in_order([*t.hands[winner], take])
        t.known[winner].append(take)
        t.log("exchanged", reveals=True, seat=winner, gave=give, took=take)

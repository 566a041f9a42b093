"""The four Sun cards."""

from games.rules.ask import ask_all, pick
from games.rules.destined_to_fail.cards import distinct, in_order
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps.trump import Trump
from games.rules.destined_to_fail.words import from_hand
from games.rules.messages import msg


class Sun(Trump):
    suit = "sun"


class TheChosenRevealed(Sun):
    """R27: decided once, when the card is turned up. All tied seats are open, so in the first round every seat."""

    key = "the_chosen_revealed"
    name = msg("The Chosen Revealed")
    text = msg("Whoever has the most Glory now plays this round with an open hand.")
    rule = "R27"

    def enter(self, t: Destiny) -> None:
        """Open the hands of the seats with the most Glory; their prophecies stay secret."""
        t.open_hands = [seat for seat in t.all_seats if t.glory[seat] == max(t.glory)]
        t.log("hands_open", reveals=True, hands=[[seat, t.hands[seat]] for seat in t.open_hands])


class SolarFlare(Sun):
    """R28: Eyes stay a suit to be followed; winning with them keeps the trick."""

    key = "solar_flare"
    name = msg("Solar Flare")
    text = msg("Eyes of Destiny have no power: a trick taken with them is kept.")
    rule = "R28"
    eyes_give = False


class Sunstrike(Sun):
    """R17 with 3 Glory for Hands of Fate."""

    key = "sunstrike"
    name = msg("Sunstrike")
    text = msg("Taking a trick with Hands of Fate brings 3 Glory instead of 2.")
    rule = "R17"
    hands_glory = 3


class PurifyingLight(Sun):
    """R29: hands of six, still five tricks, one leftover card."""

    key = "purifying_light"
    name = msg("Purifying Light")
    text = msg("Before the first trick everybody throws one card into the Forsaken Row, all at once.")
    rule = "R29"
    has_prelude = True

    async def prelude(self, t: Destiny) -> None:
        """All seats choose in secret, knowing their prophecies; the discards are revealed together."""
        prompt = msg("Throw one card into the Forsaken Row; all discards are shown together.")
        questions = [pick(seat, "discard", distinct(t.hands[seat]), prompt=prompt, say=from_hand, rule=self.rule) for seat in t.all_seats]
        discards = await ask_all(questions, auto=t.auto)
        for seat, face in discards.items():
            t.lose_card(seat, face)
        t.row = in_order([*t.row, *discards.values()])
        t.log("discarded", reveals=True, cards=[discards[seat] for seat in t.all_seats])

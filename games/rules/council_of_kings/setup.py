"""Set-up: the Fate deck of the basic or the advanced game, coins, Favors, the Auctioneer (section 3)."""

from games.rules.ask import roll, shuffled
from games.rules.council_of_kings.board import Council
from games.rules.council_of_kings.cards import PER_PLAYER, PRINTINGS, START_COINS, START_FAVORS, WITH_THE_END
from games.rules.council_of_kings.kinds import GAME_ENDS


async def set_up(t: Council) -> None:
    """Build the decks, deal coins and Favors, and draw the first Auctioneer."""
    mode, printing = t.options["mode"], PRINTINGS[t.printing]
    fate = await shuffled("fate", printing.deck(mode))
    last = WITH_THE_END[mode]
    ending = await shuffled("ending", [*fate[:last], GAME_ENDS])
    upper = len(fate) - last if mode == "basic" else PER_PLAYER * t.seats
    t.fate_out = fate[last + upper :]

    favors = await shuffled("favors", printing.favor_deck)
    t.hands = [favors[START_FAVORS * seat : START_FAVORS * (seat + 1)] for seat in t.all_seats]
    t.favor_deck = favors[START_FAVORS * t.seats :]

    t.coins = [START_COINS] * t.seats
    t.bank = -START_COINS * t.seats
    t.populace = [0] * t.seats
    t.known = [0] * t.seats
    t.kingdoms = [[] for _ in t.all_seats]
    t.auctioneer = await roll("auctioneer", t.seats)
    t.fate_deck = fate[last : last + upper] + ending
    t.phase = "reveal"
    dealt = {seat: {"favors": t.hands[seat]} for seat in t.all_seats}
    t.log("dealt", private=dealt, reveals=True, auctioneer=t.auctioneer, deck=len(t.fate_deck))

"""Set-up of the game and the start of each round (specification §2, §4.1, §4.2)."""

from games.rules.ask import roll, shuffled
from games.rules.destined_to_fail.cards import HAND_SIZE, deck, in_order, token_bag
from games.rules.destined_to_fail.table import Destiny
from games.rules.destined_to_fail.trumps import TRUMPS, trump_of


async def set_up(t: Destiny) -> None:
    """Shuffle the trump deck and draw the first leader; all seats start with 0 Glory."""
    t.glory = [0] * t.seats
    clear(t)
    t.trump_deck = await shuffled("trumps", list(TRUMPS))
    t.leader = await roll("first-leader", t.seats)
    t.log("set_up", seat=t.leader)
    t.phase = "round"


def clear(t: Destiny) -> None:
    """Collect all cards and return all tokens to the bag."""
    t.hands, t.row, t.plays, t.tricks = [[] for _ in t.all_seats], [], [], []
    t.tokens, t.bag = [None] * t.seats, token_bag(t.seats)
    t.offers, t.known = [[] for _ in t.all_seats], [[] for _ in t.all_seats]
    t.tricks_won = [0] * t.seats
    t.open_hands, t.tokens_open, t.passed, t.declared, t.trick_no, t.effect = [], False, [], "", 0, ""
    t.handed = []


async def start_round(t: Destiny) -> None:
    """Deal, draw prophecies, turn up a trump card. The winner of the last trick is the dealer and leads (R4)."""
    cards = await shuffled("deal", deck(t.seats))
    tokens = await shuffled("tokens", t.bag)
    await _reveal_trump(t)
    t.round += 1
    t.hands = [in_order(cards[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]) for seat in t.all_seats]
    t.row = in_order(cards[t.seats * HAND_SIZE :])  # R5: as many cards as players
    for seat in t.clockwise(t.leader):
        t.tokens[seat] = tokens.pop()
    t.bag = tokens
    _log_round(t)
    trump_of(t).enter(t)
    t.bag.sort()
    t.trick_no = 1
    t.phase = "prelude" if trump_of(t).has_prelude else "lead"


async def _reveal_trump(t: Destiny) -> None:
    """Turn up the top trump card; after sixteen rounds all of them are shuffled first (R22)."""
    if not t.trump_deck:
        t.trump_deck = await shuffled("trumps", t.trump_discard)
        t.trump_discard = []
        t.log("trumps_shuffled")
    t.effect = t.trump_deck.pop()


def _log_round(t: Destiny) -> None:
    private = {seat: {"hand": t.hands[seat], "token": t.tokens[seat]} for seat in t.all_seats}
    t.log("round", private=private, reveals=True, round=t.round, seat=t.leader, trump=t.effect, row=t.row)


async def prelude(t: Destiny) -> None:
    """The choice before the first trick, where the trump card has one (specification §4.2)."""
    await trump_of(t).prelude(t)
    t.phase = "lead"

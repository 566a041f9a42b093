"""The auction: revealing the next Fate card, and one player's turn (tax, bid, bargain, or buy)."""

from games.rules.ask import Question, ask, pick
from games.rules.contract import Seat
from games.rules.council_of_kings import filing, words
from games.rules.council_of_kings.board import Council, can_bid, can_buy, can_tax, could_buy, designs, muted, playable, price, tax_yield
from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.kinds import BARGAIN_NOW, EVENT, GAME_ENDS, FateCard
from games.rules.council_of_kings.purchase import buy, entering
from games.rules.council_of_kings.scoring import end, next_price
from games.rules.council_of_kings.verbs import EffectContext, tax


async def reveal(t: Council) -> None:
    """Reveal the top Fate card: the end of the game, an Event (the next step reveals again, R20), or a new auction."""
    card = CARDS[t.fate_deck.pop(0)]
    t.known = [max(0, known - 1) for known in t.known]
    if card.id == GAME_ENDS:
        t.fate_discard.append(card.id)
        t.log("game_ends", reveals=True)
        end(t)
    elif card.kind == EVENT:
        t.log("event", reveals=True, card=card.id)
        assert card.on_reveal is not None
        await card.on_reveal(EffectContext(t, t.auctioneer, card.id))
        t.fate_discard.append(card.id)
    else:
        open_auction(t, card)


def open_auction(t: Council, card: FateCard) -> None:
    """Put the card up: a Good card with its cost in coins from the bank, an Evil card with none; the Auctioneer begins."""
    t.auction += 1
    t.bank -= card.cost
    t.lot = {
        "card": card.id,
        "coins": card.cost,
        "turn": t.auctioneer,
        "placed": [],
        "bids": [0] * t.seats,
        "taxes": [0] * t.seats,
        "playing": [],
        "buyer": None,
    }
    t.phase = filing.FILING if t.options.get("auction_mode") == "orders" else "auction"  # version 1 has no such setting
    t.log("up", reveals=True, auction=t.auction, card=card.id, coins=card.cost, seat=t.auctioneer)


async def turn(t: Council) -> None:
    """One decision of the player at turn: any taxes first (R8), then exactly one of bid, bargain and buy."""
    lot = t.the_lot
    seat = lot["turn"]
    while True:
        if must_buy(t, seat):
            t.log("forced", seat=seat, card=lot["card"], rule="R39")
            return await buy(t, seat)
        answer = filing.filed_answer(t, seat, choices(t, seat)) or await ask(_question(t, seat))
        verb, _, favor = answer.partition(">")
        if verb == "tax":
            lot["taxes"][seat] += 1
            tax(t, seat)
        elif verb == "play":
            lot["playing"].append(favor)
        elif verb == "bid":
            return bid(t, seat)
        elif verb == "bargain":
            return await bargain(t, seat, favor)
        else:
            return await buy(t, seat)


def choices(t: Council, seat: Seat) -> list[str]:
    """The tokens of a turn. Once a Favor is chosen for the purchase, only steps towards buying are left (R12)."""
    tokens = []
    playing = bool(t.the_lot["playing"])
    if not playing and can_bid(t, seat):
        tokens.append("bid")
    if can_buy(t, seat):
        tokens.append("buy")
    if can_tax(t, seat):
        tokens.append("tax")
    fitting = playable(t, seat)
    if could_buy(t, seat, fitting):
        tokens += [f"play>{favor}" for favor in designs(fitting)]
    if not playing:
        tokens += [f"bargain>{favor}" for favor in designs(t.hands[seat])]
    return tokens


def must_buy(t: Council, seat: Seat) -> bool:
    """R39: whether buying is forced: a Good card at 0 and an empty hand; an Evil card, and no coin, Favor or tax left."""
    if t.hands[seat] or can_bid(t, seat):
        return False
    return t.lot_card.good or not can_tax(t, seat)


def bid(t: Council, seat: Seat) -> None:
    """Pass the turn left for one coin: taken from a Good card, put on an Evil one."""
    lot, step = t.the_lot, -1 if t.lot_card.good else 1
    lot["coins"] += step
    t.coins[seat] -= step
    lot["bids"][seat] += 1
    t.log("bid", seat=seat, coins=t.coins[seat], lot=lot["coins"], good=t.lot_card.good)
    lot["turn"] = t.left_of(seat)


async def bargain(t: Council, seat: Seat, favor: str) -> None:
    """Place a Favor face down and pass the turn left. A `BARGAIN_NOW` Favor is turned up and runs, unless muted (R29)."""
    lot = t.the_lot
    at_once = FAVOR[favor].when == BARGAIN_NOW and not muted(t.kingdoms[seat])
    t.hands[seat].remove(favor)
    lot["placed"].append({"seat": seat, "favor": favor, "open": at_once})
    if at_once:
        t.log("bargain", reveals=True, seat=seat, favor=favor)
        effect = FAVOR[favor].do
        assert effect is not None
        await effect(EffectContext(t, seat, favor))
    else:
        t.log("bargain", private={seat: {"favor": favor}}, seat=seat)
    lot["turn"] = t.left_of(seat)


def taxing(t: Council, seat: Seat) -> words.TaxFacts:
    """What one tax brings to the seat, and what it costs."""
    kingdom = t.kingdoms[seat]
    return words.TaxFacts(tax_yield(kingdom), next_price(t.populace[seat], kingdom))


def _question(t: Council, seat: Seat) -> Question:
    lot = t.the_lot
    order, chaos = entering(t, seat, lot["playing"])
    burden = next_price(t.populace[seat], t.kingdoms[seat], chaos)
    facts = words.TurnFacts(
        t.lot_card, lot["coins"], price(t), tuple(lot["playing"]), order, chaos, burden, taxing(t, seat), can_buy(t, seat)
    )
    prompt, say = words.turn(facts)
    return pick(seat, "auction", choices(t, seat), prompt=prompt, say=say, rule="R8")

"""The setting `auction_mode` = `orders` (section 7.1): all seats are asked at once about the card up for auction.

The answer is the number of coins at which to buy, or one of three words. The auction then runs by itself and stops only at seats that
want to be asked at each of their turns. A number acts like the standing order `buy_at` or `take_at` with that number (R38).
"""

from games.rules.ask import Question, ask_all, pick
from games.rules.contract import Option, Seat
from games.rules.council_of_kings.board import Council, can_bid, can_buy
from games.rules.council_of_kings.caretaker import auction_turn
from games.rules.council_of_kings.kinds import FateCard
from games.rules.council_of_kings.look import look
from games.rules.messages import Message, msg, plural

FILING = "filing"
"""The name of the phase and of the kind of its decision."""

BUY_AT, TAKE_AT = "buy_at", "take_at"
AS_LONG_AS_I_CAN, CARETAKER, BY_TURN = "hold_out", "caretaker", "by_turn"
MOST_COINS = 10
"""The largest number that is offered for an Evil card; a standing order may say more."""


async def file(t: Council) -> None:
    """Ask all seats simultaneously; then the auction begins. The answers are never shown to other seats."""
    answers = await ask_all([_question(t, seat) for seat in t.all_seats])
    t.the_lot["filed"] = [answers[seat] for seat in t.all_seats]
    t.phase = "auction"


def filed_answer(t: Council, seat: Seat, tokens: list[str]) -> str | None:
    """The token of this turn that follows from the seat's answer before the auction; None where the player is asked."""
    filed = t.the_lot.get("filed")
    if not filed or filed[seat] == BY_TURN:
        return None
    if filed[seat] == CARETAKER:
        seen = look(t, seat)
        return auction_turn(seen["lot"], seen["players"][seat], tuple(tokens))
    word, _, number = filed[seat].partition(">")
    coins, wanted = t.the_lot["coins"], int(number) if number else None
    fits = wanted is not None and (coins <= wanted if word == BUY_AT else coins >= wanted)
    if can_buy(t, seat) and (fits or not can_bid(t, seat)):
        return "buy"
    return "bid"


def tokens_for(card: FateCard) -> list[str]:
    """The answer tokens. Those with a number come first, so that the number of a choice is the number of coins."""
    if card.good:
        return [*(f"{BUY_AT}>{coins}" for coins in range(1, card.cost + 1)), f"{BUY_AT}>0", CARETAKER, BY_TURN]
    return [*(f"{TAKE_AT}>{coins}" for coins in range(1, MOST_COINS + 1)), f"{TAKE_AT}>0", AS_LONG_AS_I_CAN, CARETAKER, BY_TURN]


def _question(t: Council, seat: Seat) -> Question:
    card = t.lot_card
    return pick(seat, FILING, tokens_for(card), prompt=_prompt(card), say=lambda token: option(card, token), rule="R43")


def _prompt(card: FateCard) -> Message:
    if card.good:
        return plural(
            "{card}, for {count} coin, one less after each bid: at which price do you buy?",
            "{card}, for {count} coins, one less after each bid: at which price do you buy?",
            card.cost,
            card=card.name,
        )
    return msg("Each bid lays a coin on {card}. With how many on it do you take it?", card=card.name)


def option(card: FateCard, token: str) -> Option:
    """A choice with its label and hint."""
    word, _, number = token.partition(">")
    if word == CARETAKER:
        label, hint = (msg("The caretaker decides for me"), msg("It plays for absent players: it buys what is cheap and takes what pays."))
    elif word == BY_TURN:
        label = msg("Ask me at each of my turns")
        hint = msg("You decide when your turn comes. A standing order for this card answers first, if you have one.")
    elif word == AS_LONG_AS_I_CAN:
        label, hint = msg("Bid as long as I can"), msg("You take it when you have no coin left to bid with.")
    elif word == BUY_AT:
        label, hint = _buying(int(number))
    else:
        label, hint = _taking(int(number))
    return Option(token, label, (), hint)


def _buying(coins: int) -> tuple[Message, Message]:
    """Label and hint of a price of a Good card."""
    if not coins:
        return msg("Only for nothing"), msg("You bid as long as there are coins on it.")
    return msg("Buy at {n}", n=coins), msg("At your turns you bid, which takes a coin from it; at {n} or less, you buy.", n=coins)


def _taking(coins: int) -> tuple[Message, Message]:
    """Label and hint of a number of coins on an Evil card."""
    if not coins:
        return msg("Take it at once"), msg("At your first turn, with what lies on it then.")
    return msg("Take at {n}", n=coins), msg("At your turns you bid, which lays a coin on it; at {n} or more, you take it.", n=coins)

"""The meaning of an order in sentences."""

from games.rules.contract import View
from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.kinds import KINDS
from games.rules.council_of_kings.orders.terms import GOOD, Terms
from games.rules.messages import Message, msg, plural

ROUTINE = {
    "ask": msg("You are asked in every Action phase."),
    "attack": msg("Your Heroes attack as well as they can; then you are done with the Action phase."),
    "done": msg("You do nothing in the Action phase."),
    "ask_if_attack": msg("You are asked in the Action phase only when a Hero of yours can attack."),
}


def says(view: View, terms: Terms) -> tuple[Message, ...]:
    """The sentences of an order, in order of priority."""
    if terms.routine:
        reserve = tuple(CARDS[hero].name for hero in terms.reserve)
        return (ROUTINE[terms.routine], *((msg("These do not attack: {heroes}.", heroes=reserve),) if reserve else ()))
    if terms.live:
        return (msg("You are asked at each of your turns in this auction."),)
    lot = view.table["lot"]
    coins = lot["coins"] if lot and not terms.lasting else None
    sentences = _good(terms, coins) if terms.side == GOOD else _evil(terms)
    return tuple(sentences) + tuple(_extras(terms))


def _good(terms: Terms, coins: int | None) -> list[Message]:
    """For the card up for auction (`coins` on it) with its prices; for a lasting order in general."""
    price = terms.at
    if price is None:
        return [msg("You bid as long as it costs anything, and buy it for nothing.")]
    if coins is None:
        return [
            plural(
                "You bid until it costs {count} coin or less, then buy.", "You bid until it costs {count} coins or less, then buy.", price
            )
        ]
    if coins <= price:
        return [plural("You buy it at your turn for {count} coin or less.", "You buy it at your turn for {count} coins or less.", price)]
    prices = tuple(range(coins, price, -1))
    return [msg("You pass at {prices} and buy at {price}, if it comes to you.", prices=prices, price=price)]


def _evil(terms: Terms) -> list[Message]:
    found = []
    if terms.at is not None:
        found.append(plural("You take it once {count} coin lies on it.", "You take it once {count} coins lie on it.", terms.at))
    bargain = tuple(FAVOR[favor].name for favor in terms.bargain)
    if bargain and terms.first:
        found.append(msg("First you bargain with {favors}.", favors=bargain))
    if terms.spend is None:
        found.append(msg("Until then you bid while you have coins."))
    else:
        found.append(plural("Until then you bid at most {count} coin.", "Until then you bid at most {count} coins.", terms.spend))
    if bargain and not terms.first:
        found.append(msg("Then you bargain with {favors}.", favors=bargain))
    found.append(msg("After that you are asked.") if terms.ask else msg("After that you take it."))
    return found


def _extras(terms: Terms) -> list[Message]:
    found = []
    if terms.of:
        subject = CARDS[terms.of].name if terms.of in CARDS else KINDS[terms.of]
        found.append(msg("This is only for {card}.", card=subject))
    if terms.max_tax:
        found.append(plural("You tax at most {count} time for it.", "You tax at most {count} times for it.", terms.max_tax))
    if terms.favors:
        found.append(msg("You buy with {favors}, where they fit.", favors=tuple(FAVOR[favor].name for favor in terms.favors)))
    if terms.choices:
        found.append(msg("If one of your Heroes must die, it is {hero}.", hero=CARDS[terms.choices].name))
    return found

"""The meaning of an order in sentences."""

from games.rules.messages import Message, msg
from games.rules.order_book import Terms
from games.rules.tempting_fate.plan import DECK, READ, REMOVE
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import ZENER

PLACES = ("first", "second", "third")


def says(terms: Terms) -> tuple[Message, ...]:
    """The condition of the order, its actions, and what happens otherwise."""
    values = terms.listed(PLACES)
    if terms.opening == "attack":
        found = [msg("You make the first of these attacks that you can: {attacks}.", attacks=tuple(map(attack, values)))]
        if terms["only"]:
            found.append(msg("Each only where the path lies as it did when you said so."))
        return (*found, msg("Otherwise you are asked."))
    asks = msg("You are asked as soon as something of it cannot be done.")
    return (_does(terms, tuple(map(action, values))), asks)


def _does(terms: Terms, actions: tuple[Message, ...]) -> Message:
    if terms.opening == "turn":
        return msg("At your next turn, whatever the querent does, you do this, in this order: {actions}.", actions=actions)
    n = int(terms["path"][0])
    if terms["card"] != ("stays",):
        return msg("If the attack removes the card of path {n}, you do this, in this order: {actions}.", n=n, actions=actions)
    if not (numbers := terms["gets"]):
        return msg("If the attacked card of path {n} stays and gets tokens, you do this, in this order: {actions}.", n=n, actions=actions)
    return msg(
        "If the attacked card of path {n} stays and gets {numbers} tokens, you do this, in this order: {actions}.",
        n=n,
        numbers=_any_of(numbers),
        actions=actions,
    )


def _any_of(numbers: tuple[str, ...]) -> Message:
    """`1, 2 or 5`."""
    if len(numbers) == 1:
        return msg("{number}", number=numbers[0])
    return msg("{numbers} or {last}", numbers=numbers[:-1], last=numbers[-1])


def action(token: str) -> Message:
    verb, path = READ[token]
    if verb == REMOVE:
        return msg("Remove a token from path {n}", n=path + 1)
    if verb == DECK:
        return msg("Unseen card of the deck on path {n}", n=path + 1)
    return msg("{card} on path {n}", card=ZENER[verb].name, n=path + 1)


def attack(token: str) -> Message:
    source, _, number = token.partition(">")
    if source == DECK:
        return msg("Unseen card of the deck on path {n}", n=int(number))
    return msg("{card} on path {n}", card=TAROT[source].name, n=int(number))

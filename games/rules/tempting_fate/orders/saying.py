"""What an order means, in sentences."""

from __future__ import annotations

from games.rules.messages import Message, msg
from games.rules.order_book import Terms
from games.rules.tempting_fate.plan import DECK, READ, REMOVE
from games.rules.tempting_fate.tarot import TAROT
from games.rules.tempting_fate.zener import ZENER

IN_ORDER = ("first", "second", "third")


def says(terms: Terms) -> tuple[Message, ...]:
    """When it counts, what is done, what happens otherwise."""
    values = [value for place in IN_ORDER for value in terms[place]]
    if terms.opening == "attack":
        found = [msg("You make the first of these attacks that you can: {attacks}.", attacks=tuple(map(attack, values)))]
        if terms["only"]:
            found.append(msg("Each only where the path lies as it did when you said so."))
        return (*found, msg("Otherwise you are asked."))
    does = msg("You do this, in this order: {actions}.", actions=tuple(map(action, values)))
    asks = msg("You are asked as soon as something of it cannot be done.")
    if terms.opening == "turn":
        return (msg("At your next turn, whatever the querent does."), does, asks)
    n = int(terms["path"][0])
    when = msg("If the attack removes the card of path {n}.", n=n)
    if terms["card"] == ("stays",):
        when = msg("If the attacked card of path {n} stays and gets tokens.", n=n)
        if numbers := terms["gets"]:
            when = msg("If the attacked card of path {n} stays and gets so many tokens: {numbers}.", n=n, numbers=numbers)
    return (when, does, asks)


def action(token: str) -> Message:
    """An action of Fate in words."""
    verb, path = READ[token]
    if verb == REMOVE:
        return msg("Remove a token from path {n}", n=path + 1)
    if verb == DECK:
        return msg("Unseen card of the deck on path {n}", n=path + 1)
    return msg("{card} on path {n}", card=ZENER[verb].name, n=path + 1)


def attack(token: str) -> Message:
    """An attack in words."""
    source, _, number = token.partition(">")
    if source == DECK:
        return msg("Unseen card of the deck on path {n}", n=int(number))
    return msg("{card} on path {n}", card=TAROT[source].name, n=int(number))

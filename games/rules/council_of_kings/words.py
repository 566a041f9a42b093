"""Texts of decisions: prompts, and label, touched objects and certain outcome of each choice."""

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.ask import Say
from games.rules.contract import Option
from games.rules.council_of_kings.board import Held, strength
from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.kinds import BARGAIN, BARGAIN_NOW, HERO, FateCard
from games.rules.messages import Message, Who, msg, plural

WHAT_NOW = msg("Action phase, before the next Fate card: what do you do?")


def name(word: str) -> Message | Who:
    """The name of the card, Favor or seat that a word of a token denotes."""
    if word in CARDS:
        return CARDS[word].name
    return FAVOR[word].name if word in FAVOR else Who(int(word.removeprefix("seat_")) - 1)


class TaxFacts(NamedTuple):
    """The coins that one tax brings, and the points that the Chaos taken for them costs."""

    coins: int
    points: int


class TurnFacts(NamedTuple):
    """What the texts of an auction turn depend on."""

    card: FateCard
    coins: int
    price: int
    """The price of a Good card with the Favors in `playing`."""
    playing: tuple[str, ...]
    order: int
    """The Order and the Chaos with which the card would enter the Kingdom."""
    chaos: int
    burden: int
    """The points that this Chaos costs."""
    tax: TaxFacts
    payable: bool
    """Whether the player could buy at once."""


def turn(facts: TurnFacts) -> tuple[Message, Say]:
    return _turn_prompt(facts), lambda token: _turn_option(facts, token)


def _turn_prompt(facts: TurnFacts) -> Message:
    card, coins = facts.card, facts.coins
    if facts.playing:
        favors = tuple(FAVOR[favor].name for favor in facts.playing)
        if card.good:
            return msg("You buy {card} with {favors}, for {price}. Go on?", card=card.name, favors=favors, price=facts.price)
        return msg("You take {card} with {favors}. Go on?", card=card.name, favors=favors)
    if card.good and not facts.payable:
        return plural(
            "{card} costs {count} coin, more than you have: bid (take a coin) or bargain?",
            "{card} costs {count} coins, more than you have: bid (take a coin) or bargain?",
            coins,
            card=card.name,
        )
    if card.good:
        return plural(
            "{card}, for {count} coin: buy it, bid (take a coin) or bargain?",
            "{card}, for {count} coins: buy it, bid (take a coin) or bargain?",
            coins,
            card=card.name,
        )
    return plural(
        "{card}, with {count} coin on it: take it, bid (lay a coin) or bargain?",
        "{card}, with {count} coins on it: take it, bid (lay a coin) or bargain?",
        coins,
        card=card.name,
    )


def _turn_option(facts: TurnFacts, token: str) -> Option:
    # Amounts are in the outcome, not in the label: a typed number means the number of a choice.
    card = facts.card
    verb, _, favor = token.partition(">")
    if verb == "bid":
        label = (
            msg("Bid and pass: take a coin from {card}", card=card.name)
            if card.good
            else msg("Bid and pass: lay a coin on {card}", card=card.name)
        )
        return Option(token, label, (card.id,), _after_a_bid(facts))
    if verb == "buy":
        return _buy(facts, token)
    if verb == "tax":
        return _tax(token, facts.tax)
    if verb == "play":
        return Option(token, _play_label(facts, favor), (favor,), FAVOR[favor].text)
    return Option(token, msg("Bargain with {favor}", favor=FAVOR[favor].name), (favor,), _bargain_outcome(favor))


def _after_a_bid(facts: TurnFacts) -> Message:
    """The coin that the bid brings or costs, and the coins on the card afterwards."""
    if facts.card.good:
        return plural(
            "You gain a coin. The card passes to the left, for {count} coin.",
            "You gain a coin. The card passes to the left, for {count} coins.",
            facts.coins - 1,
        )
    return plural(
        "You pay a coin. The card passes to the left, with {count} coin on it.",
        "You pay a coin. The card passes to the left, with {count} coins on it.",
        facts.coins + 1,
    )


def _buy(facts: TurnFacts, token: str) -> Option:
    """Both labels contain "take", so that the typed word "take" is never read as the bid that takes a coin."""
    card = facts.card
    if card.good:
        label = msg("Buy {card}: pay, and take it", card=card.name)
        return Option(token, label, (card.id,), _price(facts))
    label = msg("Buy {card}: take it with what lies on it", card=card.name)
    return Option(token, label, (card.id,), _burden(facts))


def _price(facts: TurnFacts) -> Message:
    """What a Good card costs, and what the buyer gets for it."""
    if facts.card.kind != HERO:
        return plural("It costs {count} coin.", "It costs {count} coins.", facts.price)
    return plural(
        "It costs {count} coin. Points: {points}. Order: {order}.",
        "It costs {count} coins. Points: {points}. Order: {order}.",
        facts.price,
        points=facts.card.points,
        order=facts.order,
    )


def _burden(facts: TurnFacts) -> Message:
    """The coins that the buyer of an Evil card takes, the Chaos that comes with them, and what both are worth now."""
    if not facts.chaos:
        return plural("It brings {count} coin.", "It brings {count} coins.", facts.coins)
    return plural(
        "It brings {count} coin and {chaos} Chaos. Points: +{count} −{points}.",
        "It brings {count} coins and {chaos} Chaos. Points: +{count} −{points}.",
        facts.coins,
        chaos=facts.chaos,
        points=facts.burden,
    )


def _play_label(facts: TurnFacts, favor: str) -> Message:
    """No "buy" in the label while the player cannot pay: a typed "buy" must not play a Favor, which rules out bidding (R12)."""
    if facts.payable:
        return msg("Play {favor} and buy", favor=FAVOR[favor].name)
    return msg("Play {favor} for {card}", favor=FAVOR[favor].name, card=facts.card.name)


def _bargain_outcome(favor: str) -> Message:
    if FAVOR[favor].when in (BARGAIN, BARGAIN_NOW):
        return FAVOR[favor].text
    return msg("It only passes the card on.")


def _tax(token: str, tax: TaxFacts) -> Option:
    outcome = plural(
        "You gain {count} coin for one Chaos. Its price in points: {points}.",
        "You gain {count} coins for one Chaos. Its price in points: {points}.",
        tax.coins,
        points=tax.points,
    )
    return Option(token, msg("Tax your people"), (), outcome)


def action(kingdom: Sequence[Held], tax: TaxFacts, *, first: bool) -> tuple[Message, Say]:
    """The decision of the Action phase for the owner of a Kingdom; `first` before the first attack of the phase."""
    return WHAT_NOW, lambda token: _action_option(kingdom, tax, first, token)


def _action_option(kingdom: Sequence[Held], tax: TaxFacts, first: bool, token: str) -> Option:
    verb, *named = token.split(">")
    if verb == "done":
        return Option(token, msg("Done: no more actions in this phase"), (), msg("The next Fate card comes up when everybody is done."))
    if verb == "tax":
        return _tax(token, tax)
    names = tuple(name(word) for word in named)
    touches = tuple(word.replace("seat_", "kingdom-") for word in named)
    if verb == "attack":
        label = msg("{hero} attacks {monster}", hero=names[0], monster=names[1])
        return Option(token, label, touches, _attack_outcome(kingdom, first, *named))
    text = FAVOR[named[0]].text if verb == "play" else CARDS[named[0]].text
    if len(names) == 3:
        return Option(token, msg("Play {card} with {first} on {second}", card=names[0], first=names[1], second=names[2]), touches, text)
    if verb == "play":
        label = msg("Play {card} on {target}", card=names[0], target=names[1]) if names[1:] else msg("Play {card}", card=names[0])
    else:
        label = msg("Use {card} on {target}", card=names[0], target=names[1]) if names[1:] else msg("Use {card}", card=names[0])
    return Option(token, label, touches, text)


def _attack_outcome(kingdom: Sequence[Held], first: bool, hero_name: str, monster_name: str) -> Message:
    held = {card["id"]: card for card in kingdom}
    hero, monster = held[hero_name], held[monster_name]
    removed = min(monster["chaos"], strength(kingdom, hero, monster, first=first))
    cost = CARDS[monster_name].attack_cost
    if CARDS[hero_name].fragile and hero["order"] == cost:
        return msg(
            "Spends {order} Order and removes {n} of {chaos} Chaos; {hero} dies.",
            order=cost,
            n=removed,
            chaos=monster["chaos"],
            hero=CARDS[hero_name].name,
        )
    return msg("Spends {order} Order and removes {n} of {chaos} Chaos.", order=cost, n=removed, chaos=monster["chaos"])


def sacrifice(card: str) -> tuple[Message, Say]:
    """The question which own Hero dies for the text of that card."""
    return msg("{card}: which of your Heroes dies?", card=CARDS[card].name), lambda token: Option(token, CARDS[token].name, (token,))

"""Log lines: one for each kind of event, from what its reader may know."""

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.words import name
from games.rules.messages import Message, Param, Who, msg, plural

Event = Mapping[str, Any]


def tell(event: Event) -> Message:
    """The line for an event as a viewer saw it."""
    return LINES[event["kind"]](event)


def _who(event: Event) -> Param:
    return Who(event["seat"])


def _card(event: Event, key: str = "card") -> Message:
    word = event[key]
    return CARDS[word].name if word in CARDS else FAVOR[word].name


def _names(words: list[str]) -> tuple[Param, ...]:
    return tuple(name(word) for word in words)


def _dealt(event: Event) -> Message:
    if "favors" in event:
        return msg(
            "The game begins. {who:{who} is|You are} the first Auctioneer. Your Favors: {favors}.",
            who=Who(event["auctioneer"]),
            favors=_names(event["favors"]),
        )
    return msg(
        "The game begins with {n} cards in the Fate deck. {who:{who} is|You are} the first Auctioneer.",
        n=event["deck"],
        who=Who(event["auctioneer"]),
    )


def _up(event: Event) -> Message:
    return msg(
        "{card} is up for auction, coins on it: {n}. {who:{who} begins|You begin}.", card=_card(event), n=event["coins"], who=_who(event)
    )


def _tax(event: Event) -> Message:
    return plural(
        "{who:{who} taxes|You tax} the people: {count} coin for 1 Chaos.",
        "{who:{who} taxes|You tax} the people: {count} coins for 1 Chaos.",
        event["n"],
        who=_who(event),
    )


def _bid(event: Event) -> Message:
    if event["good"]:
        return msg("{who:{who} bids and takes|You bid and take} a coin; coins left on the card: {n}.", who=_who(event), n=event["lot"])
    return msg("{who:{who} bids and lays|You bid and lay} a coin; coins on the card: {n}.", who=_who(event), n=event["lot"])


def _bargain(event: Event) -> Message:
    if "favor" in event:
        return msg("{who:{who} bargains|You bargain} with {favor}.", who=_who(event), favor=_card(event, "favor"))
    return msg("{who:{who} bargains|You bargain} with a Favor, face down.", who=_who(event))


def _favor(event: Event) -> Message:
    if event.get("targets"):
        return msg(
            "{who:{who} plays|You play} {favor}: {targets}.", who=_who(event), favor=_card(event, "favor"), targets=_names(event["targets"])
        )
    return msg("{who:{who} plays|You play} {favor}.", who=_who(event), favor=_card(event, "favor"))


def _bought(event: Event) -> Message:
    if "paid" in event:
        return plural(
            "{who:{who} buys|You buy} {card} for {count} coin.",
            "{who:{who} buys|You buy} {card} for {count} coins.",
            event["paid"],
            who=_who(event),
            card=_card(event),
        )
    if not event["taken"]:
        return msg("{who:{who} takes|You take} {card}, without a coin.", who=_who(event), card=_card(event))
    return plural(
        "{who:{who} takes|You take} {card} and the {count} coin on it.",
        "{who:{who} takes|You take} {card} and the {count} coins on it.",
        event["taken"],
        who=_who(event),
        card=_card(event),
    )


def _entered(event: Event) -> Message:
    if event["order"]:
        return msg(
            "{card} enters {who:the Kingdom of {who}|your Kingdom} with {n} Order.", card=_card(event), who=_who(event), n=event["order"]
        )
    if CARDS[event["card"]].chaos:
        return msg(
            "{card} enters {who:the Kingdom of {who}|your Kingdom} with {n} Chaos.", card=_card(event), who=_who(event), n=event["chaos"]
        )
    return msg("{card} enters {who:the Kingdom of {who}|your Kingdom}.", card=_card(event), who=_who(event))


def _coins(event: Event) -> Message:
    if event["n"] >= 0:
        return plural(
            "{card}: {who:{who} gains|you gain} {count} coin.",
            "{card}: {who:{who} gains|you gain} {count} coins.",
            event["n"],
            card=_card(event),
            who=_who(event),
        )
    return plural(
        "{card}: {who:{who} loses|you lose} {count} coin.",
        "{card}: {who:{who} loses|you lose} {count} coins.",
        -event["n"],
        card=_card(event),
        who=_who(event),
    )


def _given(event: Event) -> Message:
    return plural(
        "{card}: {who:{who} gives|you give} {to:{to}|you} {count} coin.",
        "{card}: {who:{who} gives|you give} {to:{to}|you} {count} coins.",
        event["n"],
        card=_card(event),
        who=_who(event),
        to=Who(event["to"]),
    )


def _populace(event: Event) -> Message:
    if event["n"] > 0:
        return msg(
            "{card}: {n} Chaos more in {who:the Populace of {who}|your Populace}, {now} now.",
            card=_card(event),
            n=event["n"],
            who=_who(event),
            now=event["now"],
        )
    return msg(
        "{card}: {n} Chaos less in {who:the Populace of {who}|your Populace}, {now} now.",
        card=_card(event),
        n=-event["n"],
        who=_who(event),
        now=event["now"],
    )


def _sweetened(event: Event) -> Message:
    return msg("{card}: {n} coins from the bank, {now} are on the card.", card=_card(event), n=event["n"], now=event["now"])


def _drew(event: Event) -> Message:
    if event.get("favors"):
        return msg("{card}: {who:{who} draws|you draw} {favors}.", card=_card(event), who=_who(event), favors=_names(event["favors"]))
    return plural(
        "{card}: {who:{who} draws|you draw} {count} Favor.",
        "{card}: {who:{who} draws|you draw} {count} Favors.",
        event["n"],
        card=_card(event),
        who=_who(event),
    )


def _dropped(event: Event) -> Message:
    return msg(
        "{card}: {who:{who} discards|you discard} {favor} at random.", card=_card(event), who=_who(event), favor=_card(event, "favor")
    )


def _peeked(event: Event) -> Message:
    if "cards" in event:
        return msg(
            "{card}: {who:{who} sees|you see} the next Fate cards: {cards}.",
            card=_card(event),
            who=_who(event),
            cards=_names(event["cards"]),
        )
    return plural(
        "{card}: {who:{who} looks|you look} at the next Fate card.",
        "{card}: {who:{who} looks|you look} at the next {count} Fate cards.",
        event["n"],
        card=_card(event),
        who=_who(event),
    )


def _counter_params(event: Event) -> dict[str, Param]:
    return {"card": _card(event), "n": abs(event["n"]), "on": _card(event, "on"), "who": _who(event), "now": event["now"]}


def _order(event: Event) -> Message:
    if event["n"] > 0:
        return msg("{card}: {n} Order put on {on} {who:of {who}|in your Kingdom}, {now} now.", **_counter_params(event))
    return msg("{card}: {n} Order less on {on} {who:of {who}|in your Kingdom}, {now} now.", **_counter_params(event))


def _chaos(event: Event) -> Message:
    if event["n"] > 0:
        return msg("{card}: {n} Chaos put on {on} {who:of {who}|in your Kingdom}, {now} now.", **_counter_params(event))
    return msg("{card}: {n} Chaos less on {on} {who:of {who}|in your Kingdom}, {now} now.", **_counter_params(event))


def _attack(event: Event) -> Message:
    return msg(
        "{who:{who}|You}: {hero} attacks {monster} and removes {n} Chaos, {left} left.",
        who=_who(event),
        hero=_card(event, "hero"),
        monster=_card(event, "monster"),
        n=event["removed"],
        left=event["chaos"],
    )


def _use(event: Event) -> Message:
    if event["targets"]:
        return msg("{who:{who} uses|You use} {card}: {targets}.", who=_who(event), card=_card(event), targets=_names(event["targets"]))
    return msg("{who:{who} uses|You use} {card}.", who=_who(event), card=_card(event))


def _card_line(text: Message) -> Callable[[Event], Message]:
    """A line that only names the player and the card."""
    return lambda event: Message(text.text, {"who": _who(event), "card": _card(event)})


LINES: dict[str, Callable[[Event], Message]] = {
    "dealt": _dealt,
    "up": _up,
    "event": lambda event: msg("Event: {card}. {text}", card=_card(event), text=CARDS[event["card"]].text or Message("")),
    "game_ends": lambda event: msg("Game Ends is revealed. The game is over at once."),
    "over": lambda event: msg(
        "The scores: {scores}", scores=tuple(msg("{who:{who}|you} {n}", who=Who(s), n=n) for s, n in enumerate(event["scores"]))
    ),
    "forced": _card_line(msg("{who:{who} has|You have} no other choice than to take {card}.")),
    "tax": _tax,
    "bid": _bid,
    "bargain": _bargain,
    "favor": _favor,
    "bought": _bought,
    "entered": _entered,
    "voided": _card_line(msg("{card} goes to the discard pile instead of {who:the Kingdom of {who}|your Kingdom}.")),
    "uncovered": lambda event: msg("The bargains are turned up: {favors}.", favors=_names([placed["favor"] for placed in event["placed"]])),
    "coins": _coins,
    "given": _given,
    "populace": _populace,
    "sweetened": _sweetened,
    "drew": _drew,
    "dropped": _dropped,
    "peeked": _peeked,
    "order": _order,
    "chaos": _chaos,
    "attack": _attack,
    "use": _use,
    "slain": _card_line(msg("{card} is slain in {who:the Kingdom of {who}|your Kingdom}.")),
    "died": _card_line(msg("{card} dies in {who:the Kingdom of {who}|your Kingdom}.")),
    "banished": _card_line(msg("{card} is banished from {who:the Kingdom of {who}|your Kingdom}.")),
    "given_up": _card_line(msg("{who:{who} gives|You give} up {card}.")),
    "done": lambda event: msg("{who:{who} has|You have} no more actions.", who=_who(event)),
}

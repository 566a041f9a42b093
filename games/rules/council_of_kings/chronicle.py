"""One line of the log for every kind of event, from what the reader may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.words import name
from games.rules.messages import Message, Param, Who, msg, plural

Seen = Mapping[str, Any]


def tell(event: Seen) -> Message:
    """The line for an event as a viewer saw it."""
    return LINES[event["kind"]](event)


def _of(event: Seen) -> Param:
    return Who(event["seat"])


def _card(event: Seen, key: str = "card") -> Message:
    word = event[key]
    return CARDS[word].name if word in CARDS else FAVOR[word].name


def _names(words: list[str]) -> tuple[Param, ...]:
    return tuple(name(word) for word in words)


def _dealt(e: Seen) -> Message:
    if "favors" in e:
        return msg(
            "The game begins. {who:{who} is|You are} the first Auctioneer. Your Favors: {favors}.",
            who=Who(e["auctioneer"]),
            favors=_names(e["favors"]),
        )
    return msg(
        "The game begins with {n} cards in the Fate deck. {who:{who} is|You are} the first Auctioneer.",
        n=e["deck"],
        who=Who(e["auctioneer"]),
    )


def _up(e: Seen) -> Message:
    return msg("{card} is up for auction, coins on it: {n}. {who:{who} begins|You begin}.", card=_card(e), n=e["coins"], who=_of(e))


def _event(e: Seen) -> Message:
    return msg("Event: {card}. {text}", card=_card(e), text=CARDS[e["card"]].text or msg(""))


def _tax(e: Seen) -> Message:
    return plural(
        "{who:{who} taxes|You tax} the people: {count} coin for 1 Chaos.",
        "{who:{who} taxes|You tax} the people: {count} coins for 1 Chaos.",
        e["n"],
        who=_of(e),
    )


def _bid(e: Seen) -> Message:
    if e["good"]:
        return msg("{who:{who} bids and takes|You bid and take} a coin; coins left on the card: {n}.", who=_of(e), n=e["lot"])
    return msg("{who:{who} bids and lays|You bid and lay} a coin; coins on the card: {n}.", who=_of(e), n=e["lot"])


def _bargain(e: Seen) -> Message:
    if "favor" in e:
        return msg("{who:{who} bargains|You bargain} with {favor}.", who=_of(e), favor=_card(e, "favor"))
    return msg("{who:{who} bargains|You bargain} with a Favor, face down.", who=_of(e))


def _favor(e: Seen) -> Message:
    if e.get("targets"):
        return msg("{who:{who} plays|You play} {favor}: {targets}.", who=_of(e), favor=_card(e, "favor"), targets=_names(e["targets"]))
    return msg("{who:{who} plays|You play} {favor}.", who=_of(e), favor=_card(e, "favor"))


def _bought(e: Seen) -> Message:
    if "paid" in e:
        return plural(
            "{who:{who} buys|You buy} {card} for {count} coin.",
            "{who:{who} buys|You buy} {card} for {count} coins.",
            e["paid"],
            who=_of(e),
            card=_card(e),
        )
    if not e["taken"]:
        return msg("{who:{who} takes|You take} {card}, without a coin.", who=_of(e), card=_card(e))
    return plural(
        "{who:{who} takes|You take} {card} and the {count} coin on it.",
        "{who:{who} takes|You take} {card} and the {count} coins on it.",
        e["taken"],
        who=_of(e),
        card=_card(e),
    )


def _entered(e: Seen) -> Message:
    if e["order"]:
        return msg("{card} enters {who:the Kingdom of {who}|your Kingdom} with {n} Order.", card=_card(e), who=_of(e), n=e["order"])
    if CARDS[e["card"]].chaos:
        return msg("{card} enters {who:the Kingdom of {who}|your Kingdom} with {n} Chaos.", card=_card(e), who=_of(e), n=e["chaos"])
    return msg("{card} enters {who:the Kingdom of {who}|your Kingdom}.", card=_card(e), who=_of(e))


def _uncovered(e: Seen) -> Message:
    return msg("The bargains are turned up: {favors}.", favors=_names([placed["favor"] for placed in e["placed"]]))


def _coins(e: Seen) -> Message:
    if e["n"] >= 0:
        return plural(
            "{card}: {who:{who} gains|you gain} {count} coin.",
            "{card}: {who:{who} gains|you gain} {count} coins.",
            e["n"],
            card=_card(e),
            who=_of(e),
        )
    return plural(
        "{card}: {who:{who} loses|you lose} {count} coin.",
        "{card}: {who:{who} loses|you lose} {count} coins.",
        -e["n"],
        card=_card(e),
        who=_of(e),
    )


def _given(e: Seen) -> Message:
    return plural(
        "{card}: {who:{who} gives|you give} {to:{to}|you} {count} coin.",
        "{card}: {who:{who} gives|you give} {to:{to}|you} {count} coins.",
        e["n"],
        card=_card(e),
        who=_of(e),
        to=Who(e["to"]),
    )


def _populace(e: Seen) -> Message:
    if e["n"] > 0:
        return msg(
            "{card}: {n} Chaos more in {who:the Populace of {who}|your Populace}, {now} now.",
            card=_card(e),
            n=e["n"],
            who=_of(e),
            now=e["now"],
        )
    return msg(
        "{card}: {n} Chaos less in {who:the Populace of {who}|your Populace}, {now} now.",
        card=_card(e),
        n=-e["n"],
        who=_of(e),
        now=e["now"],
    )


def _sweetened(e: Seen) -> Message:
    return msg("{card}: {n} coins from the bank, {now} are on the card.", card=_card(e), n=e["n"], now=e["now"])


def _drew(e: Seen) -> Message:
    if e.get("favors"):
        return msg("{card}: {who:{who} draws|you draw} {favors}.", card=_card(e), who=_of(e), favors=_names(e["favors"]))
    return plural(
        "{card}: {who:{who} draws|you draw} {count} Favor.",
        "{card}: {who:{who} draws|you draw} {count} Favors.",
        e["n"],
        card=_card(e),
        who=_of(e),
    )


def _dropped(e: Seen) -> Message:
    return msg("{card}: {who:{who} discards|you discard} {favor} at random.", card=_card(e), who=_of(e), favor=_card(e, "favor"))


def _peeked(e: Seen) -> Message:
    if "cards" in e:
        return msg("{card}: {who:{who} sees|you see} the next Fate cards: {cards}.", card=_card(e), who=_of(e), cards=_names(e["cards"]))
    return plural(
        "{card}: {who:{who} looks|you look} at the next Fate card.",
        "{card}: {who:{who} looks|you look} at the next {count} Fate cards.",
        e["n"],
        card=_card(e),
        who=_of(e),
    )


def _counted(e: Seen) -> dict[str, Param]:
    return {"card": _card(e), "n": abs(e["n"]), "on": _card(e, "on"), "who": _of(e), "now": e["now"]}


def _order(e: Seen) -> Message:
    if e["n"] > 0:
        return msg("{card}: {n} Order put on {on} {who:of {who}|in your Kingdom}, {now} now.", **_counted(e))
    return msg("{card}: {n} Order less on {on} {who:of {who}|in your Kingdom}, {now} now.", **_counted(e))


def _chaos(e: Seen) -> Message:
    if e["n"] > 0:
        return msg("{card}: {n} Chaos put on {on} {who:of {who}|in your Kingdom}, {now} now.", **_counted(e))
    return msg("{card}: {n} Chaos less on {on} {who:of {who}|in your Kingdom}, {now} now.", **_counted(e))


def _attack(e: Seen) -> Message:
    return msg(
        "{who:{who}|You}: {hero} attacks {monster} and removes {n} Chaos, {left} left.",
        who=_of(e),
        hero=_card(e, "hero"),
        monster=_card(e, "monster"),
        n=e["removed"],
        left=e["chaos"],
    )


def _use(e: Seen) -> Message:
    if e["targets"]:
        return msg("{who:{who} uses|You use} {card}: {targets}.", who=_of(e), card=_card(e), targets=_names(e["targets"]))
    return msg("{who:{who} uses|You use} {card}.", who=_of(e), card=_card(e))


def _about(text: Message) -> Callable[[Seen], Message]:
    """A line that only names the player and the card."""
    return lambda e: Message(text.text, {"who": _of(e), "card": _card(e)})


LINES: dict[str, Callable[[Seen], Message]] = {
    "dealt": _dealt,
    "up": _up,
    "event": _event,
    "game_ends": lambda e: msg("Game Ends is revealed. The game is over at once."),
    "over": lambda e: msg(
        "The scores: {scores}", scores=tuple(msg("{who:{who}|you} {n}", who=Who(s), n=n) for s, n in enumerate(e["scores"]))
    ),
    "forced": _about(msg("{who:{who} has|You have} no other choice than to take {card}.")),
    "tax": _tax,
    "bid": _bid,
    "bargain": _bargain,
    "favor": _favor,
    "bought": _bought,
    "entered": _entered,
    "voided": _about(msg("{card} goes to the discard pile instead of {who:the Kingdom of {who}|your Kingdom}.")),
    "uncovered": _uncovered,
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
    "slain": _about(msg("{card} is slain in {who:the Kingdom of {who}|your Kingdom}.")),
    "died": _about(msg("{card} dies in {who:the Kingdom of {who}|your Kingdom}.")),
    "banished": _about(msg("{card} is banished from {who:the Kingdom of {who}|your Kingdom}.")),
    "given_up": _about(msg("{who:{who} gives|You give} up {card}.")),
    "done": lambda e: msg("{who:{who} has|You have} no more actions.", who=_of(e)),
}

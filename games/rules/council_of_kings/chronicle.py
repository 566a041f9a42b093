"""Log lines: one for each kind of event, from what its reader may know."""

from collections.abc import Mapping, Sequence

from games.rules.council_of_kings.cards import CARDS
from games.rules.council_of_kings.words import name
from games.rules.log_lines import Gaps, Line, Seen, line_of
from games.rules.messages import Message, Param, Who, msg, plural


def tell(event: Seen) -> Message:
    return line_of(event, LINES, GAPS)


def _names(words: Sequence[str]) -> tuple[Param, ...]:
    return tuple(name(word) for word in words)


GAPS: Gaps = {
    "to": Who,
    "n": abs,
    **dict.fromkeys(("card", "favor", "hero", "monster", "on"), name),
    **dict.fromkeys(("favors", "targets", "cards"), _names),
}


def _dealt(event: Seen) -> Message:
    first = Who(event["auctioneer"])
    if "favors" in event:
        return msg("The game begins. {who:{who} is|You are} the first Auctioneer. Your Favors: {favors}.", who=first)
    return msg("The game begins with {n} cards in the Fate deck. {who:{who} is|You are} the first Auctioneer.", n=event["deck"], who=first)


def _bid(event: Seen) -> Message:
    if event["good"]:
        return msg("{who:{who} bids and takes|You bid and take} a coin; coins left on the card: {n}.", n=event["lot"])
    return msg("{who:{who} bids and lays|You bid and lay} a coin; coins on the card: {n}.", n=event["lot"])


def _bargain(event: Seen) -> Message:
    if "favor" in event:
        return msg("{who:{who} bargains|You bargain} with {favor}.")
    return msg("{who:{who} bargains|You bargain} with a Favor, face down.")


def _favor(event: Seen) -> Message:
    targets = event.get("targets", ())
    if len(targets) == 1:
        target = name(targets[0])
        if isinstance(target, Who):
            return msg("{who:{who} plays|You play} {favor} on {to:{to}|you}.", to=target)
        return msg("{who:{who} plays|You play} {favor} on {target}.", target=target)
    if targets:
        return msg("{who:{who} plays|You play} {favor}: {targets}.")
    return msg("{who:{who} plays|You play} {favor}.")


def _bought(event: Seen) -> Message:
    if "paid" in event:
        return plural(
            "{who:{who} buys|You buy} {card} for {count} coin.", "{who:{who} buys|You buy} {card} for {count} coins.", event["paid"]
        )
    if not event["taken"]:
        return msg("{who:{who} takes|You take} {card}, without a coin.")
    return plural(
        "{who:{who} takes|You take} {card} and the {count} coin on it.",
        "{who:{who} takes|You take} {card} and the {count} coins on it.",
        event["taken"],
    )


def _entered(event: Seen) -> Message:
    if event["order"]:
        return msg("New in {who:the Kingdom of {who}|your Kingdom}: {card}, with {n} Order.", n=event["order"])
    if CARDS[event["card"]].chaos:
        return msg("New in {who:the Kingdom of {who}|your Kingdom}: {card}, with {n} Chaos.", n=event["chaos"])
    return msg("New in {who:the Kingdom of {who}|your Kingdom}: {card}.")


def _coins(event: Seen) -> Message:
    if event["n"] >= 0:
        return plural("{card}: {who:{who} gains|you gain} {count} coin.", "{card}: {who:{who} gains|you gain} {count} coins.", event["n"])
    return plural("{card}: {who:{who} loses|you lose} {count} coin.", "{card}: {who:{who} loses|you lose} {count} coins.", -event["n"])


def _given(event: Seen) -> Message:
    return plural(
        "{card}: {who:{who} gives|you give} {to:{to}|you} {count} coin.",
        "{card}: {who:{who} gives|you give} {to:{to}|you} {count} coins.",
        event["n"],
    )


def _populace(event: Seen) -> Message:
    if event["n"] > 0:
        return msg("{card}: {n} Chaos more in {who:the Populace of {who}|your Populace}, {now} now.")
    return msg("{card}: {n} Chaos less in {who:the Populace of {who}|your Populace}, {now} now.")


def _drew(event: Seen) -> Message:
    if event.get("favors"):
        return msg("{card}: {who:{who} draws|you draw} {favors}.")
    return plural("{card}: {who:{who} draws|you draw} {count} Favor.", "{card}: {who:{who} draws|you draw} {count} Favors.", event["n"])


def _peeked(event: Seen) -> Message:
    if "cards" in event:
        return msg("{card}: {who:{who} sees|you see} the next Fate cards: {cards}.")
    return plural(
        "{card}: {who:{who} looks|you look} at the next Fate card.",
        "{card}: {who:{who} looks|you look} at the next {count} Fate cards.",
        event["n"],
    )


def _order(event: Seen) -> Message:
    if event["n"] > 0:
        return msg("{card}: {n} Order put on {on} {who:of {who}|in your Kingdom}, {now} now.")
    return msg("{card}: {n} Order less on {on} {who:of {who}|in your Kingdom}, {now} now.")


def _chaos(event: Seen) -> Message:
    if event["n"] > 0:
        return msg("{card}: {n} Chaos put on {on} {who:of {who}|in your Kingdom}, {now} now.")
    return msg("{card}: {n} Chaos less on {on} {who:of {who}|in your Kingdom}, {now} now.")


def _use(event: Seen) -> Message:
    targets = event["targets"]
    if len(targets) == 1:
        target = name(targets[0])
        if isinstance(target, Who):
            return msg("{who:{who} uses|You use} {card} on {to:{to}|you}.", to=target)
        return msg("{who:{who} uses|You use} {card} on {target}.", target=target)
    if targets:
        return msg("{who:{who} uses|You use} {card}: {targets}.")
    return msg("{who:{who} uses|You use} {card}.")


LINES: Mapping[str, Line] = {
    "dealt": _dealt,
    "up": lambda event: msg(
        "Up for auction: {card}, coins on it: {n}. {who:{who} begins as Auctioneer|You begin as Auctioneer}.", n=event["coins"]
    ),
    "event": lambda event: msg("Event: {card}. {text}", text=CARDS[event["card"]].text or Message("")),
    "game_ends": msg("Game Ends is revealed. The game is over at once."),
    "over": lambda event: msg(
        "The scores: {scores}", scores=tuple(msg("{who:{who}|you} {n}", who=Who(s), n=n) for s, n in enumerate(event["scores"]))
    ),
    "forced": msg("{who:{who} has|You have} no other choice than to take {card}."),
    "tax": lambda event: plural(
        "{who:{who} taxes|You tax} the people: {count} coin for 1 Chaos.",
        "{who:{who} taxes|You tax} the people: {count} coins for 1 Chaos.",
        event["n"],
    ),
    "bid": _bid,
    "bargain": _bargain,
    "favor": _favor,
    "bought": _bought,
    "entered": _entered,
    "voided": msg("To the discard pile instead of {who:the Kingdom of {who}|your Kingdom}: {card}."),
    "uncovered": lambda event: msg(
        "The bargains are turned up: {favors}.", favors=tuple(name(placed["favor"]) for placed in event["placed"])
    ),
    "coins": _coins,
    "given": _given,
    "populace": _populace,
    "sweetened": msg("{card}: {n} coins from the bank, {now} are on the card."),
    "drew": _drew,
    "dropped": msg("{card}: {who:{who} discards|you discard} {favor} at random."),
    "peeked": _peeked,
    "order": _order,
    "chaos": _chaos,
    "attack": lambda event: msg(
        "{who:{who}|You}: {hero} attacks {monster} and removes {n} Chaos, {left} left.", n=event["removed"], left=event["chaos"]
    ),
    "use": _use,
    "slain": msg("A Monster is slain in {who:the Kingdom of {who}|your Kingdom}: {card}."),
    "died": msg("A Hero dies in {who:the Kingdom of {who}|your Kingdom}: {card}."),
    "banished": msg("A Monster is banished from {who:the Kingdom of {who}|your Kingdom}: {card}."),
    "given_up": msg("{who:{who} gives|You give} up {card}."),
    "done": msg("{who:{who} has|You have} no more actions."),
}

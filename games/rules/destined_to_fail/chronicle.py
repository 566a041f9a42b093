"""Log lines: one for each kind of event, from what its reader may know."""

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.destined_to_fail.words import CARD_NAMES, card_names
from games.rules.messages import Message, Who, msg, plural

Event = Mapping[str, Any]


def tell(event: Event) -> Message:
    """The line for an event as `Event.seen_by` gives it."""
    return _LINES[event["kind"]](event)


def _round(event: Event) -> Message:
    params = {"n": event["round"], "who": Who(event["seat"]), "trump": TRUMPS[event["trump"]].name, "row": card_names(event["row"])}
    if "hand" not in event:
        return msg("Round {n}: {trump}. {who:{who} leads|You lead}. Forsaken Row: {row}.", **params)
    return msg(
        "Round {n}: {trump}. {who:{who} leads|You lead}. Forsaken Row: {row}. Your hand: {hand}. Your prophecy: {token}.",
        **params,
        hand=card_names(event["hand"]),
        token=event["token"],
    )


def _offered(event: Event) -> Message:
    if "offer" not in event:
        return msg("Everybody draws a second prophecy token.")
    return msg("You draw a second prophecy token: you may keep {one} or {other}.", one=event["offer"][0], other=event["offer"][1])


def _kept(event: Event) -> Message:
    if "kept" not in event:
        return msg("Everybody has kept one token.")
    return msg("You keep the {kept} and put the {returned} back.", kept=event["kept"], returned=event["returned"])


def _passed(event: Event) -> Message:
    if "gave" not in event:
        return msg("Everybody hands one card to the left.")
    return msg("You hand {gave} to the left and get {got}.", gave=CARD_NAMES[event["gave"]], got=CARD_NAMES[event["got"]])


def _led(event: Event) -> Message:
    params = {"who": Who(event["seat"]), "card": CARD_NAMES[event["card"]], "n": event["trick"]}
    if event["declared"] == "win":
        return msg("Trick {n}: {who:{who} foretells|you foretell} winning it {who:and leads|and lead} {card}.", **params)
    if event["declared"] == "lose":
        return msg("Trick {n}: {who:{who} foretells|you foretell} losing it {who:and leads|and lead} {card}.", **params)
    return msg("Trick {n}: {who:{who} leads|you lead} {card}.", **params)


def _echoed(event: Event) -> Message:
    if event["right"]:
        return msg(
            "{who:{who} foretold it rightly and gains|You foretold it rightly and gain} 1 Glory ({glory}).",
            who=Who(event["seat"]),
            glory=event["glory"],
        )
    return msg("{who:{who}|You} foretold it wrongly.", who=Who(event["seat"]))


_ROLL_LINES = {
    "leftovers": msg("{who:{who} rolls|You roll} {rolled} for the leftover cards ({glory})."),
    "echo": msg("{who:{who} rolls|You roll} {rolled} for the false word ({glory})."),
    "star": msg("{who:{who} rolls|You roll} {rolled} for the winning Star ({glory})."),
}


def _hands_open(event: Event) -> Message:
    hands = tuple(msg("{who:{who}|you} ({cards})", who=Who(seat), cards=card_names(hand)) for seat, hand in event["hands"])
    return msg("Hands lie open: {hands}.", hands=hands)


def _prophecies(event: Event) -> Message:
    parts = tuple(
        msg(
            "{who:{who}|you} {won} for {token}: {gained} ({glory})", who=Who(seat), won=won, token=token, gained=signed(gained), glory=glory
        )
        for seat, (won, token, gained, glory) in enumerate(zip(event["won"], event["tokens"], event["gained"], event["glory"], strict=True))
    )
    return msg("Tricks against prophecies: {parts}.", parts=parts)


def signed(n: int) -> str:
    """`+2`, `0` or `−3`."""
    return f"+{n}" if n > 0 else str(n).replace("-", "−")


def _leftovers(event: Event) -> Message:
    parts = tuple(
        msg("{who:{who}|you} {cards} = {total}", who=Who(seat), cards=card_names(cards), total=total)
        for seat, (cards, total) in enumerate(zip(event["cards"], event["totals"], strict=True))
    )
    return msg("Leftover cards: {parts}.", parts=parts)


def _by_seat(event: Event, key: str) -> tuple[Message, ...]:
    return tuple(msg("{who:{who}|you} {what}", who=Who(seat), what=_shown(value)) for seat, value in enumerate(event[key]))


def _shown(value: int | str) -> int | Message:
    return CARD_NAMES[value] if isinstance(value, str) else value


def _roll_off(event: Event) -> Message:
    rolls = tuple(msg("{who:{who}|you} {what}", who=Who(seat), what=rolled) for seat, rolled in event["rolls"])
    return msg("Roll-off for the Chosen One, the highest roll goes on: {rolls}.", rolls=rolls)


def _over(event: Event) -> Message:
    return msg("{who:{who} is the Chosen One and loses|You are the Chosen One and lose}; everybody else wins.", who=Who(event["seat"]))


def _taken(event: Event) -> Message:
    return msg(
        "{who:{who} takes|You take} trick {n} with {card}.", who=Who(event["seat"]), n=event["trick"], card=CARD_NAMES[event["card"]]
    )


def _hands(event: Event) -> Message:
    who = Who(event["seat"])
    return msg("Hands of Fate bring {who:{who}|you} {gained} Glory ({glory}).", who=who, gained=event["gained"], glory=event["glory"])


def _exchanged(event: Event) -> Message:
    gave, took = CARD_NAMES[event["gave"]], CARD_NAMES[event["took"]]
    return msg(
        "{who:{who} lays|You lay} {gave} into the Forsaken Row {who:and takes|and take} {took}.",
        who=Who(event["seat"]),
        gave=gave,
        took=took,
    )


_LINES: dict[str, Callable[[Event], Message]] = {
    "set_up": lambda event: msg("The trump cards are shuffled; {who:{who} leads|you lead} first.", who=Who(event["seat"])),
    "trumps_shuffled": lambda event: msg("All sixteen trump cards have been seen and are shuffled again."),
    "round": _round,
    "tokens_open": lambda event: msg("The prophecies lie open: {parts}.", parts=_by_seat(event, "tokens")),
    "hands_open": _hands_open,
    "offered": _offered,
    "kept": _kept,
    "discarded": lambda event: msg("Into the Forsaken Row: {parts}.", parts=_by_seat(event, "cards")),
    "orbs": lambda event: msg("Orbs in hands: {parts}.", parts=_by_seat(event, "orbs")),
    "replaced": lambda event: plural(
        "{who:{who} gets|You get} {cards} for an Orb.",
        "{who:{who} gets|You get} {cards} for {count} Orbs.",
        len(event["cards"]),
        who=Who(event["seat"]),
        cards=card_names(event["cards"]),
    ),
    "led": _led,
    "followed": lambda event: msg("{who:{who} plays|You play} {card}.", who=Who(event["seat"]), card=CARD_NAMES[event["card"]]),
    "taken": _taken,
    "hands": _hands,
    "given": lambda event: msg("{who:{who} gives|You give} the trick to {to:{to}|you}.", who=Who(event["seat"]), to=Who(event["to"])),
    "echoed": _echoed,
    "rolled": lambda event: msg(_ROLL_LINES[event["why"]].text, who=Who(event["seat"]), rolled=event["rolled"], glory=event["glory"]),
    "exchanged": _exchanged,
    "passed": _passed,
    "prophecies": _prophecies,
    "collapsed": lambda event: msg("The leftover cards are shuffled together and dealt back."),
    "leftovers": _leftovers,
    "roll_off": _roll_off,
    "over": _over,
}

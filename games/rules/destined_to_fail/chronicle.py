"""Log lines: one for each kind of event, from what its reader may know."""

from collections.abc import Mapping

from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.destined_to_fail.words import CARD_NAMES, card_names
from games.rules.log_lines import Gaps, Line, Seen, line_of
from games.rules.messages import Message, Who, msg, plural


def tell(event: Seen) -> Message:
    return line_of(event, _LINES, _GAPS)


_GAPS: Gaps = {
    "to": Who,
    "trump": lambda key: TRUMPS[key].name,
    **dict.fromkeys(("row", "hand"), card_names),
    **dict.fromkeys(("card", "gave", "got", "took"), CARD_NAMES.__getitem__),
}


def _round(event: Seen) -> Message:
    if "hand" not in event:
        return msg("Round {n}: {trump}. {who:{who} leads|You lead}. Forsaken Row: {row}.", n=event["round"])
    return msg(
        "Round {n}: {trump}. {who:{who} leads|You lead}. Forsaken Row: {row}. Your hand: {hand}. Your prophecy: {token}.", n=event["round"]
    )


def _offered(event: Seen) -> Message:
    if "offer" not in event:
        return msg("Everybody draws a second prophecy token.")
    return msg("You draw a second prophecy token: you may keep {one} or {other}.", one=event["offer"][0], other=event["offer"][1])


def _kept(event: Seen) -> Message:
    if "kept" not in event:
        return msg("Everybody has kept one token.")
    return msg("You keep the {kept} and put the {returned} back.")


def _passed(event: Seen) -> Message:
    if "gave" not in event:
        return msg("Everybody hands one card to the left.")
    return msg("You hand {gave} to the left and get {got}.")


def _led(event: Seen) -> Message:
    if event["declared"] == "win":
        return msg("Trick {n}: {who:{who} foretells|you foretell} winning it {who:and leads|and lead} {card}.", n=event["trick"])
    if event["declared"] == "lose":
        return msg("Trick {n}: {who:{who} foretells|you foretell} losing it {who:and leads|and lead} {card}.", n=event["trick"])
    return msg("Trick {n}: {who:{who} leads|you lead} {card}.", n=event["trick"])


def _echoed(event: Seen) -> Message:
    if event["right"]:
        return msg("{who:{who} foretold it rightly and gains|You foretold it rightly and gain} 1 Glory ({glory}).")
    return msg("{who:{who}|You} foretold it wrongly.")


_ROLL_LINES = {
    "leftovers": msg("{who:{who} rolls|You roll} {rolled} for the leftover cards ({glory})."),
    "echo": msg("{who:{who} rolls|You roll} {rolled} for the false word ({glory})."),
    "star": msg("{who:{who} rolls|You roll} {rolled} for the winning Star ({glory})."),
}


def _hands_open(event: Seen) -> Message:
    hands = tuple(msg("{who:{who}|you} ({cards})", who=Who(seat), cards=card_names(hand)) for seat, hand in event["hands"])
    return msg("Hands lie open: {hands}.", hands=hands)


def _prophecies(event: Seen) -> Message:
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


def _leftovers(event: Seen) -> Message:
    parts = tuple(
        msg("{who:{who}|you} {cards} = {total}", who=Who(seat), cards=card_names(cards), total=total)
        for seat, (cards, total) in enumerate(zip(event["cards"], event["totals"], strict=True))
    )
    return msg("Leftover cards: {parts}.", parts=parts)


def _by_seat(event: Seen, key: str) -> tuple[Message, ...]:
    return tuple(msg("{who:{who}|you} {what}", who=Who(seat), what=_shown(value)) for seat, value in enumerate(event[key]))


def _shown(value: int | str) -> int | Message:
    return CARD_NAMES[value] if isinstance(value, str) else value


def _roll_off(event: Seen) -> Message:
    rolls = tuple(msg("{who:{who}|you} {what}", who=Who(seat), what=rolled) for seat, rolled in event["rolls"])
    return msg("Roll-off for the Chosen One, the highest roll goes on: {rolls}.", rolls=rolls)


_LINES: Mapping[str, Line] = {
    "set_up": msg("The trump cards are shuffled; {who:{who} leads|you lead} first."),
    "trumps_shuffled": msg("All sixteen trump cards have been seen and are shuffled again."),
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
        cards=card_names(event["cards"]),
    ),
    "led": _led,
    "followed": msg("{who:{who} plays|You play} {card}."),
    "taken": lambda event: msg("{who:{who} takes|You take} trick {n} with {card}.", n=event["trick"]),
    "hands": msg("Hands of Fate bring {who:{who}|you} {gained} Glory ({glory})."),
    "given": msg("{who:{who} gives|You give} the trick to {to:{to}|you}."),
    "echoed": _echoed,
    "rolled": lambda event: _ROLL_LINES[event["why"]],
    "exchanged": msg("{who:{who} lays|You lay} {gave} into the Forsaken Row {who:and takes|and take} {took}."),
    "passed": _passed,
    "prophecies": _prophecies,
    "collapsed": msg("The leftover cards are shuffled together and dealt back."),
    "leftovers": _leftovers,
    "roll_off": _roll_off,
    "over": msg("{who:{who} is the Chosen One and loses|You are the Chosen One and lose}; everybody else wins."),
}

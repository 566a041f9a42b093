"""The lines of the log: one sentence for each kind of event, from what the reader may know."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.rules.fate_foretold.cards import CARDS, SIGIL
from games.rules.fate_foretold.kinds import AEGIS_TOKEN, SUIT_NAMES
from games.rules.messages import Message, Param, Who, msg, plural

Seen = Mapping[str, Any]
SOMETHING = msg("a card")


def tell(event: Seen) -> Message:
    """The line for an event, from what `Event.seen_by` returned."""
    return LINES[event["kind"]](event)


def _who(e: Seen, key: str = "seat") -> Param:
    return Who(e[key])


def _name(card: str | None) -> Message:
    return SOMETHING if card is None else CARDS[card].name


def _card(e: Seen, key: str = "card") -> Message:
    return _name(e.get(key))


def _names(cards: Sequence[str | None]) -> tuple[Param, ...]:
    return tuple(_name(card) for card in cards)


def _suits(suits: Sequence[str]) -> tuple[Param, ...]:
    return tuple(SUIT_NAMES[suit] for suit in suits)


def _dealt(e: Seen) -> Message:
    sigil = SIGIL[e["sigils"][e["first"]]].name
    if "cards" in e:
        return msg("The sigils and three cards each are dealt. {who:{who} has|You have} the {sigil} "
                   "{who:and begins|and begin}. Your cards: {cards}.",
                   who=_who(e, "first"), sigil=sigil, cards=_names(e["cards"]))  # fmt: skip
    return msg(
        "The sigils and three cards each are dealt. {who:{who} has|You have} the {sigil} {who:and begins|and begin}.",
        who=_who(e, "first"),
        sigil=sigil,
    )


def _drawn(e: Seen) -> Message:
    if not e["n"]:
        return msg("{who:{who} would draw|You would draw}, but the Nest is empty.", who=_who(e))
    if "cards" in e:
        return plural(
            "{who:{who} draws|You draw} {count} card: {cards}.",
            "{who:{who} draws|You draw} {count} cards: {cards}.",
            e["n"],
            who=_who(e),
            cards=_names(e["cards"]),
        )
    return plural("{who:{who} draws|You draw} {count} card.", "{who:{who} draws|You draw} {count} cards.", e["n"], who=_who(e))


def _prevented(e: Seen) -> Message:
    by = _card(e)
    if e["what"] == "draw":
        return msg("Nobody draws outside the Draw step: {card} can't be overruled.", card=by)
    if e["what"] == "bury":
        return msg("{of} can't be buried: {card}.", of=_card(e, "of"), card=by)
    if e["what"] == "put":
        return msg("{of} was not played and goes to the bottom of the Nest: {card}.", of=_card(e, "of"), card=by)
    if e["what"] == "take":
        return msg("{card} stops it: {of} can't be taken.", of=_card(e, "of"), card=by)
    if "seat" in e:
        return msg("{who:{who} is|You are} left out of the trade: {card}.", who=_who(e), card=by)
    return msg("The trade does not happen: {card}.", card=by)


def _revealed(e: Seen) -> Message:
    if e["of"] is None:
        return msg("{who:{who} reveals|You reveal} from the Nest: {cards}.", who=_who(e), cards=_names(e["cards"]))
    return msg("Revealed from {of:the hand of {of}|your hand}: {cards}.", of=_who(e, "of"), cards=_names(e["cards"]))


def _peeked(e: Seen) -> Message:
    cards = _names(e["cards"]) if "cards" in e else ()
    if e["of"] is not None:
        if cards:
            return msg(
                "{who:{who} looks|You look} at {of:the hand of {of}|your hand}: {cards}.", who=_who(e), of=_who(e, "of"), cards=cards
            )
        return msg("{who:{who} looks|You look} at {of:the hand of {of}|your hand}.", who=_who(e), of=_who(e, "of"))
    if cards:
        return msg("{who:{who} looks|You look} at the top of the Nest: {cards}.", who=_who(e), cards=cards)
    return plural(
        "{who:{who} looks|You look} at the top card of the Nest.",
        "{who:{who} looks|You look} at the top {count} cards of the Nest.",
        e["n"],
        who=_who(e),
    )


def _nested_below(e: Seen) -> Message:
    if "cards" in e:
        return msg("{who:{who} puts|You put} on the bottom of the Nest: {cards}.", who=_who(e), cards=_names(e["cards"]))
    return plural(
        "{who:{who} puts|You put} {count} card on the bottom of the Nest.",
        "{who:{who} puts|You put} {count} cards on the bottom of the Nest.",
        e["n"],
        who=_who(e),
    )


def _reordered(e: Seen) -> Message:
    if "cards" in e:
        return msg("{who:{who} puts|You put} back on top of the Nest, the first on top: {cards}.", who=_who(e), cards=_names(e["cards"]))
    return plural(
        "{who:{who} puts|You put} {count} card back on the Nest.",
        "{who:{who} puts|You put} {count} cards back on the Nest in a chosen order.",
        e["n"],
        who=_who(e),
    )


def _hand_passed(e: Seen) -> Message:
    if e.get("cards"):
        return msg("{to:{to} gets|You get} {who:the hand of {who}|your hand}: {cards}.", who=_who(e), to=_who(e, "to"),
                   cards=_names(e["cards"]))  # fmt: skip
    return plural(
        "{to:{to} gets|You get} {who:the hand of {who}|your hand}: {count} card.",
        "{to:{to} gets|You get} {who:the hand of {who}|your hand}: {count} cards.",
        e["n"],
        who=_who(e),
        to=_who(e, "to"),
    )


def _token_placed(e: Seen) -> Message:
    if e["token"] == AEGIS_TOKEN:
        return msg("The Aegis token is put on {card}.", card=_card(e))
    return msg("The Doppelganger token is put on {card}.", card=_card(e))


def _token_removed(e: Seen) -> Message:
    if e["token"] == AEGIS_TOKEN:
        return msg("The Aegis token leaves {card}.", card=_card(e))
    return msg("The Doppelganger token leaves {card}.", card=_card(e))


def _mirrored(e: Seen) -> Message:
    one, other = e["seats"]
    if e["verb"] == "draw":
        return msg("The Lovers: what {one} and {other} draw, the other draws too.", one=Who(one), other=Who(other))
    return msg("The Lovers: what {one} and {other} discard, the other discards too.", one=Who(one), other=Who(other))


def _conceded(e: Seen) -> Message:
    return msg("{who:{who} concedes|You concede}. {n} cards go back into the Nest.", who=_who(e), n=e["hand"] + len(e["field"]))


def _over(e: Seen) -> Message:
    if e["reason"] == "convergence":
        return msg("{who:The Fate of {who}|Your Fate} is Foretold: {card} shares the suit {suit}!", who=Who(e["winners"][0]), card=_card(e),
                   suit=SUIT_NAMES[e["suit"]])  # fmt: skip
    if e["reason"] == "apocalypse":
        return msg("Apocalypse: all Four Horses are on one field. Everybody loses.")
    if e["reason"] == "twist":
        return msg("A twist of fate: {who:{who} wins|you win}.", who=Who(e["winners"][0]))
    if e["reason"] == "last_standing":
        return msg("{who:{who} is the last player left and wins|You are the last player left and win}.", who=Who(e["winners"][0]))
    return msg("The last round is over. {who:{who} has|You have} the highest alignment {who:and wins|and win}.", who=Who(e["winners"][0]))


LINES: Mapping[str, Callable[[Seen], Message]] = {
    "dealt": _dealt,
    "turn": lambda e: msg("Turn {turn}, round {round}: {who:{who}|you}.", turn=e["turn"], round=e["round"], who=_who(e)),
    "drawn": _drawn,
    "draws_second": lambda e: msg("{who:{who} plays nothing and draws|You play nothing and draw} instead.", who=_who(e)),
    "played": lambda e: msg("{who:{who} plays|You play} {card}.", who=_who(e), card=_card(e)),
    "foretold": lambda e: msg("{who:{who} reveals|You reveal} {card} from the Nest.", who=_who(e), card=_card(e)) if e["place"] == "nest"
    else msg("{who:{who} reveals|You reveal} {card} from the stack.", who=_who(e), card=_card(e)),
    "entered": lambda e: msg("{card} comes to {who:the field of {who}|your field}.", card=_card(e), who=_who(e)),
    "prevented": _prevented,
    "revealed": _revealed,
    "peeked": _peeked,
    "suit_named": lambda e: msg("{who:{who} names|You name} {suit}.", who=_who(e), suit=SUIT_NAMES[e["suit"]]),
    "all_chose": lambda e: msg("All choices are in: {seats}.", seats=tuple(Who(seat) for seat in e["seats"])),
    "buried": lambda e: msg("{card} is buried from {who:the field of {who}|your field}.", card=_card(e), who=_who(e)),
    "returned": lambda e: msg("{cards} goes to {who:the hand of {who}|your hand}.", cards=_names(e["cards"]), who=_who(e)),
    "discarded": lambda e: msg("{who:{who} discards|You discard} {cards}.", who=_who(e), cards=_names(e["cards"])),
    "put_into_hand": lambda e: msg("{who:{who} puts|You put} {card} into {who:their hand|your hand}.", who=_who(e), card=_card(e)),
    "taken_from_hand": lambda e: msg("{to:{to} takes|You take} {card} from "
                                     "{who:the hand of {who}|your hand}.", who=_who(e), to=_who(e, "to"), card=_card(e)),
    "given": lambda e: msg("{who:{who} gives|You give} {card} to {to:{to}|you}.", who=_who(e), to=_who(e, "to"), card=_card(e)),
    "taken": lambda e: msg("{to:{to} takes|You take} {card} from "
                           "{who:the field of {who}|your field}.", who=_who(e), to=_who(e, "to"), card=_card(e)),
    "traded": lambda e: msg("{who:{who}|You} and {to:{to}|you} trade: {cards}.", who=_who(e), to=_who(e, "to"), cards=_names(e["cards"])),
    "hand_passed": _hand_passed,
    "nested": lambda e: msg("{who:{who} puts|You put} {card} on top of the Nest.", who=_who(e), card=_card(e)),
    "nested_below": _nested_below,
    "shuffled_in": lambda e: msg("{who:{who} shuffles|You shuffle} {card} into the Nest.", who=_who(e), card=_card(e)),
    "nest_shuffled": lambda e: msg("The Nest is shuffled."),
    "reordered": _reordered,
    "token_placed": _token_placed,
    "token_removed": _token_removed,
    "linked": lambda e: msg("{who:{who} chooses|You choose} {beloved:{beloved}|you} as beloved.", who=_who(e), beloved=_who(e, "beloved")),
    "mirrored": _mirrored,
    "will_skip": lambda e: msg("{who:{who} skips|You skip} the Play or Reveal step of {who:the next turn|your next turn}.", who=_who(e)),
    "skipped": lambda e: msg("{who:{who} skips|You skip} this step.", who=_who(e)),
    "shielded": lambda e: msg("Until {who:{who}'s next turn|your next turn}, opponents' cards can't bury from that field.", who=_who(e)),
    "converged": lambda e: msg("{who:{who} enters|You enter} Convergence, aligned to {suits}: the hand becomes a "
                               "face-down stack.", who=_who(e),
                               suits=_suits(e["suits"])),
    "converged_no_more": lambda e: msg("{who:The Convergence of {who}|Your Convergence} is over; the stack is a hand again.", who=_who(e)),
    "aligned": lambda e: msg("{who:{who} is|You are} now aligned to {suits}.", who=_who(e), suits=_suits(e["suits"])),
    "nothing_to_reveal": lambda e: msg("{who:{who} has|You have} nothing to reveal: the Nest and the stack are empty.", who=_who(e)),
    "conceded": _conceded,
    "spoke": lambda e: msg("{who:{who} speaks|You speak} at the table.", who=_who(e)),
    "loop_guard": lambda e: msg("These abilities would feed each other for ever; the rest of them is dropped."),
    "over": _over,
}  # fmt: skip

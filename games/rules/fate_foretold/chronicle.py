"""The lines of the log: one sentence for each kind of event, from what the reader may know."""

from collections.abc import Mapping, Sequence

from games.rules.fate_foretold.cards import CARDS, SIGIL
from games.rules.fate_foretold.kinds import AEGIS_TOKEN, SUIT_NAMES
from games.rules.log_lines import Gaps, Line, Seen, line_of
from games.rules.messages import Message, Param, Who, msg, plural

SOMETHING = msg("a card")


def tell(event: Seen) -> Message:
    return line_of(event, LINES, GAPS)


def _name(card: str | None) -> Message:
    return SOMETHING if card is None else CARDS[card].name


def _names(cards: Sequence[str | None]) -> tuple[Param, ...]:
    return tuple(_name(card) for card in cards)


GAPS: Gaps = {
    "card": _name,
    "cards": _names,
    "to": Who,
    "beloved": Who,
    "suit": SUIT_NAMES.__getitem__,
    "suits": lambda suits: tuple(SUIT_NAMES[suit] for suit in suits),
}


def _dealt(e: Seen) -> Message:
    first, sigil = Who(e["first"]), SIGIL[e["sigils"][e["first"]]].name
    if "cards" in e:
        return msg("The sigils and three cards each are dealt. {who:{who} has|You have} the {sigil} "
                   "{who:and begins|and begin}. Your cards: {cards}.", who=first, sigil=sigil)  # fmt: skip
    return msg(
        "The sigils and three cards each are dealt. {who:{who} has|You have} the {sigil} {who:and begins|and begin}.",
        who=first,
        sigil=sigil,
    )


def _drawn(e: Seen) -> Message:
    if not e["n"]:
        return msg("{who:{who} would draw|You would draw}, but the Nest is empty.")
    if "cards" in e:
        return plural("{who:{who} draws|You draw} {count} card: {cards}.", "{who:{who} draws|You draw} {count} cards: {cards}.", e["n"])
    return plural("{who:{who} draws|You draw} {count} card.", "{who:{who} draws|You draw} {count} cards.", e["n"])


def _foretold(e: Seen) -> Message:
    if e["place"] == "nest":
        return msg("{who:{who} reveals|You reveal} {card} from the Nest.")
    return msg("{who:{who} reveals|You reveal} {card} from the stack.")


def _prevented(e: Seen) -> Message:
    if e["what"] == "draw":
        return msg("Nobody draws outside the Draw step: {card} can't be overruled.")
    if e["what"] == "bury" and e["of"] == e["card"]:
        return msg("{card} can't be buried.")
    if e["what"] == "bury":
        return msg("{of} can't be buried: {card}.", of=_name(e.get("of")))
    if e["what"] == "put":
        return msg("{of} was not played and goes to the bottom of the Nest: {card}.", of=_name(e.get("of")))
    if e["what"] == "take":
        return msg("{card} stops it: {of} can't be taken.", of=_name(e.get("of")))
    if "seat" in e:
        return msg("{who:{who} is|You are} left out of the trade: {card}.")
    return msg("The trade does not happen: {card}.")


def _revealed(e: Seen) -> Message:
    if e["of"] is None:
        return msg("{who:{who} reveals|You reveal} from the Nest: {cards}.")
    return msg("Revealed from {of:the hand of {of}|your hand}: {cards}.", of=Who(e["of"]))


def _peeked(e: Seen) -> Message:
    if e["of"] is not None:
        if e.get("cards"):
            return msg("{who:{who} looks|You look} at {of:the hand of {of}|your hand}: {cards}.", of=Who(e["of"]))
        return msg("{who:{who} looks|You look} at {of:the hand of {of}|your hand}.", of=Who(e["of"]))
    if e.get("cards"):
        return msg("{who:{who} looks|You look} at the top of the Nest: {cards}.")
    return plural(
        "{who:{who} looks|You look} at the top card of the Nest.",
        "{who:{who} looks|You look} at the top {count} cards of the Nest.",
        e["n"],
    )


def _nested_below(e: Seen) -> Message:
    if "cards" in e:
        return msg("{who:{who} puts|You put} on the bottom of the Nest: {cards}.")
    return plural(
        "{who:{who} puts|You put} {count} card on the bottom of the Nest.",
        "{who:{who} puts|You put} {count} cards on the bottom of the Nest.",
        e["n"],
    )


def _reordered(e: Seen) -> Message:
    if "cards" in e:
        return msg("{who:{who} puts|You put} back on top of the Nest, the first on top: {cards}.")
    return plural(
        "{who:{who} puts|You put} {count} card back on the Nest.",
        "{who:{who} puts|You put} {count} cards back on the Nest in a chosen order.",
        e["n"],
    )


def _hand_passed(e: Seen) -> Message:
    if e.get("cards"):
        return msg("{to:{to} gets|You get} {who:the hand of {who}|your hand}: {cards}.")
    return plural(
        "{to:{to} gets|You get} {who:the hand of {who}|your hand}: {count} card.",
        "{to:{to} gets|You get} {who:the hand of {who}|your hand}: {count} cards.",
        e["n"],
    )


def _token_placed(e: Seen) -> Message:
    if e["token"] == AEGIS_TOKEN:
        return msg("The Aegis token is put on {card}.")
    return msg("The Doppelganger token is put on {card}.")


def _token_removed(e: Seen) -> Message:
    if e["token"] == AEGIS_TOKEN:
        return msg("The Aegis token leaves {card}.")
    return msg("The Doppelganger token leaves {card}.")


def _mirrored(e: Seen) -> Message:
    one, other = e["seats"]
    if e["verb"] == "draw":
        return msg("The Lovers: {one:{one}|you} and {other:{other}|you} draw equally many cards.", one=Who(one), other=Who(other))
    return msg("The Lovers: {one:{one}|you} and {other:{other}|you} discard equally many cards.", one=Who(one), other=Who(other))


def _over(e: Seen) -> Message:
    if e["reason"] == "convergence":
        return msg("{who:The Fate of {who}|Your Fate} is Foretold: {card} shares the suit {suit}!", who=Who(e["winners"][0]))
    if e["reason"] == "apocalypse":
        return msg("Apocalypse: all Four Horses are on one field. Everybody loses.")
    if e["reason"] == "twist":
        return msg("A twist of fate: {who:{who} wins|you win}.", who=Who(e["winners"][0]))
    if e["reason"] == "last_standing":
        return msg("{who:{who} is the last player left and wins|You are the last player left and win}.", who=Who(e["winners"][0]))
    return msg("The last round is over. {who:{who} has|You have} the highest alignment {who:and wins|and win}.", who=Who(e["winners"][0]))


LINES: Mapping[str, Line] = {
    "dealt": _dealt,
    "turn": msg("Turn {turn}, round {round}: {who:{who}|you}."),
    "drawn": _drawn,
    "draws_second": msg("{who:{who} plays nothing and draws|You play nothing and draw} instead."),
    "played": msg("{who:{who} plays|You play} {card}."),
    "foretold": _foretold,
    "entered": msg("{card} comes to {who:the field of {who}|your field}."),
    "prevented": _prevented,
    "revealed": _revealed,
    "peeked": _peeked,
    "suit_named": msg("{who:{who} names|You name} {suit}."),
    "all_chose": msg("Everybody has chosen."),
    "buried": msg("{card} is buried from {who:the field of {who}|your field}."),
    "returned": msg("{cards} goes to {who:the hand of {who}|your hand}."),
    "discarded": msg("{who:{who} discards|You discard} {cards}."),
    "put_into_hand": msg("{who:{who} puts|You put} {card} into {who:their hand|your hand}."),
    "taken_from_hand": msg("{to:{to} takes|You take} {card} from {who:the hand of {who}|your hand}."),
    "given": msg("{who:{who} gives|You give} {card} to {to:{to}|you}."),
    "taken": msg("{to:{to} takes|You take} {card} from {who:the field of {who}|your field}."),
    "traded": msg("{who:{who}|You} and {to:{to}|you} trade: {cards}."),
    "hand_passed": _hand_passed,
    "nested": msg("{who:{who} puts|You put} {card} on top of the Nest."),
    "nested_below": _nested_below,
    "shuffled_in": msg("{who:{who} shuffles|You shuffle} {card} into the Nest."),
    "nest_shuffled": msg("The Nest is shuffled."),
    "reordered": _reordered,
    "token_placed": _token_placed,
    "token_removed": _token_removed,
    "linked": msg("{who:{who} chooses|You choose} {beloved:{beloved}|you} as beloved."),
    "mirrored": _mirrored,
    "will_skip": msg("{who:{who} skips|You skip} the Play or Reveal step of {who:the next turn|your next turn}."),
    "skipped": msg("{who:{who} skips|You skip} this step."),
    "shielded": msg("Until {who:{who}'s next turn|your next turn}, opponents' cards can't bury from that field."),
    "converged": msg("{who:{who} enters|You enter} Convergence, aligned to {suits}: the hand becomes a face-down stack."),
    "converged_no_more": msg("{who:The Convergence of {who}|Your Convergence} is over; the stack is a hand again."),
    "aligned": msg("{who:{who} is|You are} now aligned to {suits}."),
    "nothing_to_reveal": msg("{who:{who} has|You have} nothing to reveal: the Nest and the stack are empty."),
    "conceded": lambda e: msg("{who:{who} concedes|You concede}. {n} cards go back into the Nest.", n=e["hand"] + len(e["field"])),
    "spoke": msg("{who:{who} speaks|You speak} at the table."),
    "loop_guard": msg("These abilities would feed each other for ever; the rest of them is dropped."),
    "over": _over,
}

"""The lines of the log: one sentence for each kind of event, from what the reader may know."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.rules.cards.decktet import SUITS
from games.rules.messages import Message, Who, msg, plural
from games.rules.turn_of_fate.board import AGORA, OWN, TEMPLE
from games.rules.turn_of_fate.words import card_name

Seen = Mapping[str, Any]


def tell(event: Seen) -> Message:
    """The line for an event, from what `Event.seen_by` returned."""
    return LINES[event["kind"]](event)


def names(cards: Sequence[str]) -> tuple[Message, ...]:
    return tuple(card_name(card) for card in cards)


def _temples(e: Seen) -> Message:
    first, second = (SUITS[suit].name for suit in e["temples"])
    return msg(
        "{citizen} decides the rivalry: {one:{one} serves|you serve} the {first}, {two:{two}|you} the {second}. "
        "{starter:{starter} begins|You begin}.",
        citizen=card_name(e["citizen"]),
        one=Who(0),
        two=Who(1),
        first=first,
        second=second,
        starter=Who(e["starter"]),
    )


def _introduced(e: Seen) -> Message:
    if e["zone"] == "agora":
        return msg("{citizen} comes to town and stays in the Agora.", citizen=card_name(e["citizen"]))
    return msg(
        "{citizen} comes to town and joins {who:the Congregation of {who}|your Congregation}.",
        citizen=card_name(e["citizen"]),
        who=Who(e["seat"]),
    )


def _vows(e: Seen) -> Message:
    name = card_name(e["citizen"])
    return msg("{citizen} comes to town and takes vows in {who:the Temple of {who}|your Temple} at once.", citizen=name, who=Who(e["seat"]))


def _left(e: Seen) -> Message:
    return msg("{citizen} comes to town, finds no temple of their own, and leaves for good.", citizen=card_name(e["citizen"]))


def _ace(e: Seen) -> Message:
    return msg(
        "{who:{who} discards|You discard} {ace} to play a Crown without a matching suit.", who=Who(e["seat"]), ace=card_name(e["ace"])
    )


_WENT: Mapping[tuple[str, bool], Message] = {
    (OWN, False): msg("{who:{who} plays|You play} {fate} on {citizen}, who joins {who:the Congregation of {who}|your Congregation}."),
    (AGORA, False): msg("{who:{who} plays|You play} {fate} on {citizen}, who loses faith and goes to the Agora."),
    (OWN, True): msg(
        "{who:{who} plays|You play} {fate} on {citizen}: a Moment of Truth ({moment}), and they change over to "
        "{who:the Congregation of {who}|your Congregation}."
    ),
    (TEMPLE, True): msg(
        "{who:{who} plays|You play} {fate} on {citizen}: a Moment of Truth ({moment}), and they take vows in "
        "{who:the Temple of {who}|your Temple}."
    ),
}
_STAYS = msg("{who:{who} plays|You play} {fate} on {citizen}, who stays in {who:the Congregation of {who}|your Congregation}.")
_MOMENTS = {"crown": msg("a Crown"), "ten": msg("a ten"), "ace": msg("an Ace on their own")}


def _played(e: Seen) -> Message:
    line = _STAYS if e["place"] == e["goal"] else _WENT[e["goal"], bool(e["moment"])]
    moment = _MOMENTS.get(e["moment"], "")
    return msg(line.text, who=Who(e["seat"]), fate=card_name(e["fate"]), citizen=card_name(e["citizen"]), moment=moment)


def _passed(e: Seen) -> Message:
    if e["forced"]:
        return msg("{who:{who} has|You have} nothing to play {who:and passes|and pass}.", who=Who(e["seat"]))
    return msg("{who:{who} passes|You pass}.", who=Who(e["seat"]))


def _drawn(e: Seen) -> Message:
    if "drawn" in e:
        return _drawn_by_reader(e)
    if not e["set_aside"]:
        return plural(
            "{who:{who} draws|You draw} {count} Fate.", "{who:{who} draws|You draw} {count} Fates.", e["count"], who=Who(e["seat"])
        )
    return msg(
        "{who:{who} draws|You draw} {count} {who:and sets|and set} {aside} aside.",
        who=Who(e["seat"]),
        count=e["count"],
        aside=e["set_aside"],
    )


def _drawn_by_reader(e: Seen) -> Message:
    who, drawn, aside = Who(e["seat"]), names(e["drawn"]), names(e["bottomed"])
    if not drawn:
        return msg("{who:{who} finds|You find} no Fate to draw; all that are left bear the rival suit: {aside}.", who=who, aside=aside)
    if not aside:
        return msg("{who:{who} draws|You draw} {drawn}.", who=who, drawn=drawn)
    return msg("{who:{who} draws|You draw} {drawn}; set aside: {aside}.", who=who, drawn=drawn, aside=aside)


def _over(e: Seen) -> Message:
    first, second = e["scores"]
    left = tuple(card for hand in e["hands"] for card in names(hand))
    if not left:
        return msg(
            "The game is over. {one:{one} has|You have} {first}, {two:{two}|you} {second}.",
            one=Who(0),
            two=Who(1),
            first=first,
            second=second,
        )
    return msg(
        "The game is over. {one:{one} has|You have} {first}, {two:{two}|you} {second}. Still in hand: {left}.",
        one=Who(0),
        two=Who(1),
        first=first,
        second=second,
        left=left,
    )


LINES: Mapping[str, Callable[[Seen], Message]] = {
    "temples_assigned": _temples,
    "citizen_introduced": _introduced,
    "citizen_took_vows": _vows,
    "citizen_left": _left,
    "ace_discarded": _ace,
    "fate_played": _played,
    "passed": _passed,
    "cards_drawn": _drawn,
    "game_over": _over,
}

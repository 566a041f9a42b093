"""The lines of the log: one sentence for each kind of event, from what the reader may know."""

from collections.abc import Mapping, Sequence

from games.rules.cards.decktet import SUITS
from games.rules.log_lines import Gaps, Line, Seen, line_of
from games.rules.messages import Message, Who, msg, plural
from games.rules.turn_of_fate.board import AGORA, OWN, TEMPLE
from games.rules.turn_of_fate.words import card_name


def tell(event: Seen) -> Message:
    return line_of(event, LINES, GAPS)


def names(cards: Sequence[str]) -> tuple[Message, ...]:
    return tuple(card_name(card) for card in cards)


GAPS: Gaps = {"one": lambda _: Who(0), "two": lambda _: Who(1), "starter": Who, **dict.fromkeys(("citizen", "ace", "fate"), card_name)}


def _temples(e: Seen) -> Message:
    first, second = (SUITS[suit].name for suit in e["temples"])
    return msg(
        "{citizen} decides the rivalry: {one:{one} serves|you serve} the {first}, {two:{two}|you} the {second}. "
        "{starter:{starter} begins|You begin}.",
        first=first,
        second=second,
    )


def _introduced(e: Seen) -> Message:
    if e["zone"] == "agora":
        return msg("{citizen} comes to town and stays in the Agora.")
    return msg("{citizen} comes to town and joins {who:the Congregation of {who}|your Congregation}.")


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
    return Message(line.text, {"moment": _MOMENTS.get(e["moment"], "")})


def _passed(e: Seen) -> Message:
    if e["forced"]:
        return msg("{who:{who} has|You have} nothing to play {who:and passes|and pass}.")
    return msg("{who:{who} passes|You pass}.")


def _drawn(e: Seen) -> Message:
    if "drawn" in e:
        return _drawn_by_reader(e)
    if not e["set_aside"]:
        return plural("{who:{who} draws|You draw} {count} Fate.", "{who:{who} draws|You draw} {count} Fates.", e["count"])
    return msg("{who:{who} draws|You draw} {count} {who:and sets|and set} {aside} aside.", aside=e["set_aside"])


def _drawn_by_reader(e: Seen) -> Message:
    drawn, aside = names(e["drawn"]), names(e["bottomed"])
    if not drawn:
        return msg("{who:{who} finds|You find} no Fate to draw; all that are left bear the rival suit: {aside}.", aside=aside)
    if not aside:
        return msg("{who:{who} draws|You draw} {drawn}.", drawn=drawn)
    return msg("{who:{who} draws|You draw} {drawn}; set aside: {aside}.", drawn=drawn, aside=aside)


def _over(e: Seen) -> Message:
    first, second = e["scores"]
    left = tuple(card for hand in e["hands"] for card in names(hand))
    if not left:
        return msg("The game is over. {one:{one} has|You have} {first}, {two:{two}|you} {second}.", first=first, second=second)
    return msg(
        "The game is over. {one:{one} has|You have} {first}, {two:{two}|you} {second}. Still in hand: {left}.",
        first=first,
        second=second,
        left=left,
    )


LINES: Mapping[str, Line] = {
    "temples_assigned": _temples,
    "citizen_introduced": _introduced,
    "citizen_took_vows": msg("{citizen} comes to town and takes vows in {who:the Temple of {who}|your Temple} at once."),
    "citizen_left": msg("{citizen} comes to town, finds no temple of their own, and leaves for good."),
    "ace_discarded": msg("{who:{who} discards|You discard} {ace} to play a Crown without a matching suit."),
    "fate_played": _played,
    "passed": _passed,
    "cards_drawn": _drawn,
    "game_over": _over,
}

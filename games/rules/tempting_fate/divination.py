"""Readings after a game: cards that the game left, with positions and meanings (section 8).

A reading has no effect on any result. It takes three calls, all pure:

    may_read(t, game, seat, kind, layout)               raises `Illegal` while that game runs or for an unknown kind or layout
    facts = draw_reading(t, game, seat, kind, layout, chance)      plain JSON: draw it once and store it
    reading = describe(facts)                           `Reading`: a title, one `Line` per position, a closing line, the notice

`t` is the table of the session. Games that are over are in `t.finished`, so the first game of a match can be read while
the second runs; for a game that ended by a resignation pass `broken_off=True`. `game` counts from 1; `kind` is a key of `KINDS`,
`layout` one of `KINDS[kind].layouts`. `chance` answers draws as for `Session.settle`: it is `Chance.draw` of the game. Labels are
`reading/<n>` with a different n for each game, seat and kind, so the same request gives the same reading and no draw of the game
changes. The caller ensures that each seat asks once per game and kind, and decides who sees the reading.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from games.rules.ask import Chooser
from games.rules.contract import Seat
from games.rules.errors import Illegal
from games.rules.messages import Message, Who, msg, sense
from games.rules.tempting_fate.board import Duel, Remains
from games.rules.tempting_fate.ending import remains
from games.rules.tempting_fate.tarot import SUITS, TAROT, TRUMPS
from games.rules.tempting_fate.zener import ZENER

NOTICE = msg("A reading is for entertainment: cards know nothing.")
MANY_TRUMPS = msg("Many trumps: large themes are at work.")

LAYOUTS: Mapping[str, tuple[Message, ...]] = {
    "three": (msg("What was"), msg("What is"), msg("What comes")),
    "paths": (msg("Root"), msg("Help"), msg("Hindrance"), msg("Hidden"), msg("Outcome")),
    "cross": (
        *(msg("Heart"), msg("Crossing"), msg("Ground"), msg("Behind"), msg("Above")),
        *(msg("Ahead"), msg("Self"), msg("House"), msg("Hope and fear"), sense("position", "Close")),
    ),
}
"""The positions of each layout, in order."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of reading: its title and help text for the choice, and its layouts (the first is the default)."""

    title: Message
    help: Message
    layouts: tuple[str, ...]


KINDS: Mapping[str, Kind] = {
    "hand": Kind(msg("Your hand"), msg("Three cards of the hand you held at the end, shuffled."), ("three",)),
    "discards": Kind(msg("What was spent"), msg("Three of the tarot cards spent in the game, shuffled."), ("three",)),
    "deck": Kind(
        msg("The deck you cut together"),
        msg("The next tarot cards of the deck, in the order in which the game left them."),
        ("three", "paths", "cross"),
    ),
}


class Facts(TypedDict):
    """A drawn reading, to be stored: the codes of the cards in order of positions, and whether each is reversed."""

    game: int
    seat: Seat
    kind: str
    layout: str
    cards: list[str]
    reversed: list[bool]


@dataclass(frozen=True, slots=True)
class Line:
    """One position of a reading: the card, its orientation and its meaning; `text` is all of it in one sentence."""

    position: Message
    code: str
    card: Message
    reversed: bool
    meaning: Message
    text: Message


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading as texts. `closing` is None when no suit has a majority."""

    title: Message
    lines: tuple[Line, ...]
    closing: Message | None
    notice: Message = NOTICE


def may_read(t: Duel, game: int, seat: Seat, kind: str, layout: str, *, broken_off: bool = False) -> Remains:
    """The cards to draw a reading from. Raises `Illegal` with the reason where there is no such reading now."""
    if kind not in KINDS:
        raise Illegal(msg("There is no such kind of reading. There are: {kinds}.", kinds=tuple(KINDS)), code="no_such_reading")
    if layout not in KINDS[kind].layouts:
        raise Illegal(msg("This reading can be laid as: {layouts}.", layouts=KINDS[kind].layouts), code="no_such_layout")
    if seat not in t.all_seats:
        raise Illegal(msg("Only the two players can ask for a reading."), code="not_a_player")
    for place, finished in enumerate(t.finished, start=1):
        if game == finished.get("game", place):
            return finished
    for board in t.running:
        if broken_off and game == board.game and board.phase != "setup":
            return remains(board)
    raise Illegal(msg("The cards can be read when game {n} is over.", n=game), code="not_over")


def draw_reading(t: Duel, game: int, seat: Seat, kind: str, layout: str, chance: Chooser, *, broken_off: bool = False) -> Facts:
    """Draw a reading. The same arguments give the same reading. Raises `Illegal` like `may_read`."""
    source = may_read(t, game, seat, kind, layout, broken_off=broken_off)
    draws = _Draws(chance, f"reading/{1 + ((game - 1) * t.seats + seat) * len(KINDS) + list(KINDS).index(kind)}")
    cards = _cards(source, seat, kind, draws, len(LAYOUTS[layout]))
    reversed_ = [card in TAROT and draws.coin() for card in cards]
    return {"game": game, "seat": seat, "kind": kind, "layout": layout, "cards": cards, "reversed": reversed_}


class _Draws:
    """The draws of one reading, numbered from 0."""

    def __init__(self, chance: Chooser, label: str) -> None:
        self._chance, self._label, self._number = chance, label, 0

    def shuffled(self, cards: Sequence[str]) -> list[str]:
        return [cards[place] for place in self._draw(len(cards), len(cards))] if len(cards) > 1 else list(cards)

    def coin(self) -> bool:
        return self._draw(2, 1) == [1]

    def _draw(self, n: int, k: int) -> list[int]:
        self._number += 1
        return self._chance(self._number - 1, self._label, n, k)


def _cards(source: Remains, seat: Seat, kind: str, draws: _Draws, count: int) -> list[str]:
    """The cards of a reading; fewer than `count` where the game left too few."""
    if kind == "discards":
        return draws.shuffled(source["tarot_discard"])[:count]
    if kind == "deck":
        deck = source["tarot_deck"]
        rest = draws.shuffled(source["tarot_discard"]) if len(deck) < count else []
        return [*deck, *rest][:count]
    fate = seat == source["fate"]
    hand, deck = (source["fate_hand"], source["zener_top"]) if fate else (source["querent_hand"], source["tarot_deck"])
    # Sorted first, so that the order in which a hand was drawn has no effect.
    return [*draws.shuffled(sorted(hand)), *deck][:count]


def describe(facts: Facts) -> Reading:
    """The texts of a stored reading."""
    positions = LAYOUTS[facts["layout"]]
    laid = zip(positions, facts["cards"], facts["reversed"], strict=False)  # positions without a card are left out
    lines = tuple(_line(position, code, reversed_) for position, code, reversed_ in laid)
    title = msg("{kind}: a reading for {who} after game {n}", kind=KINDS[facts["kind"]].title, who=Who(facts["seat"]), n=facts["game"])
    return Reading(title, lines, closing(facts["cards"]))


def _line(position: Message, code: str, reversed_: bool) -> Line:
    if code in ZENER:
        name, meaning = ZENER[code].name, ZENER[code].word
    else:
        name, meaning = TAROT[code].name, TAROT[code].reversed if reversed_ else TAROT[code].upright
    if reversed_:
        text = msg("{position}: {card}, reversed — {meaning}", position=position, card=name, meaning=meaning)
    else:
        text = msg("{position}: {card} — {meaning}", position=position, card=name, meaning=meaning)
    return Line(position, code, name, reversed_, meaning, text)


def closing(cards: Sequence[str]) -> Message | None:
    """The closing line: many trumps when they are half or more, else the suit that most cards share; a tie says nothing."""
    suits = Counter(TAROT[code].suit for code in cards if code in TAROT)
    if not suits:
        return None
    if 2 * suits[TRUMPS] >= suits.total():
        return MANY_TRUMPS
    ranked = suits.most_common(2)
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return None
    return msg("Most cards belong to {suit}.", suit=SUITS[ranked[0][0]].name)

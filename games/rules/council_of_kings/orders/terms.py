"""Parsing of the text of an order: `take_at 6 spend 3 max_tax 1 bargain hush_money then ask`.

The words are those of section 7.2: `buy_at`, `take_at`, `spend`, `max_tax`, `favors`, `bargain`, `bargain_when`, `then`, `choices`,
`live`. An order that begins with `always` is a policy for its side; one that begins with `actions` is for the Action phase.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.rules.contract import View
from games.rules.council_of_kings.board import of_kind
from games.rules.council_of_kings.cards import CARDS, FAVOR, PRINTINGS, Printing
from games.rules.council_of_kings.kinds import BOUGHT, HERO, FateCard, Favor
from games.rules.errors import Illegal, Unreadable
from games.rules.messages import msg, plain
from games.rules.order_book import next_value, normal, split, words_of
from games.rules.orders import NONE

AUCTION, GOOD, EVIL, ACTION = "auction:", "good", "evil", "action"
ALWAYS, LIVE, ACTIONS, RESERVE, OF = "always", "live", "actions", "reserve", "of"
ROUTINES = ("ask", "attack", "done", "ask_if_attack")
SIDE = {"buy_at": GOOD, "take_at": EVIL, "spend": EVIL, "bargain": EVIL, "bargain_when": EVIL, "then": EVIL, "choices": EVIL}
"""The keys that belong to one side only."""
KEYS = (*SIDE, "max_tax", "favors", OF)
MOST = 99


@dataclass(frozen=True, slots=True)
class Terms:
    """A parsed order. `spend` None: without limit; `at` None: at no number of coins; `routine` is for the Action phase."""

    slot: str = ""
    side: str = ""
    at: int | None = None
    spend: int | None = None
    max_tax: int = 0
    favors: tuple[str, ...] = ()
    bargain: tuple[str, ...] = ()
    first: bool = False
    ask: bool = False
    choices: str = ""
    live: bool = False
    routine: str = ""
    reserve: tuple[str, ...] = ()
    of: str = ""
    """The kind of card or the card that a policy is for; "" for all of its side."""

    @property
    def lasting(self) -> bool:
        """Whether it is a policy for a side, a kind or a card."""
        return self.slot.partition(":")[0] in (GOOD, EVIL)

    @property
    def text(self) -> str:
        """The canonical text of the order; `parse` gives the same terms."""
        if self.routine:
            return " ".join([ACTIONS, self.routine, *((RESERVE, *self.reserve) if self.reserve else ())])
        if self.live:
            return LIVE
        words = [ALWAYS] if self.lasting else []
        words += ["buy_at" if self.side == GOOD else "take_at", NONE if self.at is None else str(self.at)]
        words += ["spend", str(self.spend)] if self.spend is not None else []
        words += ["max_tax", str(self.max_tax)] if self.max_tax else []
        words += ["favors", *self.favors] if self.favors else []
        words += ["bargain", *self.bargain] if self.bargain else []
        words += ["bargain_when", "first"] if self.first else []
        words += ["then", "ask"] if self.ask else []
        words += ["choices", self.choices] if self.choices else []
        words += [OF, self.of] if self.of else []
        return " ".join(words)


def auction_slot(view: View) -> str:
    """The slot of orders for the card up for auction; "" without one."""
    return f"{AUCTION}{view.table['auction']}" if view.table["lot"] else ""


def side_up(view: View) -> str:
    """The side of the card up for auction; "" without one."""
    lot = view.table["lot"]
    return "" if not lot else GOOD if CARDS[lot["card"]].good else EVIL


def subjects_up(view: View) -> tuple[str, ...]:
    """The card up for auction and its kind."""
    lot = view.table["lot"]
    return (lot["card"], CARDS[lot["card"]].kind) if lot else ()


def read(view: View, text: str) -> Terms:
    """An order that this player may leave now. Raises `Unreadable` or `Illegal`."""
    terms = known(view, text)
    _check_cards(view, terms)
    return terms


def known(view: View, text: str) -> Terms:
    """An order with its slot, without a check of the cards that it names. Raises `Unreadable` or `Illegal`."""
    terms = parse(text, view.table["printing"])
    return terms if terms.routine or terms.slot else _for_this_auction(view, terms)


def parse(text: str, printing: int) -> Terms:
    """The terms of a text with the cards of a printing, independent of a view; `slot` is "" for the current auction.

    Raises `Unreadable` or `Illegal`.
    """
    words = words_of(text)
    if not words:
        raise Unreadable(msg("There is no order in this text."))
    if words[0] in (ACTIONS, ACTION):
        return _actions(words[1:], _NAMED[printing].heroes)
    if words == [LIVE]:
        return Terms(live=True)
    lasting, named = words[0] == ALWAYS, _NAMED[printing]
    given = _given(words[1:] if lasting else words)
    sides = {SIDE[key] for key in given if key in SIDE}
    if len(sides) > 1 or (lasting and not sides):
        raise Illegal(msg("An order is for Good cards (buy_at) or for Evil ones (take_at, spend, bargain, then)."), code="two_sides")
    side = next(iter(sides), "")
    of = next(iter(_names(given, OF, named.subjects)), "")
    if of and not lasting:
        raise Illegal(msg("Only an order that begins with “always” is for a kind of card."), code="two_sides")
    if of and side != _SIDE_OF[of]:
        raise Illegal(msg("An order is for Good cards (buy_at) or for Evil ones (take_at, spend, bargain, then)."), code="other_side")
    return Terms(
        slot=(f"{side}:{of}" if of else side) if lasting else "",
        of=of,
        side=side,
        at=_number(given, "take_at" if side == EVIL else "buy_at"),
        spend=_number(given, "spend"),
        max_tax=_number(given, "max_tax") or 0,
        favors=_names(given, "favors", named.favors),
        bargain=_names(given, "bargain", named.favors),
        first=_one_of(given, "bargain_when", ("last", "first")) == "first",
        ask=_one_of(given, "then", ("take", "ask")) == "ask",
        choices=next(iter(_names(given, "choices", named.heroes)), ""),
    )


def _for_this_auction(view: View, terms: Terms) -> Terms:
    """The order with the slot and the side of the card up for auction."""
    side = side_up(view)
    if not side:
        raise Illegal(msg("No card is up for auction. An order for all of a side begins with “always”."), code="no_auction")
    if terms.side and terms.side != side:
        card = CARDS[view.table["lot"]["card"]].name
        good_card = msg("{card} is a Good card: its order is buy_at.", card=card) if side == GOOD else None
        raise Illegal(good_card or msg("{card} is an Evil card: its order is take_at or spend.", card=card), code="other_side")
    return replace(terms, slot=auction_slot(view), side=side)


def _check_cards(view: View, terms: Terms) -> None:
    """Check that listed Favors are in hand (not for policies) and named Heroes in the own Kingdom. Raises `Illegal`."""
    me = view.table["players"][view.viewer]
    held, listed = Counter(me["hand"]), Counter((*terms.favors, *terms.bargain))
    heroes = [card["id"] for card in of_kind(me["cards"], HERO)]
    for favor in listed:
        if terms.lasting:
            break
        if held[favor] < listed[favor]:
            raise Illegal(msg("You hold no {favor}.", favor=FAVOR[favor].name), code="not_yours", rule="R12")
    for hero in (*terms.reserve, *((terms.choices,) if terms.choices else ())):
        if hero not in heroes:
            raise Illegal(msg("{hero} is not in your Kingdom.", hero=CARDS[hero].name), code="not_yours")


# ---- words -----------------------------------------------------------------------------------------------------------


def _given(words: list[str]) -> dict[str, list[str]]:
    try:
        return split(words, KEYS)
    except Unreadable as error:
        keys = (*KEYS, LIVE, ALWAYS, ACTIONS)
        raise Unreadable(msg("“{word}” begins no order. An order begins with: {keys}.", word=words[0][:40], keys=keys)) from error


def _number(given: dict[str, list[str]], key: str) -> int | None:
    values = given.get(key, [NONE])
    if values == [NONE]:
        return None
    if len(values) != 1 or not re.fullmatch(r"[0-9]{1,2}", values[0]):
        raise Illegal(msg("{word} wants a whole number from 0 to {most}.", word=key, most=MOST), code="bad_number")
    return int(values[0])


def _one_of(given: dict[str, list[str]], key: str, words: tuple[str, ...]) -> str:
    """The word after a key; the first of `words` without one."""
    values = given.get(key, [NONE])
    if values == [NONE]:
        return words[0]
    if len(values) != 1 or values[0] not in words:
        raise Illegal(msg("{word} wants one of: {words}.", word=key, words=words), code="bad_word")
    return values[0]


class _Named(NamedTuple):
    """The ids of the cards of a printing by the names that an order may use."""

    favors: dict[str, str]
    heroes: dict[str, str]
    subjects: dict[str, str]
    """The cards that are auctioned, and their kinds."""


def _named(printing: Printing) -> _Named:
    def called(cards: Iterable[FateCard | Favor]) -> dict[str, str]:
        return {name: card.id for card in cards for name in (card.id, normal(plain(card.name)))}

    up = [card for card in printing.fate if card.kind in BOUGHT]
    heroes = called(card for card in up if card.kind == HERO)
    return _Named(called(printing.favors), heroes, called(up) | {card.kind: card.kind for card in up})


_NAMED = {number: _named(printing) for number, printing in PRINTINGS.items()}
_SIDE_OF = {subject: GOOD if card.good else EVIL for card in CARDS.values() if card.kind in BOUGHT for subject in (card.id, card.kind)}


def _names(given: dict[str, list[str]], key: str, known: dict[str, str]) -> tuple[str, ...]:
    """The cards that are listed behind a key, by id or by name."""
    words = [word for word in given.get(key, ()) if word != NONE and (word != HERO or key == OF)]
    found = []
    while words:
        name, taken = next_value(words, known)
        if not name:
            raise Unreadable(msg("“{word}” is no card that {key} could name.", word=words[0][:40], key=key))
        found.append(name)
        words = words[taken:]
    return tuple(found)


def _actions(words: list[str], heroes: dict[str, str]) -> Terms:
    """A policy for the Action phase: the routine, and Heroes in reserve."""
    routine, taken = next_value(words, dict(zip(ROUTINES, ROUTINES, strict=True))) if words else ("", 0)
    if not routine:
        raise Illegal(msg("{word} wants one of: {words}.", word=ACTIONS, words=ROUTINES), code="bad_word")
    rest = words[taken:]
    if rest and rest[0] != RESERVE:
        raise Unreadable(msg("“{word}” is no part of an order for the Action phase.", word=rest[0][:40]))
    return Terms(slot=ACTION, routine=routine, reserve=_names({RESERVE: rest[1:]}, RESERVE, heroes))

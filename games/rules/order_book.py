"""Order books made of fields: a game says what may be ordered and what follows from it; the words are read here.

The text of an order is its opening and then, for each field, the field's word and what is said for it: `plan aim 1 if_eyes eyes-2`.
Several values behind a word are tried in their order. Cards may be named by their tokens or by their English names.
"""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from games.rules.contract import Decision, Option, Shape, View
from games.rules.errors import Illegal, Unreadable
from games.rules.messages import Message, msg, plain
from games.rules.orders import NONE, Field, Offer, Order

Advise = Callable[[View, Decision], str]
LONGEST = 500
LONGEST_NAME = 8
"""Words of one value."""

Said = Mapping[str, tuple[str, ...]]
"""What an order says, by the word of each field; a field that is left open is missing."""


@dataclass(frozen=True, slots=True)
class Terms:
    """An order taken apart. `given` are words that the book has added itself, such as what the table looked like."""

    opening: str
    said: Said = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The order in its shortest words."""
        return " ".join([self.opening, *(word for key, values in self.said.items() for word in (key, *values))])

    def __getitem__(self, key: str) -> tuple[str, ...]:
        return self.said.get(key, ())

    def number(self, key: str) -> int | None:
        """The number behind a word."""
        values = self.said.get(key)
        return int(values[0]) if values else None


class FieldBook(ABC):
    """The orders of whoever has this view. `keys` are the words of each opening, those added by the book included."""

    keys: ClassVar[Mapping[str, tuple[str, ...]]]

    def __init__(self, view: View, advise: Advise) -> None:
        self.view, self.advise = view, advise

    # ---- what a game says -------------------------------------------------------------------------------------------

    @cached_property
    @abstractmethod
    def offers(self) -> tuple[Offer, ...]:
        """What may be ordered now, the most urgent first."""

    @abstractmethod
    def slot(self, terms: Terms) -> str:
        """What an order is for; it names the moment where it lasts no longer."""

    @abstractmethod
    def says(self, terms: Terms) -> tuple[Message, ...]:
        """What an order means, in sentences, in the order in which they count."""

    @abstractmethod
    def reply(self, decision: Decision, terms: Terms) -> str | Message | None:
        """What one order does with a question: an answer, the reason why the owner is asked, or nothing."""

    @abstractmethod
    def holds(self, slot: str) -> bool:
        """Whether what an order of this slot spoke of still lasts."""

    def completed(self, terms: Terms) -> Terms:
        """The order with what it has to remember of the table; raises `Illegal` where it cannot be left."""
        return terms

    def first(self, orders: Mapping[str, str]) -> Sequence[str]:
        """The slots in the order in which they speak; the narrower one speaks before the wider one."""
        return sorted(orders, key=lambda slot: (-slot.count(":"), slot))

    # ---- the contract -----------------------------------------------------------------------------------------------

    def read(self, text: str) -> Order:
        """The order that a text means. Raises `Unreadable` or `Illegal`."""
        words = words_of(text)
        if not words:
            raise Unreadable(msg("There is no order in this text."))
        offers = [offer for offer in self.offers if offer.opening == words[0]]
        if not offers:
            openings = tuple(dict.fromkeys(offer.opening for offer in self.offers))
            raise Unreadable(msg("“{word}” begins no order. An order begins with: {keys}.", word=words[0][:40], keys=openings))
        terms = self.completed(Terms(words[0], _checked(offers[0], split(words[1:], self._words(offers[0])))))
        return self._order(terms)

    def kept(self, text: str) -> Order:
        """A stored order, whatever has become of what it names."""
        return self._order(self.parsed(text))

    def parsed(self, text: str) -> Terms:
        """The terms of a stored text."""
        opening, *rest = text.split()
        return Terms(opening, {key: tuple(values) for key, values in split(rest, self.keys[opening]).items()})

    def answer(self, decision: Decision, orders: Mapping[str, str]) -> str | None:
        """The answer of the first order that has one, as answers are kept; an order that asks ends the search."""
        found = self._found(decision, orders)
        return in_order_of_choices(decision, found) if isinstance(found, str) else None

    def asks(self, decision: Decision, orders: Mapping[str, str]) -> Message | None:
        """Why the owner is asked in spite of the orders."""
        found = self._found(decision, orders)
        return found if isinstance(found, Message) else None

    def _found(self, decision: Decision, orders: Mapping[str, str]) -> str | Message | None:
        for slot in self.first(orders):
            found = self.reply(decision, self.parsed(orders[slot]))
            if found is not None:
                return found
        return None

    def _order(self, terms: Terms) -> Order:
        return Order(self.slot(terms), terms.text, self.says(terms))

    def _words(self, offer: Offer) -> tuple[str, ...]:
        return tuple(field.key for field in offer.fields)


def in_order_of_choices(decision: Decision, answer: str) -> str:
    """Several choices in the order in which they are offered, where theirs does not matter: as answers are kept."""
    if decision.shape is not Shape.SOME:
        return answer
    chosen = answer.split()
    return " ".join(sorted(chosen, key=decision.tokens.index)) if set(chosen) <= set(decision.tokens) else answer


# ---- words -----------------------------------------------------------------------------------------------------------

_SEPARATORS = re.compile(r"[\s,;=]+|[:.](?=\s|$)")


def words_of(text: str) -> list[str]:
    """The words of an order, in small letters."""
    folded = unicodedata.normalize("NFKC", text[:LONGEST]).casefold()
    return [word for word in _SEPARATORS.split(folded) if word]


def split(words: Sequence[str], keys: Sequence[str]) -> dict[str, list[str]]:
    """The words behind each key; `if eyes` and `if-eyes` are as good as `if_eyes`."""
    said: dict[str, list[str]] = {}
    here: list[str] | None = None
    parts = {tuple(key.split("_")): key for key in keys}
    rest = list(words)
    while rest:
        key, taken = _key(rest, parts)
        if key:
            if key in said:
                raise Illegal(msg("{word} is said twice.", word=key), code="twice")
            here = said[key] = []
        elif here is None:
            raise Unreadable(msg("“{word}” is no part of this order; {keys} are.", word=rest[0][:40], keys=tuple(keys)))
        else:
            here.append(rest[0])
        rest = rest[taken:]
    return said


def _key(words: Sequence[str], parts: Mapping[tuple[str, ...], str]) -> tuple[str, int]:
    whole = tuple(words[0].replace("-", "_").split("_"))
    if whole in parts:
        return parts[whole], 1
    pair = tuple(words[:2])
    return (parts[pair], 2) if pair in parts else ("", 1)


def _checked(offer: Offer, said: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """The values of each field, read and allowed, in the order of the fields."""
    found = {one.key: _values(one, said[one.key]) for one in offer.fields if one.key in said}
    kept = {key: values for key, values in found.items() if values}
    if not kept:
        raise Unreadable(msg("This order says nothing. For example: {example}", example=offer.example))
    return kept


def _values(one: Field, words: list[str]) -> tuple[str, ...]:
    if words in ([], [NONE]):
        return ()
    if not one.choices:
        if len(words) != 1 or not re.fullmatch(r"[0-9]{1,3}", words[0]) or not one.least <= int(words[0]) <= one.most:
            raise Illegal(msg("{word} wants a whole number from {least} to {most}.", word=one.key, least=one.least, most=one.most),
                          code="bad_number")  # fmt: skip
        return (str(int(words[0])),)
    names = {name: token for token, label in one.choices for name in (token.casefold(), normal(token), normal(plain(label)))}
    found: list[str] = []
    while words:
        token, taken = _next(words, names)
        if not token:
            tokens = tuple(choice for choice, _label in one.choices)
            raise Illegal(msg("“{value}” is nothing that {word} could name. It names: {words}.",
                              value=words[0][:40], word=one.key, words=tokens), code="bad_word")  # fmt: skip
        found.append(token)
        words = words[taken:]
    return tuple(dict.fromkeys(found))


def _next(words: Sequence[str], names: Mapping[str, str]) -> tuple[str, int]:
    """The value that the next words name, as many of them as it takes."""
    if words[0] in names:
        return names[words[0]], 1
    for taken in range(min(len(words), LONGEST_NAME), 0, -1):
        name = normal(" ".join(words[:taken]))
        if name in names:
            return names[name], taken
    return "", 0


def normal(name: str) -> str:
    """A name as words joined by underscores."""
    return re.sub(r"\W+", "_", name.casefold()).strip("_")


# ---- what would be advised ------------------------------------------------------------------------------------------


def supposed(kind: str, seat: int, tokens: Sequence[str], shape: Shape = Shape.ONE, count: int = 1) -> Decision:
    """A question that may come, as an adviser reads it."""
    return Decision(seat, kind, msg(""), tuple(Option(token, msg("")) for token in tokens), shape, count, count)


def ranked(advise: Advise, view: View, decision_of: Callable[[Sequence[str]], Decision], tokens: Sequence[str], most: int) -> list[str]:
    """The choices in the order in which an adviser would take them."""
    left, found = list(tokens), list[str]()
    while left and len(found) < most:
        found.append(advise(view, decision_of(left)))
        left.remove(found[-1])
    return found

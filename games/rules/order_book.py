"""Standing orders made of fields (`FieldBook`): a game defines the fields and what an order does; this module parses the text.

The text of an order is its opening and then, for each field, the field's key and its values: `plan aim 1 if_eyes eyes-2`.
Several values of a key are tried in their order. Cards may be named by their tokens or by their English names.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from games.rules.ask import Question
from games.rules.contract import Decision, Shape, View
from games.rules.errors import Illegal, Unreadable
from games.rules.messages import Message, msg, plain
from games.rules.orders import NONE, Field, Offer, Order

LONGEST = 500
"""Characters of a text that are read; the rest is ignored."""
LONGEST_NAME = 8
"""Words that one value may have."""

Values = Mapping[str, tuple[str, ...]]
"""The values of an order by the key of each field; a field that is left open is missing."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A parsed order: its opening and the values of its fields, those added by `FieldBook.completed` included."""

    opening: str
    values: Values = field(default_factory=dict)

    @property
    def text(self) -> str:
        return " ".join([self.opening, *(word for key, values in self.values.items() for word in (key, *values))])

    def __getitem__(self, key: str) -> tuple[str, ...]:
        return self.values.get(key, ())

    def listed(self, keys: Sequence[str]) -> list[str]:
        return [value for key in keys for value in self[key]]

    def number(self, key: str) -> int | None:
        """The value of a number field, or None where it is left open."""
        values = self.values.get(key)
        return int(values[0]) if values else None


class FieldBook(ABC):
    """The standing orders of one seat, made from its view; implements `OrderBook`.

    `keys` are the keys of each opening, including those that the book adds itself.
    """

    keys: ClassVar[Mapping[str, tuple[str, ...]]]

    def __init__(self, view: View) -> None:
        self.view = view

    # ---- defined by each game ---------------------------------------------------------------------------------------

    @cached_property
    @abstractmethod
    def offers(self) -> tuple[Offer, ...]:
        """The kinds of order that may be left now, the most urgent first."""

    @abstractmethod
    def slot(self, terms: Terms) -> str:
        """The slot of an order; it contains the turn or round (`plan:3`) where the order is for that one only."""

    @abstractmethod
    def says(self, terms: Terms) -> tuple[Message, ...]:
        """What an order means, in sentences, in the order in which its parts are applied."""

    @abstractmethod
    def reply(self, decision: Decision, terms: Terms) -> str | Message | None:
        """What one order does with a decision: an answer, or the reason why the owner is asked, or None where it does not apply."""

    @abstractmethod
    def holds(self, slot: str) -> bool:
        """Whether orders of this slot are still in force."""

    def completed(self, terms: Terms) -> Terms:
        """The order with what it has to remember of the table; raises `Illegal` where the order cannot be left."""
        return terms

    def first(self, orders: Mapping[str, str]) -> Sequence[str]:
        """The slots in the order in which their orders are tried; those for one turn or round come before lasting ones."""
        return sorted(orders, key=lambda slot: (-slot.count(":"), slot))

    # ---- the contract `OrderBook` -----------------------------------------------------------------------------------

    def read(self, text: str) -> Order:
        """The order that a typed text means. Raises `Unreadable` or `Illegal`."""
        words = words_of(text)
        if not words:
            raise Unreadable(msg("There is no order in this text."))
        offers = [offer for offer in self.offers if offer.opening == words[0]]
        if not offers:
            openings = tuple(dict.fromkeys(offer.opening for offer in self.offers))
            raise Unreadable(msg("“{word}” begins no order. An order begins with: {keys}.", word=words[0][:40], keys=openings))
        keys = tuple(field.key for field in offers[0].fields)
        terms = self.completed(Terms(words[0], _checked(offers[0], split(words[1:], keys))))
        return self._order(terms)

    def kept(self, text: str) -> Order:
        """A stored order; its values are not checked again."""
        return self._order(self.parsed(text))

    def parsed(self, text: str) -> Terms:
        opening, *rest = text.split()
        return Terms(opening, {key: tuple(values) for key, values in split(rest, self.keys[opening]).items()})

    def answer(self, decision: Decision, orders: Mapping[str, str]) -> str | None:
        """The canonical answer of the first order that applies; None when none applies or the owner is to be asked."""
        found = self._first_reply(decision, orders)
        return in_order_of_choices(decision, found) if isinstance(found, str) else None

    def asks(self, decision: Decision, orders: Mapping[str, str]) -> Message | None:
        """Why the first order that applies leaves the decision to the owner; None when it answers or none applies."""
        found = self._first_reply(decision, orders)
        return found if isinstance(found, Message) else None

    def _first_reply(self, decision: Decision, orders: Mapping[str, str]) -> str | Message | None:
        for slot in self.first(orders):
            found = self.reply(decision, self.parsed(orders[slot]))
            if found is not None:
                return found
        return None

    def _order(self, terms: Terms) -> Order:
        return Order(self.slot(terms), terms.text, self.says(terms))


def in_order_of_choices(decision: Decision, answer: str) -> str:
    """An answer in canonical text: for `Shape.SOME` the choices in the order of the options."""
    if decision.shape is not Shape.SOME:
        return answer
    chosen = answer.split()
    return " ".join(sorted(chosen, key=decision.tokens.index)) if set(chosen) <= set(decision.tokens) else answer


# ---- parsing ---------------------------------------------------------------------------------------------------------

_SEPARATORS = re.compile(r"[\s,;=]+|[:.](?=\s|$)")


def words_of(text: str) -> list[str]:
    """The words of an order, in lower case."""
    folded = unicodedata.normalize("NFKC", text[:LONGEST]).casefold()
    return [word for word in _SEPARATORS.split(folded) if word]


def split(words: Sequence[str], keys: Sequence[str]) -> dict[str, list[str]]:
    """The words behind each key; `if eyes` and `if-eyes` also mean the key `if_eyes`. Raises `Illegal` or `Unreadable`."""
    by_key: dict[str, list[str]] = {}
    current: list[str] | None = None
    parts = {tuple(key.split("_")): key for key in keys}
    rest = list(words)
    while rest:
        key, taken = _key(rest, parts)
        if key:
            if key in by_key:
                raise Illegal(msg("{word} is said twice.", word=key), code="twice")
            current = by_key[key] = []
        elif current is None:
            raise Unreadable(msg("“{word}” is no part of this order; {keys} are.", word=rest[0][:40], keys=tuple(keys)))
        else:
            current.append(rest[0])
        rest = rest[taken:]
    return by_key


def _key(words: Sequence[str], parts: Mapping[tuple[str, ...], str]) -> tuple[str, int]:
    """The key that the next words name, or "", and how many words it takes."""
    pair = tuple(words[:2])
    if pair in parts:
        return parts[pair], 2
    return parts.get(tuple(words[0].replace("-", "_").split("_")), ""), 1


def _checked(offer: Offer, by_key: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """The values of each field, parsed and checked, in the order of the fields. Raises `Illegal`, or `Unreadable` when all are empty."""
    found = {one.key: _values(one, by_key[one.key]) for one in offer.fields if one.key in by_key}
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
        token, taken = next_value(words, names)
        if not token:
            tokens = tuple(choice for choice, _label in one.choices)
            raise Illegal(msg("“{value}” is nothing that {word} could name. It names: {words}.",
                              value=words[0][:40], word=one.key, words=tokens), code="bad_word")  # fmt: skip
        found.append(token)
        words = words[taken:]
    return tuple(dict.fromkeys(found))


def next_value(words: Sequence[str], names: Mapping[str, str]) -> tuple[str, int]:
    """The value that the next words name, or "", and how many words its name takes; the longest name wins."""
    for taken in range(min(len(words), LONGEST_NAME), 1, -1):
        if (name := normal(" ".join(words[:taken]))) in names:
            return names[name], taken
    return names.get(words[0]) or names.get(normal(words[0]), ""), 1


def normal(name: str) -> str:
    """A name in lower case, its words joined by underscores."""
    return re.sub(r"\W+", "_", name.casefold()).strip("_")


# ---- proposals -------------------------------------------------------------------------------------------------------


def supposed(kind: str, seat: int, tokens: Sequence[str], shape: Shape = Shape.ONE, count: int = 1) -> Decision:
    """A hypothetical decision without texts, for asking the game's bot in advance."""
    return Question(seat, kind, tokens, shape, count, count).bare_decision()


def ranked(
    advise: Callable[[View, Decision], str], view: View, decision_of: Callable[[Sequence[str]], Decision], tokens: Sequence[str], most: int
) -> list[str]:
    """Up to `most` tokens in the order in which the game's bot would choose them; `decision_of` makes the decision between tokens."""
    left, found = list(tokens), list[str]()
    while left and len(found) < most:
        found.append(advise(view, decision_of(left)))
        left.remove(found[-1])
    return found

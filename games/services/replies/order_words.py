"""Parse standing orders that are written in everyday English, German or French.

First the game's phrases (`reading.order_phrases`) are replaced by marks for the fields of an order (`@field`, `@field=value`). Then the
names that the order book offers, in the languages of the writer, are replaced by their tokens (`{token}`). Marks, tokens and numbers are
then assigned to the fields of one kind of order. A word that is none of these, and is not on the list of empty words, makes the whole
order unreadable: nothing is guessed.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from games.rules.messages import Message, Reader
from games.rules.orders import Field, Offer, OrderBook, written
from games.services.replies.reading.folding import plain, words
from games.services.replies.reading.numbers import CARDINALS
from games.services.replies.reading.order_phrases import Wording, wording_of

ENDINGS = ("n", "en", "s", "es", "e")
MOST_ORDERS = 8
ONE = dict.fromkeys(("a", "an", "un", "une", "ein", "eine", "einen", "einem", "einer"), "1")
OPENING, TITLE = "opening", "title"
IN_ORDER = ("first", "second", "third")
"""Keys of fields that take one value each: values that are named one after the other fill them in this order."""
_BETWEEN = re.compile(r"\s*(?:;|\n|\. (?=\w))\s*")
_MARK = re.compile(r"@[a-z_|]+(?:=[^\s]+)?|\{[^}]*\}|[^\W_]+")


def in_own_words(key: str, book: OrderBook, text: str, readers: Sequence[Reader]) -> list[str] | None:
    """Return the orders that the text means, in the syntax that `filing.file` parses; None unless every part of the text is understood.

    `key` is the game's key, `book` the orders that the seat may leave, `readers` the languages in which names are recognised.
    """
    wording = wording_of(key)
    if not wording.phrases:
        return None
    if whole := _one(wording, book.offers, text, readers):
        return [whole]
    parts = [part for part in _BETWEEN.split(text.strip(" .!")) if part]
    if not 1 < len(parts) <= MOST_ORDERS:
        return None
    found = [_one(wording, book.offers, part, readers) for part in parts]
    return None if any(one is None for one in found) else [one for one in found if one is not None]


# ---- one order -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Order:
    """The values of an order of one kind while its text is parsed item by item.

    `said` maps the key of a field to its values; `here` is the field that was named last.
    """

    fields: Mapping[str, Field]
    said: dict[str, list[str]] = field(default_factory=dict)
    here: str = ""
    loose: dict[str, list[str]] = field(default_factory=dict)
    """Values that are named before any field, by the field they were assigned to: "Eyes 1 if Eyes are led", "Stern behalten"."""

    def settled(self) -> dict[str, list[str]]:
        """Return the values by field. The only field without a value takes over the value that was named before any field."""
        empty = [key for key, values in self.said.items() if not values]
        if len(empty) == 1 and len(self.loose) == 1:
            (key, values) = next(iter(self.loose.items()))
            known = {token for token, _label in self.fields[empty[0]].choices} if empty[0] in self.fields else set()
            if known.issuperset(values) and self.said.get(key) == values:
                del self.said[key]
                self.said[empty[0]] = values
        return self.said

    def take(self, item: str) -> bool:
        """Assign one item: a mark (`@field`, `@field=value`), a token (`{token}`) or a number. Return False if it fits no field."""
        if item.startswith("@"):
            keys, _, value = item[1:].partition("=")
            key = next((one for one in keys.split("|") if one in self.fields), keys)
            if value:
                self.said[key] = [value]
            else:
                self.here = key
                self.said.setdefault(key, [])
            return key in self.fields or key == OPENING
        if item.startswith("{"):
            value = ">".join(ONE.get(word, _digits(word)) for word in item[1:-1].split(">"))
            return self._name(value) or (value.isdecimal() and self._number(value))
        return item.isdecimal() and self._number(item)

    def _number(self, item: str) -> bool:
        """Assign a number to the current field or to the first field for numbers. Return False if it fits none."""
        here = self.fields.get(self.here)
        if here is not None and item in (token for token, _label in here.choices):
            return self._name(item)
        numbers = [key for key, one in self.fields.items() if not one.choices]
        key = self.here if self.here in numbers else next(iter(numbers), "")
        if not key or self.said.get(key):
            return False
        self.said[key] = [item]
        return True

    def _name(self, token: str) -> bool:
        """Assign a token to the current field, or to the first free field that has it as a choice. Return False if it fits none."""
        fitting = [key for key, one in self.fields.items() if token in (choice for choice, _label in one.choices)]
        if self.here in fitting and (len(fitting) == 1 or not self.said[self.here] or self.here not in IN_ORDER):
            self.said[self.here].append(token)
            return True
        free = [key for key in fitting if not self.said.get(key)]
        if not free:
            return False
        self.said[free[0]] = [token]
        if not self.here:
            self.loose[free[0]] = [token]
        return True


def _one(wording: Wording, offers: Sequence[Offer], text: str, readers: Sequence[Reader]) -> str | None:
    """Parse one order: replace the phrases, then try each kind of order that is offered."""
    folded = re.sub(r"[^\w]+", " ", plain(text).replace("'", " "))
    for pattern, means in wording.phrases:
        folded = " ".join(pattern.sub(means, folded).split())
    if (whole := re.search(r"@text=(\S+)", folded)) is not None:
        return whole[1].replace("+", " ")
    return next((found for offer in offers if (found := _of_kind(wording, offer, folded, readers))), None)


def _of_kind(wording: Wording, offer: Offer, folded: str, readers: Sequence[Reader]) -> str | None:
    """Return the text as an order of the kind `offer`; None if an item fits no field of this kind or a field has no value."""
    order = _Order({one.key: one for one in offer.fields})
    names = dict.fromkeys(_titles(offer, readers, wording.loose), TITLE) | _names(offer.fields, readers, wording.loose)
    for item in map(_digits, _MARK.findall(_with_names(folded, names, wording.loose))):
        if item != f"{{{TITLE}}}" and item not in wording.empty and not order.take(item):
            return None
    opening = order.settled().pop(OPENING, [""])[0]
    if (opening and offer.opening not in opening.split("|")) or not order.said or not all(order.said.values()):
        return None
    if offer.opening and offer.opening == wording.named and not opening and wording.subject not in order.said:
        return None
    return written(offer, order.said)


def _digits(word: str) -> str:
    return str(CARDINALS[word]) if word in CARDINALS else word


def _with_names(text: str, names: Mapping[tuple[str, ...], str], loose: frozenset[str]) -> str:
    """Return the text with each offered name replaced by its `{token}`; longer names are tried first."""
    longest = max(map(len, names), default=0)
    rest, done = text.split(), list[str]()
    while rest:
        if rest[0] in loose:
            rest = rest[1:]
            continue
        for count in range(min(longest + 4, len(rest)), 0, -1):
            name = tuple(_digits(word) for word in rest[:count] if word not in loose)
            if name in names and not any(word.startswith(("@", "{")) for word in rest[:count]):
                done.append(f"{{{names[name]}}}")
                rest = rest[count:]
                break
        else:
            done.append(rest.pop(0))
    return " ".join(done)


def _names(fields: Iterable[Field], readers: Sequence[Reader], loose: frozenset[str]) -> dict[tuple[str, ...], str]:
    """Return the names of all choices of the fields, in all languages, by tuples of words, with their tokens."""
    found: dict[tuple[str, ...], str] = {}
    for one in fields:
        for token, label in one.choices:
            for reader in (Reader(), *readers):
                for name in _spoken(reader.say(label), loose):
                    found.setdefault(name, token)
            found.setdefault(tuple(_digits(word) for word in words(token) if word not in loose), token)
    return found


def _titles(offer: Offer, readers: Sequence[Reader], loose: frozenset[str]) -> list[tuple[str, ...]]:
    """Return the names of the order's subject, such as the card that is up for auction. The text may repeat them without effect."""
    subjects = [value for value in offer.title.params.values() if isinstance(value, Message)]
    return [name for subject in subjects for reader in (Reader(), *readers) for name in _spoken(reader.say(subject), loose)]


def _spoken(label: str, loose: frozenset[str]) -> list[tuple[str, ...]]:
    """Return the forms of a printed name as tuples of words: whole, without its addition ("Famine, the White Horse"), inflected."""
    found = [tuple(_digits(word) for word in words(part) if word not in loose) for part in (label, re.split(r"[,(]", label)[0])]
    ended = [(*name[:-1], name[-1] + ending) for name in found if name and name[-1].isalpha() for ending in ENDINGS]
    return [name for name in (*found, *ended) if name]

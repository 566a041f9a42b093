"""Texts as data: an English sentence with named gaps, translated and filled in only when somebody reads it.

A rules engine knows seats, not names, and speaks no language. It returns `Message` objects; a renderer supplies the
people's names and a gettext catalogue. The English text itself is the message id.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Who(NamedTuple):
    """A seat inside a message, shown as the name of whoever sits there.

    Its gap may have two forms, `{who:{who} plays|You play} {card}.`: the first for everybody, the second for the reader who sits there.
    No other gap stands inside them.
    """

    seat: int


class _Named(str):
    """The name of somebody else: of two forms the first."""

    __slots__ = ()

    def __format__(self, forms: str) -> str:
        return forms.rpartition("|")[0] if forms else str(self)


class _Addressed(_Named):
    """The name of the reader: of two forms the second."""

    __slots__ = ()

    def __format__(self, forms: str) -> str:
        return forms.rpartition("|")[2] if forms else str(self)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence or a name. `many` and `count` are set for texts with a plural form, `sense` for words with several meanings."""

    text: str
    params: Mapping[str, Param] = field(default_factory=dict)
    many: str = ""
    count: int = 1
    sense: str = ""


Param = str | int | Who | Message | tuple["Param", ...]


def msg(text: str, /, **params: Param) -> Message:
    """Mark an English text for translation and attach the values of its `{gaps}`."""
    return Message(text, params)


def plural(one: str, many: str, count: int, /, **params: Param) -> Message:
    """Like `msg`, with two forms; `{count}` is filled in by itself."""
    return Message(one, {"count": count, **params}, many, count)


def sense(meaning: str, text: str, /) -> Message:
    """`msg` for a word that means several things in English: the suit Sun, the weekday Sun. Translators see the meaning."""
    return Message(text, sense=meaning)


Translate = Callable[[str], str]
TranslatePlural = Callable[[str, str, int], str]
Fill = Callable[[str, Mapping[str, str], Collection[str]], str]
"""Text, values by gap, and the gaps whose values are words of the catalogue → the text with its gaps filled."""


def english(text: str) -> str:
    """The translation that changes nothing."""
    return text


def english_plural(one: str, many: str, count: int) -> str:
    """English chooses by one and not one."""
    return one if count == 1 else many


def put_in(text: str, values: Mapping[str, str], _ours: Collection[str]) -> str:
    """The filling that changes no word around a gap."""
    return text.format(**values)


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody to whom messages are read: the names at the table, a language, and the seat that is addressed as "you", if any."""

    names: Sequence[str] = ()
    translate: Translate = english
    translate_plural: TranslatePlural = english_plural
    fill: Fill = put_in
    you: int | None = None

    def say(self, message: Message) -> str:
        """The text of a message in this reader's language, gaps filled."""
        if message.many:
            text = self.translate_plural(message.text, message.many, message.count)
        else:
            text = self._translated(message.text, message.sense) if message.text else ""
        if not message.params:
            return text
        values: dict[str, str] = {}
        ours: list[str] = []
        for key, value in message.params.items():
            values[key] = self._fill(value)
            if type(value) is Message:
                ours.append(key)
        return self.fill(text, values, ours)

    def name(self, seat: int) -> str:
        """Who sits there, or the bare seat number when nobody is known."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.say(msg("Seat {number}", number=seat + 1))

    def _translated(self, text: str, meaning: str) -> str:
        """The catalogue keeps a word and its meaning under one key, as gettext's contexts do; an unknown key comes back as it is."""
        key = f"{meaning}\x04{text}" if meaning else text
        found = self.translate(key)
        return text if found == key else found

    def _fill(self, value: Param) -> str:
        if type(value) is str:  # most are
            return value
        if isinstance(value, Who):  # before tuple: a NamedTuple is a tuple too
            return (_Addressed if value.seat == self.you else _Named)(self.name(value.seat))
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, tuple):
            return ", ".join(self._fill(part) for part in value)
        return str(value)


def plain(message: Message, names: Sequence[str] = ()) -> str:
    """The English text of a message, for tests, transcripts and the command line."""
    return Reader(names).say(message)

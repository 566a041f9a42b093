"""Translatable texts as data: an English sentence with named gaps, translated and filled in when it is shown.

The rules know seats, not names, and no languages. They return `Message` objects; a renderer supplies the
people's names and a gettext catalogue. The English text is the message id.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Who(NamedTuple):
    """A seat as the value of a gap, shown as the name of the player.

    The gap may have two forms, `{who:{who} plays|You play} {card}.`: the second is for the reader who has this seat, the first for all
    others. The forms contain no gap but `who` itself.
    """

    seat: int


class _Named(str):
    """The name of a player who is not the reader: formats as the first of two forms."""

    __slots__ = ()

    def __format__(self, forms: str) -> str:
        return forms.rpartition("|")[0] if forms else str(self)


class _Addressed(_Named):
    """The name of the reader: formats as the second of two forms."""

    __slots__ = ()

    def __format__(self, forms: str) -> str:
        return forms.rpartition("|")[2] if forms else str(self)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence or a name. `many` (the plural form) and `count` are set for texts that depend on a number, `sense` (the gettext context)
    for words with several meanings."""

    text: str
    params: Mapping[str, Param] = field(default_factory=dict)
    many: str = ""
    count: int = 1
    sense: str = ""


Param = str | int | Who | Message | tuple["Param", ...]


def msg(text: str, /, **params: Param) -> Message:
    """A message: marks an English text for translation and attaches the values of its `{gaps}`."""
    return Message(text, params)


def plural(one: str, many: str, count: int, /, **params: Param) -> Message:
    """A message with a singular and a plural form, chosen by `count`, which also fills the gap `{count}`."""
    return Message(one, {"count": count, **params}, many, count)


def sense(meaning: str, text: str, /) -> Message:
    """A message for a word with several meanings (the suit Sun, the weekday Sun); `meaning` is the gettext context for translators."""
    return Message(text, sense=meaning)


Translate = Callable[[str], str]
TranslatePlural = Callable[[str, str, int], str]
Fill = Callable[[str, Mapping[str, str], Collection[str]], str]
"""Fills gaps: (text, values by gap, the gaps whose values were translated) → the text. Languages with elision have one of their own."""


def english(text: str) -> str:
    return text


def english_plural(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def fill_gaps(text: str, values: Mapping[str, str], _translated: Collection[str]) -> str:
    """The default filling: the words around a gap do not change."""
    return text.format(**values)


@dataclass(frozen=True, slots=True)
class Reader:
    """Turns messages into text: the names at the table, a language, and the seat that is addressed as "you", if any."""

    names: Sequence[str] = ()
    translate: Translate = english
    translate_plural: TranslatePlural = english_plural
    fill: Fill = fill_gaps
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
        translated: list[str] = []
        for key, value in message.params.items():
            values[key] = self._value(value)
            if type(value) is Message:
                translated.append(key)
        return self.fill(text, values, translated)

    def name(self, seat: int) -> str:
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.say(msg("Seat {number}", number=seat + 1))

    def _translated(self, text: str, meaning: str) -> str:
        """Contexts use gettext's key format, context + \\x04 + text; for an unknown key `translate` returns the key itself."""
        key = f"{meaning}\x04{text}" if meaning else text
        found = self.translate(key)
        return text if found == key else found

    def _value(self, value: Param) -> str:
        if type(value) is str:  # most are
            return value
        if isinstance(value, Who):  # before tuple: a NamedTuple is a tuple too
            return (_Addressed if value.seat == self.you else _Named)(self.name(value.seat))
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, tuple):
            parts = [self._value(part) for part in value]
            return ("; " if any(", " in part for part in parts) else ", ").join(parts)
        return str(value).replace("-", "\N{MINUS SIGN}")


def plain(message: Message, names: Sequence[str] = ()) -> str:
    """The English text of a message, for tests, transcripts and the command line."""
    return Reader(names).say(message)

"""The reader of a request or a mail: the names at the table and a language's gettext catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.translation.trans_real import DjangoTranslation, translation

from games.render.french import filled
from games.rules.messages import Fill, Message, Reader, Translate, TranslatePlural, put_in

FILLS: Mapping[str, Fill] = {"fr": filled}
"""Languages in which a word before a gap depends on what fills it."""


def reader_for(names: Sequence[str], language: str, you: int | None = None) -> Reader:
    """Somebody who reads `language` ("en", "de", …) at a table where `names` sit, seat by seat; `you` is the seat of the reader's own.

    The catalogue is asked directly instead of switching the thread's language for each of some hundred short texts.
    A language without a catalogue reads English.
    """
    catalogue = translation(language)
    return Reader(tuple(names), *_remembered(catalogue), fill=FILLS.get(language.partition("-")[0], put_in), you=you)


@dataclass(frozen=True, slots=True)
class OnceReader(Reader):
    """For an answer that says the same messages as data and as text: each is put into words once."""

    said: dict[int, tuple[Message, str]] = field(default_factory=dict, compare=False)
    """By the identity of the message, which is kept with its words: so no other message can take its place in memory."""

    def say(self, message: Message) -> str:
        """As its parent."""
        if (known := self.said.get(id(message))) is None:
            known = self.said[id(message)] = message, Reader.say(self, message)
        return known[1]


def once(reader: Reader) -> OnceReader:
    """The same reader for one answer."""
    return OnceReader(reader.names, reader.translate, reader.translate_plural, reader.fill, reader.you)


@lru_cache(maxsize=8)
def _remembered(catalogue: DjangoTranslation) -> tuple[Translate, TranslatePlural]:
    """A catalogue that remembers what it was asked: a page asks for some hundred texts, each looked for in every app's catalogue.

    It belongs to the catalogue, so a catalogue that is read anew remembers nothing.
    """
    return lru_cache(maxsize=8192)(catalogue.gettext), lru_cache(maxsize=4096)(catalogue.ngettext)

"""The reader of a request or a mail: the names at the table and a language's gettext catalogue."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from django.utils.translation import get_language
from django.utils.translation.trans_real import DjangoTranslation, translation

from games.render.french import filled
from games.rules.messages import Fill, Message, Reader, Translate, TranslatePlural, fill_gaps
from games.rules.scene import Zone

T = TypeVar("T")

FILLS: Mapping[str, Fill] = {"fr": filled}
"""Languages in which a word before a gap depends on what fills it."""


def reader_for(names: Sequence[str] = (), language: str = "", you: int | None = None) -> Reader:
    """A reader of `language` ("en", "de", …), by default the active one, at a table with these `names` by seat; `you` is their own seat.

    The catalogue is read directly, which is faster than switching the thread's language for some hundred short texts.
    A language without a catalogue falls back to English.
    """
    language = language or get_language() or "en"
    catalogue = translation(language)
    return Reader(tuple(names), *_remembered(catalogue), fill=FILLS.get(language.partition("-")[0], fill_gaps), you=you)


Pieces = dict[tuple[str, str], tuple[object, object, Any]]
"""Rendered zones by the kind of result and the zone's id: what the zone tells, the other values it depends on, and the result."""


@dataclass(frozen=True, slots=True)
class OnceReader(Reader):
    """For a response that shows the same table as data and as text: each message is rendered once.

    Where pieces are `kept`, so is each zone, as long as it tells the same from one position to the next.
    """

    kept: Pieces | None = None
    """The results for the same viewer, with the same names in the same language; new results are added."""
    beside: Pieces = field(default_factory=dict, compare=False)
    """What others are shown at this moment, in the same words. An equal zone tells nothing that this viewer's own would not."""
    said: dict[int, tuple[Message, str]] = field(default_factory=dict, compare=False)
    """By the id of the message object. The message is stored with its text, so that its id is not reused."""

    def say(self, message: Message) -> str:
        if (known := self.said.get(id(message))) is None:
            known = self.said[id(message)] = message, Reader.say(self, message)
        return known[1]

    def piece(self, kind: str, zone: Zone, depends: object, make: Callable[[], T]) -> T:
        """The stored result of a zone that tells the same, or the result of `make`. The caller must not change it."""
        if self.kept is None:
            return make()
        told = zone.told
        for pieces in (self.kept, self.beside):
            known = pieces.get((kind, zone.id))
            if known is not None and known[1] == depends and known[0] == told:
                self.kept[kind, zone.id] = known
                found: T = known[2]
                return found
        made = make()
        self.kept[kind, zone.id] = self.beside[kind, zone.id] = told, depends, made
        return made


def once(reader: Reader, kept: Pieces | None = None, beside: Pieces | None = None) -> OnceReader:
    known = {} if beside is None else beside
    return OnceReader(reader.names, reader.translate, reader.translate_plural, reader.fill, reader.you, kept, known)


@lru_cache(maxsize=8)
def _remembered(catalogue: DjangoTranslation) -> tuple[Translate, TranslatePlural]:
    """A caching catalogue: a page needs some hundred texts, and each is looked up in every app's catalogue.

    The cache is tied to the catalogue object, so a reloaded catalogue starts with an empty cache.
    """
    return lru_cache(maxsize=8192)(catalogue.gettext), lru_cache(maxsize=4096)(catalogue.ngettext)

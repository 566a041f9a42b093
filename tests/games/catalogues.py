"""Readers of the language catalogues for tests: entries of .po files, placeholders of a text, text left in English."""

from __future__ import annotations

import ast
import html
import re
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
GAP = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%[sd%]")
FORMS = re.compile(r"\{(\w+):((?:[^{}]|\{\w+\})*)\}")
"""A placeholder with two forms: for everybody, and for the player whose seat it names (`games/rules/messages.py`)."""
BETWEEN = re.compile(rf"{GAP.pattern}|\{{\w+:|[|}}]")
MARKUP = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", re.DOTALL)
SPOKEN = re.compile(r"""(?:aria-label|title|alt|placeholder)=("[^"]*"|'[^']*')""")
LONG_ENOUGH = 12
"""Shorter pieces, and single words, may also occur in other languages."""


class Entry(NamedTuple):
    """A text of a catalogue: the English sentence, its plural form or "", the translations, and whether it is marked fuzzy."""

    text: str
    many: str
    translated: tuple[str, ...]
    fuzzy: bool
    meaning: str = ""

    @property
    def key(self) -> str:
        """The key of the entry in the compiled catalogue."""
        return f"{self.meaning}\x04{self.text}" if self.meaning else self.text


def folders(language: str) -> list[Path]:
    """The folders with the catalogues of a language, in order of precedence: the site, then games and channels."""
    found = (Path(place) / language / "LC_MESSAGES" for place in settings.LOCALE_PATHS)
    return [folder for folder in found if folder.is_dir()]


CATALOGUES = [*LANGUAGES, *(["en"] if folders("en") else [])]
"""The languages with a catalogue. English has one only if a term was changed (docs/translating.md)."""


@cache
def entries(language: str) -> tuple[Entry, ...]:
    """The entries of the source catalogues without headers; a text that is in two catalogues is given once, as the site uses it."""
    found: dict[str, Entry] = {}
    for folder in folders(language):
        for block in (folder / "django.po").read_text(encoding="utf-8").split("\n\n"):
            if block.strip() and (entry := _entry(block)).text:
                found.setdefault(entry.key, entry)
    return tuple(found.values())


def _entry(block: str) -> Entry:
    parts: dict[str, str] = {}
    key = ""
    for line in block.splitlines():
        if line.startswith("#"):
            continue
        name, _, quoted = line.partition('"')
        key = name.strip() or key
        parts[key] = parts.get(key, "") + ast.literal_eval(f'"{quoted}')
    translated = tuple(text for name, text in sorted(parts.items()) if name.startswith("msgstr"))
    return Entry(parts["msgid"], parts.get("msgid_plural", ""), translated, "\n#, fuzzy" in f"\n{block}", parts.get("msgctxt", ""))


def compiled(language: str) -> dict[Any, str]:
    """The compiled catalogues by message id; plural forms by (id, number)."""
    texts: dict[Any, str] = {}
    for folder in reversed(folders(language)):
        with (folder / "django.mo").open("rb") as file:
            read: Any = GNUTranslations(file)
        texts |= read._catalog
    return texts


def gaps(text: str) -> set[str]:
    return set(GAP.findall(text))


def forms(text: str) -> dict[str, tuple[str, ...]]:
    """The alternative forms of each placeholder."""
    return {gap: tuple(both.split("|")) for gap, both in FORMS.findall(text)}


def words_of(page: str) -> str:
    """The text of a page for readers and screen readers, without markup."""
    spoken = " ".join(SPOKEN.findall(page))
    return " ".join(html.unescape(f"{MARKUP.sub(' ', page)} {spoken}").split())


def left_in_english(text: str, language: str) -> list[str]:
    """The sentences of the catalogue, or pieces between placeholders, that are in this text untranslated."""
    return sorted(piece for piece in _pieces(language) if piece in text)


@cache
def _pieces(language: str) -> frozenset[str]:
    ours = {piece for entry in entries(language) for piece in _solid(entry.text, entry.many)}
    theirs = "\n".join(text for entry in entries(language) for text in entry.translated)
    return frozenset(piece for piece in ours if piece not in theirs)


def _solid(*texts: str) -> list[str]:
    """The pieces between placeholders that are long enough to be recognised as English."""
    pieces = (" ".join(MARKUP.sub(" ", piece).split()) for text in texts for piece in BETWEEN.split(text))
    return [piece for piece in pieces if len(piece) >= LONG_ENOUGH and " " in piece]

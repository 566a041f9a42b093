"""Tests that every text marked for translation in a source file or template is in the catalogues, also where makemessages does not look."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation.template import templatize

from tests.games.catalogues import CATALOGUES, LANGUAGES, entries

SOURCES = [path for app in ("fateapp", "games", "notifications") for path in sorted((settings.BASE_DIR / app).rglob("*.py"))]
TEMPLATES = [path for path in sorted((settings.BASE_DIR / "templates").rglob("*")) if path.suffix in {".html", ".txt", ".subject"}]
MARKERS = {
    "django.utils.translation": {
        **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"), "text"),
        **dict.fromkeys(("pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"), "meaning"),
    },
    "games.rules.messages": {"msg": "text", "plural": "text", "sense": "meaning"},
}
CALL = re.compile(r"\b(n?)(p?)gettext\(((?:\s*,?\s*u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"))+)")
LITERAL = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def markers_of(module: ast.Module) -> dict[str, str]:
    """The names that this module uses for the functions of gettext and of the rules' messages."""
    imports = (node for node in ast.walk(module) if isinstance(node, ast.ImportFrom) and node.module in MARKERS)
    rules = MARKERS["games.rules.messages"]
    own = {node.name: rules[node.name] for node in module.body if isinstance(node, ast.FunctionDef) and node.name in rules}
    return own | {
        alias.asname or alias.name: MARKERS[node.module][alias.name]
        for node in imports
        for alias in node.names
        if node.module is not None and alias.name in MARKERS[node.module]
    }


def literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    if isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def texts_of_source(source: str) -> Iterator[str]:
    module = ast.parse(source)
    names = markers_of(module)
    for node in ast.walk(module):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names and node.args):
            continue
        if names[node.func.id] == "text":
            yield from literals(node.args[0])
        else:
            yield from (f"{meaning}\x04{text}" for meaning in literals(node.args[0]) for text in literals(node.args[1]))


def texts_of_template(template: str) -> Iterator[str]:
    for _many, meaning, quoted in CALL.findall(templatize(template)):
        first, *rest = (ast.literal_eval(literal) for literal in LITERAL.findall(quoted))
        yield f"{first}\x04{rest[0]}" if meaning else first


@cache
def marked() -> dict[str, set[str]]:
    """The texts marked in each file, by path."""
    root = Path(settings.BASE_DIR)
    found = {str(path.relative_to(root)): set(texts_of_source(path.read_text(encoding="utf-8"))) for path in SOURCES}
    found |= {str(path.relative_to(root)): set(texts_of_template(path.read_text(encoding="utf-8"))) for path in TEMPLATES}
    return {path: texts - {""} for path, texts in found.items() if texts - {""}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_marked_text_is_in_the_catalogue(language: str) -> None:
    known = {entry.key for entry in entries(language)}
    assert {path: sorted(texts - known) for path, texts in marked().items() if texts - known} == {}


@pytest.mark.parametrize("language", CATALOGUES)
def test_no_text_of_the_catalogue_is_unknown_to_the_sources(language: str) -> None:
    """The reverse check: if the parser of sources found too little, the other tests would prove nothing."""
    said = set().union(*marked().values())
    assert sorted(entry.key for entry in entries(language) if entry.key not in said) == []


def test_aliases_choices_and_meanings_are_read() -> None:
    imports = "from django.utils.translation import gettext_lazy as lazy, pgettext as p"
    source = f"{imports}\nlazy('one' if x else 'two'); p('card', 'Ace'); other('no')"
    assert set(texts_of_source(source)) == {"one", "two", "card\x04Ace"}
    block = "{% blocktranslate count n=n %}{{ n }} day{% plural %}{{ n }} days{% endblocktranslate %}"
    template = "{% load i18n %}{% translate 'Open' context 'act' %}" + block
    assert set(texts_of_template(template)) == {"act\x04Open", "%(n)s day"}

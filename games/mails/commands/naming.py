"""Finds the game or the player's table that a name or code refers to."""

from difflib import SequenceMatcher, get_close_matches
from typing import Any

from django.conf import settings

from games.models import Game, Player
from games.models.player import name_key
from games.render.reader import reader_for
from games.render.words import said
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from games.services.replies.reading.command_phrases import TABLE_CODE

LIKE = 0.8
"""The least similarity of a misspelt name."""

MOST_WORDS = 6
"""The most words in the name of a game."""

_BESIDE = frozenset(
    "of for about the please pls von vom zu zum für fur bitte de du des le la les pour svp stp rules rule regeln regel".split()  # noqa: SIM905
)
"""Words beside the name of a game."""


def titles(language: str) -> dict[str, Rules[Any]]:
    """Every game by its case-folded key and its titles; the one in this language is the first."""
    found: dict[str, Rules[Any]] = {}
    languages = dict.fromkeys([language, *(code for code, _name in settings.LANGUAGES)])
    for key, book in all_games().items():
        for code in languages:
            found[_folded(said(book.title, reader_for([], code)))] = book
        found[_folded(key.replace("_", " "))] = book
    return found


def game_named(text: str, language: str) -> Rules[Any] | None:
    """The one game that matches a name, a prefix, or a similar name."""
    wanted, known = _folded(text), titles(language)
    if not wanted:
        return None
    begun = {id(book): book for title, book in known.items() if len(wanted) >= 3 and title.startswith(wanted)}
    near = get_close_matches(wanted, known, n=1, cutoff=LIKE)
    return known.get(wanted) or (next(iter(begun.values())) if len(begun) == 1 else known[near[0]] if near else None)


def game_in(text: str, language: str) -> Rules[Any] | None:
    """The one game whose whole name stands in a text, else the game that matches the text without courtesies."""
    said_words = f" {_folded(text)} "
    found = {id(book): book for title, book in titles(language).items() if f" {title} " in said_words}
    if len(found) == 1:
        return next(iter(found.values()))
    bare = " ".join(word for word in text.split() if _folded(word) not in _BESIDE)
    return game_named(bare, language) if not found else None


def split_game(text: str, language: str) -> tuple[Rules[Any] | None, str]:
    """The game that a text begins with, and the rest: the longest prefix that is a name, else the most similar one."""
    words, known = text.split(), titles(language)
    begun = [(length, _folded(" ".join(words[:length]))) for length in range(min(len(words), MOST_WORDS), 0, -1)]
    for length, start in begun:
        if start in known:
            return known[start], " ".join(words[length:])
    near = [(SequenceMatcher(None, start, title).ratio(), length, title) for length, start in begun for title in known if start]
    best = max(near, default=(0.0, 0, ""))
    if best[0] >= LIKE:
        return known[best[2]], " ".join(words[best[1] :])
    first = next(((length, book) for length, start in begun if (book := game_named(start, language)) is not None), None)
    return (first[1], " ".join(words[first[0] :])) if first is not None else (None, text)


def is_code(text: str) -> bool:
    """Whether a text has the form of a game's code."""
    return TABLE_CODE.fullmatch(text.casefold()) is not None


def my_game(player: Player, code: str) -> Game | None:
    """The table of that code at which this person sits."""
    if not is_code(code):
        return None
    return Game.objects.filter(code=code.casefold(), seats__player=player).first()


def _folded(text: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in name_key(text)).split())

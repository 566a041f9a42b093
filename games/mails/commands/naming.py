"""Finds the game or the player's table that a name or code refers to."""

from difflib import SequenceMatcher, get_close_matches
from typing import Any

from games.models import Game, Player
from games.models.player import name_key
from games.render.reader import reader_for
from games.render.words import said
from games.rules.game import Game as Rules
from games.rules.registry import all_games
from games.services.replies.command_words import TABLE_CODE

LIKE = 0.8
"""The least similarity of a misspelt name."""

MOST_WORDS = 6
"""The most words in the name of a game."""


def titles(language: str) -> dict[str, Rules[Any]]:
    """Every game by its case-folded key, English title and title in this language."""
    found: dict[str, Rules[Any]] = {}
    for key, book in all_games().items():
        for reader in (reader_for([], "en"), reader_for([], language)):
            found[_folded(said(book.title, reader))] = book
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


def my_game(player: Player, code: str) -> Game | None:
    """The table of that code at which this person sits."""
    if not TABLE_CODE.fullmatch(code.casefold()):
        return None
    return Game.objects.filter(code=code.casefold(), seats__player=player).first()


def _folded(text: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in name_key(text)).split())

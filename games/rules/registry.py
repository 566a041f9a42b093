"""Which games there are: every folder below `games/rules` that exports `GAME` is one.

Nothing else has to be edited for a new game; see the walk in CONTRIBUTING.md.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

import games.rules
from games.rules.game import Game


@cache
def all_games() -> Mapping[str, Game[Any]]:
    """Every game by key, in alphabetical order. Raises TypeError for a folder whose `GAME` is not a game of that name."""
    found: dict[str, Game[Any]] = {}
    for module in sorted(pkgutil.iter_modules(games.rules.__path__), key=lambda module: module.name):
        if not module.ispkg:
            continue
        game = getattr(import_module(f"games.rules.{module.name}"), "GAME", None)
        if game is None:
            continue  # a folder shared by several games
        if not isinstance(game, Game) or game.key != module.name:
            raise TypeError(f"games/rules/{module.name} must export GAME, a Game whose key is {module.name!r}.")
        found[game.key] = game
    return MappingProxyType(found)


def game(key: str) -> Game[Any]:
    """The game of that key. Raises KeyError with the keys there are."""
    games_by_key = all_games()
    if key not in games_by_key:
        raise KeyError(f"There is no game {key!r}; there are: {', '.join(games_by_key)}.")
    return games_by_key[key]

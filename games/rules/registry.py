"""Which games there are: every folder below `games/rules` that exports `GAME` is one.

`GAME` is the version for new games; `OLDER`, where a folder has it, are the versions under which games that began with them go on.
Nothing else has to be edited for a new game; see the walk in CONTRIBUTING.md.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import pairwise
from types import MappingProxyType, ModuleType
from typing import Any

import games.rules
from games.rules.errors import UnknownRules
from games.rules.game import Game


@cache
def all_games() -> Mapping[str, Game[Any]]:
    """The newest version of every game by key, in alphabetical order: what new tables are played by. Raises what `every_version` raises."""
    newest: dict[str, Game[Any]] = {}
    for (key, _version), game in every_version().items():
        newest.setdefault(key, game)
    return MappingProxyType(newest)


@cache
def every_version() -> Mapping[tuple[str, int], Game[Any]]:
    """Every game by key and version; keys in alphabetical order, the newest version of each first.

    Raises TypeError for a folder whose `GAME` or `OLDER` is not made of versions of the game of that name.
    """
    found: dict[tuple[str, int], Game[Any]] = {}
    for info in sorted(pkgutil.iter_modules(games.rules.__path__), key=lambda info: info.name):
        if info.ispkg:
            found |= {(game.key, game.version): game for game in _versions(info.name, import_module(f"games.rules.{info.name}"))}
    return MappingProxyType(found)


def _versions(name: str, module: ModuleType) -> list[Game[Any]]:
    """What a folder exports, the newest first; nothing for a folder shared by several games."""
    if not hasattr(module, "GAME"):
        return []
    found = [module.GAME, *getattr(module, "OLDER", ())]
    if not all(isinstance(game, Game) and game.key == name for game in found):
        raise TypeError(
            f"games/rules/{name} must export GAME, a Game whose key is {name!r}, and in OLDER nothing but older versions of it."
        )
    if not all(newer.version > older.version > 0 for newer, older in pairwise(found)):
        versions = ", ".join(str(game.version) for game in found)
        raise TypeError(f"games/rules/{name} must export its versions by falling number, GAME before OLDER; they are: {versions}.")
    return found


def game(key: str) -> Game[Any]:
    """The newest version of the game of that key. Raises KeyError with the keys there are."""
    games_by_key = all_games()
    if key not in games_by_key:
        raise KeyError(f"There is no game {key!r}; there are: {', '.join(games_by_key)}.")
    return games_by_key[key]


def game_in(key: str, version: int) -> Game[Any]:
    """The game of that key in that version. Raises `UnknownRules` where this process does not have it."""
    found = every_version().get((key, version))
    if found is None:
        raise UnknownRules(key, version)
    return found


def versions(key: str) -> list[Game[Any]]:
    """Every version of a game, the newest first; [] for a key that is none."""
    return [game for (known, _version), game in every_version().items() if known == key]

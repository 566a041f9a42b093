"""The registry of games: every folder below `games/rules` that exports `GAME`, and every package that an installed distribution names in
the entry point group `fateapp.games` (docs/games.md).

`GAME` is the version for new games; `OLDER`, where a folder has it, holds the earlier versions, under which their games go on.
A new game is found without any registration; CONTRIBUTING.md explains how to write one.
"""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import games.rules
from games.rules.errors import UnknownRules
from games.rules.game import Game

GROUP = "fateapp.games"
"""The entry point group: names are keys of games, values the packages that export them."""


@cache
def all_games() -> Mapping[str, Game[Any]]:
    """The newest version of every game by key, in alphabetical order: the rules of new tables. Raises what `every_version` raises."""
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
    for name, module in sorted(_modules().items()):
        found |= {(game.key, game.version): game for game in _versions(name, import_module(module))}
    return MappingProxyType(found)


def _modules() -> dict[str, str]:
    """The import names of packages that may be games, by key. Raises TypeError where two packages have the same key."""
    found = {info.name: f"games.rules.{info.name}" for info in pkgutil.iter_modules(games.rules.__path__) if info.ispkg}
    for point in _entry_points():
        if found.setdefault(point.name, point.value) != point.value:
            raise TypeError(f"Two packages bring a game {point.name!r}: {found[point.name]} and {point.value}. Uninstall one of them.")
    return found


@cache
def _entry_points() -> tuple[EntryPoint, ...]:
    """The entry points of the group. Reading the metadata of all installed distributions takes some 10 ms, so it is cached."""
    return tuple(entry_points(group=GROUP))


@cache
def folder(key: str) -> Path:
    """The folder of a game's package. Raises KeyError for an unknown key, TypeError when the game is no package."""
    spec = find_spec(_modules()[key])
    if spec is None or not spec.submodule_search_locations:
        raise TypeError(f"The game {key!r} has to be a package: a folder with __init__.py, rulebook.md and the rest.")
    return Path(next(iter(spec.submodule_search_locations)))


def catalogues() -> list[Path]:
    """The folders of translations inside the games' packages. Imports no game."""
    folders = (folder(key) / "locale" for key in sorted(_modules()))
    return [path for path in folders if path.is_dir()]


def _versions(name: str, module: ModuleType) -> list[Game[Any]]:
    """The versions that a package exports, the newest first; [] for a package that several games share and that exports no `GAME`."""
    if not hasattr(module, "GAME"):
        return []
    found = [module.GAME, *getattr(module, "OLDER", ())]
    if not all(isinstance(game, Game) and game.key == name for game in found):
        raise TypeError(f"{module.__name__} must export GAME, a Game whose key is {name!r}, and in OLDER nothing but older versions of it.")
    if not all(newer.version > older.version > 0 for newer, older in pairwise(found)):
        versions = ", ".join(str(game.version) for game in found)
        raise TypeError(f"{module.__name__} must export its versions by falling number, GAME before OLDER; they are: {versions}.")
    return found


def game(key: str) -> Game[Any]:
    """The newest version of a game. Raises KeyError with the known keys."""
    games_by_key = all_games()
    if key not in games_by_key:
        raise KeyError(f"There is no game {key!r}; there are: {', '.join(games_by_key)}.")
    return games_by_key[key]


def game_in(key: str, version: int) -> Game[Any]:
    """A game in one version. Raises `UnknownRules` where this process does not have it."""
    found = every_version().get((key, version))
    if found is None:
        raise UnknownRules(key, version)
    return found


def versions(key: str) -> list[Game[Any]]:
    """Every version of a game, the newest first; [] for an unknown key."""
    return [game for (known, _version), game in every_version().items() if known == key]

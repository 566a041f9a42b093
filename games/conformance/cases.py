"""The cases of the conformance suite: every version of every registered game, every number of seats, every single changed option."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.rules.contract import GameOption
from games.rules.game import Game
from games.rules.registry import all_games, every_version

NAMES = [f"Player{seat}" for seat in range(8)]


class Case(NamedTuple):
    """A game with a number of seats and the options that are not the default."""

    game: Game[Any]
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        changed = "".join(f"-{key}={value}" for key, value in self.options.items())
        return f"{name_of(self.game)}-{self.seats}{changed}"


def name_of(game: Game[Any]) -> str:
    """The key of a game; for an older version with its number."""
    return game.key if game is all_games().get(game.key, game) else f"{game.key}-v{game.version}"


def other_values(option: GameOption, seats: int) -> list[Any]:
    """The values of an option that are not the default for that number of seats; of a number, both ends of its range."""
    usual = option.usual(seats)
    if isinstance(usual, bool):
        return [not usual]
    if option.choices:
        return [word for word, _title in option.choices if word != usual]
    return [value for value in dict.fromkeys((option.least, option.most)) if value != usual]


def cases_of(game: Game[Any]) -> Iterator[Case]:
    """The cases of one game: every number of seats, and each single changed option with the smallest and the largest number of seats."""
    for seats in game.seats:
        yield Case(game, seats, {})
    for seats in dict.fromkeys((game.seats[0], game.seats[-1])):
        for option in game.options:
            for value in other_values(option, seats):
                yield Case(game, seats, {option.key: value})


def all_cases() -> Iterator[Case]:
    for game in every_version().values():
        yield from cases_of(game)

"""Puzzles: a position of a game, the choices on offer, the best one and the reason.

Each puzzle is a JSON file in the folder `puzzles` of its game: the log that leads to the position, the seat that is asked, some of its
choices, the best one, and the texts in every language. `tests.bench.puzzles` finds positions and checks the best choice.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from games.rules.contract import Decision, Option, Position, Seat, View
from games.rules.game import Game
from games.rules.playout import replay
from games.rules.registry import all_games, folder, game_in

FOLDER = "puzzles"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""The names of the players in puzzles and in the figures of the rules, by seat."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle. `aim` says by what the choices are compared: see `tests.bench.puzzles.AIMS`."""

    game: str
    version: int
    """The version of the rules that the log was played with."""
    name: str
    aim: str
    log: Mapping[str, Any]
    """Seats, options and answers, as `games.rules.playout.replay` reads them."""
    seat: Seat
    offers: tuple[str, ...]
    best: str
    rules: tuple[str, ...]
    """The paragraphs of the rulebook that the puzzle is about."""
    title: Mapping[str, str]
    question: Mapping[str, str]
    why: Mapping[str, str]

    @property
    def book(self) -> Game[Any]:
        """The game in the version of the puzzle. Raises `UnknownRules`."""
        return game_in(self.game, self.version)

    def text_in(self, texts: Mapping[str, str], language: str) -> str:
        """The text of a language code such as "de-at", or the English one where there is none."""
        return texts.get(language.split("-")[0], texts["en"])


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    position: Position
    view: View
    decision: Decision
    options: tuple[Option, ...]
    """The choices on offer, in the order of the file."""


@cache
def puzzles(key: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by name, in the order of the names."""
    return {path.stem: _read(key, path) for path in sorted((folder(key) / FOLDER).glob("*.json"))}


@cache
def asked(key: str, name: str) -> PuzzlePosition:
    """The position of a puzzle, the view and the decision of its seat, and the choices on offer.

    Raises RulesError when the log does not fit the rules, ValueError when the seat is not asked there.
    """
    puzzle = puzzles(key)[name]
    session = replay(puzzle.book, puzzle.log)
    decision = session.decision(puzzle.seat)
    if decision is None:
        raise ValueError(f"In the puzzle {key}/{name} seat {puzzle.seat} is asked nothing.")
    by_token = {option.token: option for option in decision.options}
    return PuzzlePosition(session.position, session.view(puzzle.seat), decision, tuple(by_token[token] for token in puzzle.offers))


def of_the_day(day: int) -> Puzzle | None:
    """The puzzle of a day, given by `date.toordinal`; the games take turns. None where there are no puzzles."""
    rounds = zip_longest(*(puzzles(key).values() for key in all_games()))
    every = [puzzle for one_of_each in rounds for puzzle in one_of_each if puzzle is not None]
    return every[day % len(every)] if every else None


def _read(key: str, path: Path) -> Puzzle:
    data = json.loads(path.read_text(encoding="utf-8"))
    log = {"seats": data["seats"], "options": data["options"], "answers": [_answer(line) for line in data["log"].split(";")]}
    words = {what: data[what] for what in ("title", "question", "why")}
    version = data.get("version") or all_games()[key].version
    return Puzzle(
        key, version, path.stem, data["aim"], log, data["seat"], tuple(data["offers"]), data["best"], tuple(data["rules"]), **words
    )


def _answer(line: str) -> tuple[Seat, str]:
    seat, _, text = line.partition(":")
    return int(seat), text

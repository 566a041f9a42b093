"""A second version of the sixth game (Lone Star), and a context manager that makes its folder export several versions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from games import rulebooks
from games.rules import registry
from games.rules.ask import Question
from games.rules.contract import GameOption, Seat
from games.rules.errors import CannotUpgrade
from games.rules.game import Game
from games.rules.messages import msg
from tests.rules import sixth

assert sixth.HERE
lone_star = import_module("games.rules.lone_star")
FIRST: Game[Any] = lone_star.GAME


class Brighter(lone_star.LoneStar):  # type: ignore[name-defined,misc]  # found by its key, as every game is
    """Version 2: every win counts twice, the highest star of a hand cannot be played while there is another, and a new setting exists."""

    version = 2
    tagline = msg("The highest star shines twice, if it shines alone.")
    options = (*lone_star.LoneStar.options, GameOption("bright", msg("Stars count twice"), default=True))

    def question(self, t: Any, seat: Seat) -> Question:
        question: Question = super().question(t, seat)
        if len(t.hands[seat]) == 1:
            return question
        return lone_star.pick(seat, "play", t.hands[seat][:-1], prompt=msg("Play a star, but not your highest."), say=self._name)

    @staticmethod
    def _name(card: str) -> Any:
        return lone_star.drawn(card).name

    def score(self, t: Any) -> None:
        before = list(t.scores)
        super().score(t)
        if t.options["bright"]:
            t.scores = [2 * now - then for now, then in zip(t.scores, before, strict=True)]

    def upgrade(self, table: dict[str, Any], from_version: int) -> dict[str, Any]:
        if table["hands"] and len(table["hands"][0]) <= 2:
            raise CannotUpgrade(msg("The last stars are being played."))
        return table | {"options": table["options"] | {"bright": True}}


class Settled(Brighter):
    """Version 2 that takes over no table of version 1."""

    upgrade = Game.upgrade


class Broken(Brighter):
    """Version 2 with a faulty `upgrade`."""

    def upgrade(self, table: dict[str, Any], from_version: int) -> dict[str, Any]:
        return table | {"constellation": []}


@contextmanager
def shelf(*versions: Game[Any]) -> Iterator[None]:
    """The game's folder exports these versions, the newest first; without any, the game does not exist."""
    module = sys.modules[f"games.rules.{versions[0].key if versions else FIRST.key}"]
    before = dict(vars(module))
    del module.GAME  # type: ignore[attr-defined]
    if versions:
        vars(module).update(GAME=versions[0], OLDER=versions[1:])
    forget()
    try:
        yield
    finally:
        vars(module).pop("OLDER", None)
        vars(module).update(before)
        forget()


def forget() -> None:
    """Clear the caches of the registry."""
    for found in (registry.all_games, registry.every_version):
        found.cache_clear()
    for found in (rulebooks.differs_from_newest, rulebooks.rules_page_of, rulebooks.summary_page_of):
        found.cache_clear()

"""Games that another app arranges, a tournament for one. It registers here what it knows of them; nothing here imports it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.models import LateRule


@dataclass(frozen=True, slots=True)
class Arranger:
    """What an app that arranges games says about one of them, by the game's id."""

    waits_for: Callable[[int], bool]
    """Whether it needs a result of this game."""
    late_rule: Callable[[int], str | None]
    """How it decides a late game; None for a game that is not its own."""


_arrangers: list[Arranger] = []


def register(arranger: Arranger) -> None:
    """Ask this one too. Called once per process, from `AppConfig.ready`."""
    _arrangers.append(arranger)


def waited_for(game_id: int) -> bool:
    """Whether somebody needs a result of this game."""
    return any(arranger.waits_for(game_id) for arranger in _arrangers)


def late_rule(game_id: int) -> str:
    """How a late game is decided: as it was announced, by the public scores where nobody arranged it."""
    rules = (arranger.late_rule(game_id) for arranger in _arrangers)
    return next((rule for rule in rules if rule is not None), LateRule.SCORES)

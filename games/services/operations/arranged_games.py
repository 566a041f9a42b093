"""Games that another app arranges, a tournament for one. It registers here what it knows of them; nothing here imports it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from games.models import LateRule, Player
from games.services.operations.rehearsal import Witness


@dataclass(frozen=True, slots=True)
class Arranger:
    """What an app that arranges games says about one of them, by the game's id."""

    waits_for: Callable[[int], bool]
    """Whether it needs a result of this game."""
    late_rule: Callable[[int], str | None]
    """How it decides a late game; None for a game that is not its own."""
    voided: Callable[[int, Player, str, datetime], None]
    """A finished game counts no more; raises what cannot be mended. Called in the transaction, before the game is locked."""
    judged: Callable[[int, Player, str, datetime], None]
    """A running game is ended by somebody of the house. Called in the transaction, before the game is locked."""
    shut_out: Callable[[int, Player, str, datetime], None]
    """Somebody, by id, may not come back: they take part in nothing any more. Called in the transaction."""
    page_of: Callable[[int], str | None]
    """The address of the page on which those who play a game ask for whoever directs it; None for a game that is not its own."""
    witness_of_game: Callable[[int], Witness | None]
    """Looks at what a game counts for; None for a game that is not its own."""
    witness_of_person: Callable[[int], Witness | None]
    """Looks at what somebody takes part in; None where they take part in nothing."""


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


def voided(game_id: int, by: Player, reason: str, now: datetime) -> None:
    """Tell whoever arranged this game that it counts no more."""
    for arranger in _arrangers:
        arranger.voided(game_id, by, reason, now)


def judged(game_id: int, by: Player, reason: str, now: datetime) -> None:
    """Tell whoever arranged this game that it is judged as it stands."""
    for arranger in _arrangers:
        arranger.judged(game_id, by, reason, now)


def shut_out(player_id: int, by: Player, reason: str, now: datetime) -> None:
    """Tell everybody who arranges games that this person is shut out."""
    for arranger in _arrangers:
        arranger.shut_out(player_id, by, reason, now)


def page_of(game_id: int) -> str | None:
    """Where those who play this game ask for whoever directs it, if anybody does."""
    return next((found for arranger in _arrangers if (found := arranger.page_of(game_id)) is not None), None)


def witness_of_game(game_id: int) -> Witness | None:
    """Looks at what was arranged with this game, if anything was."""
    return next((found for arranger in _arrangers if (found := arranger.witness_of_game(game_id)) is not None), None)


def witness_of_person(player_id: int) -> Witness | None:
    """Looks at what was arranged with this person, if anything was."""
    return next((found for arranger in _arrangers if (found := arranger.witness_of_person(player_id)) is not None), None)

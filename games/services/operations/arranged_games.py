"""Hooks for apps that arrange games, such as tournaments: they register functions here, so that no service imports them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from games.models import LateRule, Player
from games.services.operations.rehearsal import Witness


@dataclass(frozen=True, slots=True)
class Arranger:
    """The hooks of one app. The first parameter is the id of a game, unless stated otherwise."""

    waits_for: Callable[[int], bool]
    """Whether the app needs a result of this game."""
    late_rule: Callable[[int], str | None]
    """The `LateRule` of this game; None for a game that the app has not arranged."""
    voided: Callable[[int, Player, str, datetime], None]
    """Called in the transaction that declares a finished game void, before the game is locked. Raises `Refused` to prevent it."""
    judged: Callable[[int, Player, str, datetime], None]
    """Called in the transaction in which staff end a running game, before the game is locked."""
    shut_out: Callable[[int, Player, str, datetime], None]
    """Called with a player's id in the transaction that bans or deletes the player, to withdraw them."""
    both_play: Callable[[int, int], bool]
    """Whether two players, by id, take part in the same competition, and it is not over."""
    page_of: Callable[[int], str | None]
    """The URL of the page on which the players of this game can call its director; None for a game that the app has not arranged."""
    witness_of_game: Callable[[int], Witness | None]
    """Finds the effects of an act on what this game counts for; None for a game that the app has not arranged."""
    witness_of_person: Callable[[int], Witness | None]
    """Finds the effects of an act on what a player, by id, takes part in; None where they take part in nothing."""


_arrangers: list[Arranger] = []


def register(arranger: Arranger) -> None:
    """Register the hooks of an app. Called once per process, from `AppConfig.ready`."""
    _arrangers.append(arranger)


def waited_for(game_id: int) -> bool:
    """Whether an app needs a result of this game."""
    return any(arranger.waits_for(game_id) for arranger in _arrangers)


def late_rule(game_id: int) -> str:
    """The `LateRule` of a game: that of the app that arranged it, else the public scores."""
    rules = (arranger.late_rule(game_id) for arranger in _arrangers)
    return next((rule for rule in rules if rule is not None), LateRule.SCORES)


def voided(game_id: int, by: Player, reason: str, now: datetime) -> None:
    """Call the hooks for a finished game that is declared void."""
    for arranger in _arrangers:
        arranger.voided(game_id, by, reason, now)


def judged(game_id: int, by: Player, reason: str, now: datetime) -> None:
    """Call the hooks for a running game that staff end."""
    for arranger in _arrangers:
        arranger.judged(game_id, by, reason, now)


def shut_out(player_id: int, by: Player, reason: str, now: datetime) -> None:
    """Call the hooks for a player who is banned or deleted."""
    for arranger in _arrangers:
        arranger.shut_out(player_id, by, reason, now)


def both_play(player_id: int, other_id: int) -> bool:
    """Whether two players take part in the same competition of an app, and it is not over."""
    return any(arranger.both_play(player_id, other_id) for arranger in _arrangers)


def page_of(game_id: int) -> str | None:
    """The URL of the page on which the players of this game can call its director, or None."""
    return next((found for arranger in _arrangers if (found := arranger.page_of(game_id)) is not None), None)


def witness_of_game(game_id: int) -> Witness | None:
    """The witness of the app that arranged this game, or None."""
    return next((found for arranger in _arrangers if (found := arranger.witness_of_game(game_id)) is not None), None)


def witness_of_person(player_id: int) -> Witness | None:
    """The witness of an app in which this player takes part, or None."""
    return next((found for arranger in _arrangers if (found := arranger.witness_of_person(player_id)) is not None), None)

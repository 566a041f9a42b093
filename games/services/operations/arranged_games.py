"""Hooks of the app that arranges games (tournaments): it sets `hooks`, so that no service imports it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from games.models import LateRule, Player
from games.services.operations.rehearsal import Witness


@dataclass(frozen=True, slots=True)
class Arranger:
    """The hooks; the defaults are those of a site without such an app. The first parameter is the id of a game, unless stated otherwise."""

    waits_for: Callable[[int], bool] = lambda _game: False
    """Whether the app needs a result of this game."""
    late_rule: Callable[[int], str | None] = lambda _game: None
    """The `LateRule` of this game; None for a game that the app has not arranged."""
    voided: Callable[[int, Player, str, datetime], None] = lambda *_action: None
    """Called in the transaction that declares a finished game void, before the game is locked. Raises `Refused` to prevent it."""
    judged: Callable[[int, Player, str, datetime], None] = lambda *_action: None
    """Called in the transaction in which staff end a running game, before the game is locked."""
    shut_out: Callable[[int, Player, str, datetime], None] = lambda *_action: None
    """Called with a player's id in the transaction that bans or deletes the player, to withdraw them."""
    both_play: Callable[[int, int], bool] = lambda _player, _other: False
    """Whether two players, by id, take part in the same competition, and it is not over."""
    page_of: Callable[[int], str | None] = lambda _game: None
    """The URL of the page on which the players of this game can call its director; None for a game that the app has not arranged."""
    witness_of_game: Callable[[int], Witness | None] = lambda _game: None
    """Finds the effects of an act on what this game counts for; None for a game that the app has not arranged."""
    witness_of_person: Callable[[int], Witness | None] = lambda _player: None
    """Finds the effects of an act on what a player, by id, takes part in; None where they take part in nothing."""


hooks = Arranger()
"""Replaced once per process, in `AppConfig.ready`."""


def late_rule(game_id: int) -> str:
    """The `LateRule` of a game: that of the app that arranged it, else the public scores."""
    return hooks.late_rule(game_id) or LateRule.SCORES

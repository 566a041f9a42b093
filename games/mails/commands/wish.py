"""Input and result of a command."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.models import Game, Player
from games.services.replies.reading import Command


@dataclass(frozen=True, slots=True)
class Wish:
    """A command of one player, with the current game, if any. `again`: an earlier attempt since `since` may have executed it."""

    command: Command
    player: Player
    game: Game | None
    now: datetime
    since: datetime
    again: bool = False

    @property
    def argument(self) -> str:
        return self.command.argument.strip()

    def about(self, argument: str) -> Wish:
        return replace(self, command=replace(self.command, argument=argument))


@dataclass(frozen=True, slots=True)
class Outcome:
    """Sentences in the player's language; whether anything changed; the question that the next mail may answer; whether the answer also
    shows the table with the open question."""

    words: list[str] = field(default_factory=list)
    changed: bool = False
    ask: dict[str, Any] | None = None
    shows_table: bool = False

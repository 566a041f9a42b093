"""What a command is given and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.models import Game, Player
from games.services.replies.reading import Command


@dataclass(frozen=True, slots=True)
class Wish:
    """A command of one person, with the game at hand, if any. `again`: an earlier attempt since `since` may have done it."""

    command: Command
    player: Player
    game: Game | None
    now: datetime
    since: datetime
    again: bool = False

    @property
    def argument(self) -> str:
        """What follows the command."""
        return self.command.argument.strip()

    def about(self, argument: str) -> Wish:
        """The same command with another argument."""
        return replace(self, command=replace(self.command, argument=argument))


@dataclass(frozen=True, slots=True)
class Outcome:
    """Sentences in the writer's language; whether something changed; what the next mail may answer (`asking`)."""

    words: list[str] = field(default_factory=list)
    changed: bool = False
    ask: dict[str, Any] | None = None

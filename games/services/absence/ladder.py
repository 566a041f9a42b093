"""The absence ladder of a table: what happens when a player's time runs out. It is chosen when the table is announced.

The steps, in order: reminders and the reserve (`deadlines`, `pace`); a move by the stand-in at each timeout; after some timeouts in a
row the seat goes on autopilot and is offered to substitutes; after some days on autopilot, or after some timeouts without one, the seat
is lost or the game is judged as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.models.stored_settings import Coded, stored
from games.rules.messages import Message, msg, plural
from games.services.errors import Refused

FALLBACK, BOT = "fallback", "bot"
FORFEIT, ADJUDICATE = "forfeit", "adjudicate"
LONGEST_KEEP = 60
"""Days."""
MOST_TIMEOUTS = 20


@dataclass(frozen=True, slots=True)
class Ladder:
    """The settings of an absence ladder.

    `plays` names what moves for an absent player: the rules' fallback or the bot's advice. `autopilot_after` is the number of timeouts
    in a row after which the seat goes on autopilot (0: never). `keep` is the number of days on autopilot before the end (0: until the
    game is over). `ending`: the seat is lost, or the game is judged by its public scores.
    """

    plays: str = FALLBACK
    autopilot_after: int = 0
    keep: int = 0
    ending: str = FORFEIT

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Ladder:
        """Read the JSON that is stored with a game; an empty mapping is the default ladder. Raises `Refused` for invalid values."""
        if set(data) - {"plays", "autopilot_after", "keep", "ending"}:
            raise _refused()
        ladder = cls(**data)
        numbers = ((ladder.autopilot_after, MOST_TIMEOUTS), (ladder.keep, LONGEST_KEEP))
        if not all(type(value) is int and 0 <= value <= most for value, most in numbers):
            raise _refused()
        if ladder.plays not in (FALLBACK, BOT) or ladder.ending not in (FORFEIT, ADJUDICATE):
            raise _refused()
        return ladder

    def to_json(self) -> dict[str, Any]:
        """The JSON that is stored with a game; the inverse of `read`."""
        return asdict(self)

    def words(self, forfeit_after: int) -> list[Message]:
        """The steps as sentences, for players and for those who may join."""
        who = msg("a bot moves for you") if self.plays == BOT else msg("a simple move is played for you")
        rungs = [msg("You are reminded; then the reserve is used, where there is one."), msg("When time has run out, {who}.", who=who)]
        if self.autopilot_after:
            rungs.append(
                _after(self.autopilot_after, msg("your seat is on autopilot and is offered to a substitute; you can take it back"))
            )
        end = _lost(self.ending)
        if self.autopilot_after and self.keep:
            rungs.append(plural("{count} day later {end}.", "{count} days later {end}.", self.keep, end=end))
        elif forfeit_after and not self.autopilot_after:
            rungs.append(_after(forfeit_after, end))
        else:
            rungs.append(msg("The seat is kept for you until the game is over."))
        if self.autopilot_after and forfeit_after:
            rungs.append(msg("If nobody else is left to play, {end} at once.", end=end))
        return rungs


def ladder_of(game: Coded) -> Ladder:
    """The ladder of a stored game. Raises `UnreadableSetting`."""
    return stored(game, "ladder", Ladder.read)


def _after(timeouts: int, what: Message) -> Message:
    if timeouts == 1:
        return msg("At the first timeout {what}.", what=what)
    return msg("At timeout number {count} in a row {what}.", count=timeouts, what=what)


def _lost(ending: str) -> Message:
    return msg("the game is judged by its scores") if ending == ADJUDICATE else msg("the seat is lost")


def _refused() -> Refused:
    return Refused(msg("These settings for absent players are not valid. Please choose one of the options."), code="bad_ladder")


@dataclass(frozen=True, slots=True)
class Preset:
    """A ladder under a title. `forfeit_after` is the number of timeouts in a row after which the ladder ends (0: never)."""

    title: Message
    ladder: Ladder
    forfeit_after: int


PRESETS: Mapping[str, Preset] = {
    "three": Preset(msg("loses the seat after three missed deadlines in a row"), Ladder(), 3),
    "once": Preset(msg("loses the seat at once"), Ladder(), 1),
    "keep": Preset(msg("keeps the seat; simple moves are played until the game ends"), Ladder(), 0),
    "substitute": Preset(msg("is replaced: a bot plays on from the second time, and the seat is offered for a week"), Ladder(BOT, 2, 7), 3),
    "autopilot": Preset(msg("is replaced: a bot plays on from the second time, until a substitute takes the seat"), Ladder(BOT, 2), 3),
    "scores": Preset(msg("ends the game by its scores after three missed deadlines in a row"), Ladder(ending=ADJUDICATE), 3),
}
"""The ladders that the form of a new table offers, by name."""

DEFAULT_PRESET = "three"

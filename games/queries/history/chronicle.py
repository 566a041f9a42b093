"""The chronicle of a finished game: who may read it, and its chapters with log lines, stories and pictures of the table."""

from dataclasses import dataclass
from typing import Any

from games.models import Game, Letter, Player, Seat
from games.queries.history.log import LogLine, lines
from games.queries.history.replay import opening as start, replay
from games.queries.tables.letters import shared_letters
from games.rules.contract import Result
from games.rules.messages import Message
from games.rules.scene import Scene
from games.rules.session import Session

MOST_PICTURES = 8
"""The most pictures of one chronicle: the opening, the end, and moments between them, preferably those of stories."""


class NoChronicle(LookupError):
    """There is no such finished game, or this person may not read its chronicle; the error is the same for both."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Log lines up to the length `seq` of the log, and the public view of the table then."""

    seq: int
    lines: tuple[LogLine, ...]
    scene: Scene


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A whole chronicle. `opening` is the table after the deal; `reason` is the sentence about the end of the game."""

    game: Game
    seats: tuple[Seat, ...]
    opening: Scene
    chapters: tuple[Chapter, ...]
    result: Result
    reason: Message
    letters: tuple[Letter, ...] = ()
    """Private letters that sender and recipient have shared."""

    @property
    def names(self) -> list[str]:
        return [seat.player.name if seat.player else "—" for seat in self.seats]

    @property
    def ranking(self) -> list[tuple[int, str, int | None]]:
        """Rank, name and score, best first."""
        rows = zip(self.result.ranks, self.names, self.result.scores, strict=True)
        return sorted(rows, key=lambda row: row[0])


def is_shared(seats: list[Seat]) -> bool:
    """Whether every person of the game has agreed that others read it; False if the account of one was deleted."""
    return all(seat.is_bot or (seat.player is not None and seat.shares_chronicle) for seat in seats)


def seats_for(code: str, player: Player | None) -> tuple[Game, list[Seat], Seat | None]:
    """A finished game, its seats, and this player's own seat. Two queries. Raises `NoChronicle`.

    Players may always read the chronicle; others may once all players have agreed, whatever the visibility of the table.
    """
    game = Game.objects.filter(code=code, status=Game.Status.FINISHED).first()
    if game is None:
        raise NoChronicle(code)
    seats = list(game.seats.select_related("player").order_by("index"))
    mine = next((seat for seat in seats if player is not None and seat.player_id == player.pk), None)
    if mine is None and not is_shared(seats):
        raise NoChronicle(code)
    return game, seats, mine


def chronicle(game: Game, seats: list[Seat]) -> Chronicle:
    """The chronicle of a finished game. It contains only what spectators could see, and shared letters. Three queries."""
    log = lines(game, None, None, most=game.seq + 1)
    moments = _moments(log, game.seq)
    scenes: dict[int, Scene] = {}
    dealt = next((line.seq for line in log if not line.by_chance), 0)
    for step in replay(game):
        seq = step.line["seq"] + 1
        if seq in moments or seq == dealt:
            scenes[seq] = _scene(step.session)
    opening = scenes[dealt] if dealt else _scene(start(game))
    told = ((upto, tuple(line for line in log if since <= line.seq < upto)) for since, upto in zip((0, *moments), moments, strict=False))
    chapters = tuple(Chapter(upto, part, scenes[upto]) for upto, part in told if part)
    result = Result.load(game.result or {})
    return Chronicle(game, tuple(seats), opening, chapters, result, game.book.reason(result), tuple(shared_letters(game)))


def _scene(session: Session[Any]) -> Scene:
    return session.game.scene(session.view(None))


def _moments(log: list[LogLine], end: int) -> list[int]:
    """The ends of chapters, as lengths of the log: after lines with stories, spread over the game, and at its end."""
    stories = [line.seq + 1 for line in log if line.story and line.seq + 1 < end] or _quarters(end)
    room = MOST_PICTURES - 2
    step = max(1, -(-len(stories) // room))
    return [*stories[step - 1 :: step], end]


def _quarters(end: int) -> list[int]:
    """The ends of chapters of a game without stories, which is divided into quarters."""
    return sorted({end * part // 4 for part in (1, 2, 3)} - {0, end})

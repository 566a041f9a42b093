"""A finished game as a book: who may open it, and its chapters with what was done, what was told, and how the table looked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.models import Game, Letter, Player, Seat
from games.queries.history.log import LogLine, lines
from games.queries.history.replay import opening as start
from games.queries.history.replay import replay
from games.queries.tables.letters import shared_letters
from games.rules.contract import Result
from games.rules.messages import Message
from games.rules.scene import Scene
from games.rules.session import Session

MOST_PICTURES = 8
"""Pictures in one book: the opening, the end, and moments between them at which a story was told."""


class NoChronicle(LookupError):
    """There is no such finished game, or this person may not read its book: both read alike."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened up to a moment, and the table as everybody could see it then."""

    seq: int
    lines: tuple[LogLine, ...]
    scene: Scene


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The whole book. `opening` is the table as it was dealt; `reason` says how the game ended."""

    game: Game
    seats: tuple[Seat, ...]
    opening: Scene
    chapters: tuple[Chapter, ...]
    result: Result
    reason: Message
    letters: tuple[Letter, ...] = ()
    """Private ones that both sides have given to the book."""

    @property
    def names(self) -> list[str]:
        """Who sat where."""
        return [seat.player.name if seat.player else "—" for seat in self.seats]

    @property
    def ranking(self) -> list[tuple[int, str, int | None]]:
        """Rank, name and score, best first."""
        rows = zip(self.result.ranks, self.names, self.result.scores, strict=True)
        return sorted(rows, key=lambda row: row[0])


def is_shared(seats: list[Seat]) -> bool:
    """Every human player has agreed that others read. Somebody who left the site has not, and can no longer."""
    return all(seat.is_bot or (seat.player is not None and seat.shares_chronicle) for seat in seats)


def seats_for(code: str, player: Player | None) -> tuple[Game, list[Seat], Seat | None]:
    """The finished game, its seats, and this person's own. Two queries. Raises `NoChronicle`.

    The book is its players' own; others may open it once all of them agreed, whoever may see the table.
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
    """The book of a finished game, as a spectator saw it: nothing in it was ever hidden from anybody, but for letters that both
    sides have given to it. Three queries."""
    told = lines(game, None, None, most=game.seq + 1)
    moments = _moments(told, game.seq)
    scenes: dict[int, Scene] = {}
    dealt = next((line.seq for line in told if not line.by_chance), 0)
    for step in replay(game):
        seq = step.line["seq"] + 1
        if seq in moments or seq == dealt:
            scenes[seq] = _scene(step.session)
    opening = scenes[dealt] if dealt else _scene(start(game))
    chapters = tuple(
        Chapter(upto, tuple(line for line in told if since <= line.seq < upto), scenes[upto])
        for since, upto in zip((0, *moments), moments, strict=False)
    )
    stored = game.result or {}
    result = Result(tuple(stored["ranks"]), tuple(stored["scores"]), stored["reason"])
    return Chronicle(game, tuple(seats), opening, chapters, result, game.book.reason(result), tuple(shared_letters(game)))


def _scene(session: Session[Any]) -> Scene:
    return session.game.scene(session.view(None))


def _moments(told: list[LogLine], end: int) -> list[int]:
    """Where chapters end: after the last lines of stories, spread over the game; always at its end."""
    stories = [line.seq + 1 for line in told if line.story and line.seq + 1 < end] or _quarters(end)
    room = MOST_PICTURES - 2
    step = max(1, -(-len(stories) // room))
    return [*stories[step - 1 :: step], end]


def _quarters(end: int) -> list[int]:
    """A game without stories is cut in four."""
    return sorted({end * part // 4 for part in (1, 2, 3)} - {0, end})

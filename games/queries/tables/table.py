"""One table as one person may see it: the only way from a stored position to a page, a mail, a picture or an API answer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

import orjson

from games.models import Game, Player, Seat, Talk
from games.models.rows import Columns, rows
from games.queries.history.log import MOST_LINES, LogLine, lines
from games.queries.tables import state_digest
from games.rules.contract import Decision, Position, Result, View
from games.rules.messages import Message
from games.rules.scene import Scene
from games.rules.session import Session

GAME, HOST, SEAT, PLAYER = Columns(Game, "g"), Columns(Player, "h"), Columns(Seat, "s"), Columns(Player, "p")
SHOWN = f"{GAME.sql}, {HOST.sql}, {SEAT.sql}, {PLAYER.sql}, s.deputy_until > statement_timestamp()"
PEOPLE = """LEFT JOIN games_player h ON h.id = g.host_id
LEFT JOIN games_seat s ON s.game_id = g.id LEFT JOIN games_player p ON p.id = s.player_id"""
READ = f"SELECT {SHOWN} FROM games_game g {PEOPLE} WHERE g.code = %s ORDER BY s.index"
"""One statement, so that game and seats are of one moment: a move between two would set an older question under a newer `nth`."""
READ_SEATED = f"""
SELECT statement_timestamp(), g.code, {SHOWN} FROM games_game g {PEOPLE}
WHERE g.code = ANY(%s) AND EXISTS (SELECT FROM games_seat l WHERE l.game_id = g.id AND l.player_id = ANY(%s)) ORDER BY g.id, s.index
"""
READ_UNLESS = f"""
WITH marked AS MATERIALIZED ({state_digest.OF_A_VIEW})
SELECT {SHOWN}, marked.mark
FROM marked LEFT JOIN games_game g ON g.id = marked.id AND marked.mark IS DISTINCT FROM %(known)s {PEOPLE} ORDER BY s.index
"""
"""The same where the mark is another one than the known, else one row without a game."""

TALK = Columns(Talk, "t")
READ_TALK = f"""
SELECT {TALK.sql}, {PLAYER.sql} FROM games_talk t LEFT JOIN games_player p ON p.id = t.player_id
WHERE t.game_id = %s ORDER BY t.id DESC LIMIT %s
"""


class NoSuchTable(LookupError):
    """There is no such game, or this person may not know of it: both read alike."""


@dataclass
class Look:
    """What one person sees of one table. `mine` is None for spectators; a view exists once the game has started."""

    game: Game
    seats: list[Seat]
    mine: Seat | None
    deputy: bool = False
    """This person looks at `mine` as the deputy of who sits there."""
    twin: Look | None = None
    """Somebody else's look at the same table at the same moment: it is awake once for both."""

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is, or None for a spectator."""
        return self.mine.index if self.mine and self.game.started_at else None

    @property
    def you(self) -> int | None:
        """The seat whose doings are told in the second person: one's own, not one that a deputy serves."""
        return None if self.deputy else self.viewer

    @cached_property
    def names(self) -> list[str]:
        """Who sits where; free seats are named as such by the templates."""
        return [seat.player.name if seat.player else "—" for seat in self.seats]

    @cached_property
    def session(self) -> Session[Any] | None:
        """The game, awake; None before the start. Never hand it to a renderer."""
        if self.twin is not None:
            return self.twin.session
        if not self.game.position:
            return None
        return self.game.book.resume(Position.from_json(orjson.loads(self.game.position)))

    @cached_property
    def view(self) -> View | None:
        """What this person may know of the position."""
        return self.session.view(self.viewer) if self.session else None

    @cached_property
    def scene(self) -> Scene | None:
        """What to draw: the table, and what this person looks at to decide."""
        return self.game.book.shown(self.view, self.decision) if self.view else None

    @cached_property
    def decision(self) -> Decision | None:
        """What is asked of this person now, with what is barred and why; in a sealed phase with the answer given so far."""
        running = self.game.status == Game.Status.ACTIVE and not self.game.trouble
        if self.session is None or self.viewer is None or not running or self.mine is None or self.mine.state != Seat.State.PLAYING:
            return None
        decision = self.session.decision(self.viewer)
        if decision is None or self.view is None:
            return None
        return replace(decision, barred=self.game.book.barred(self.view, decision))

    @property
    def held(self) -> dict[str, Any] | None:
        """The answer of this person that is sent in a few seconds."""
        return self.mine.held if self.mine is not None and self.decision is not None else None

    @property
    def to_decide(self) -> Decision | None:
        """What a page asks this person: nothing while an answer is held."""
        return None if self.held is not None else self.decision

    @property
    def may_undo(self) -> bool:
        """This person's last answer may be taken back."""
        return self.decision is not None and self.session is not None and self.session.can_undo == self.viewer

    @cached_property
    def so_far(self) -> tuple[Message, ...]:
        """What this person has chosen in a turn of several steps that can still be taken back."""
        if not self.may_undo or self.session is None or self.viewer is None:
            return ()
        return self.game.book.so_far(self.session.position, self.viewer)

    @property
    def may_resign(self) -> bool:
        """This person has a seat of their own in a running game and has not given it up."""
        running = self.game.status == Game.Status.ACTIVE
        return running and self.mine is not None and not self.deputy and self.mine.state in (Seat.State.PLAYING, Seat.State.AWAY)

    @property
    def waiting_for(self) -> list[Seat]:
        """The seats everybody may know to be asked; in a sealed phase all of its seats, whoever has answered."""
        return [seat for seat in self.seats if seat.index in self.game.waiting]

    @property
    def result(self) -> Result | None:
        """How it ended."""
        stored = self.game.result
        return Result(tuple(stored["ranks"]), tuple(stored["scores"]), stored["reason"]) if stored else None

    def talk(self, most: int = 50) -> list[Talk]:
        """What was said at the table, oldest first. One query."""
        return [_remark(row) for row in reversed(rows(READ_TALK, [self.game.pk, most]))]

    def log(self, *, after: int = 0, upto: int | None = None, most: int = MOST_LINES) -> list[LogLine]:
        """What happened, for this person: the last `most` lines. One query."""
        return lines(self.game, self.viewer, self.view, after=after, upto=upto, most=most, deputy=self.deputy)

    @property
    def is_host(self) -> bool:
        """This person announced the table."""
        return self.mine is not None and self.mine.player_id == self.game.host_id and not self.deputy


def look_at(code: str, player: Player | None, *, invitation: str = "") -> Look:
    """One table as this person may see it. One query. Raises `NoSuchTable`.

    Private tables exist for their players, their host, and whoever holds the invitation while seats are free.
    """
    return _seen_by(player.pk if player is not None else None, *_read(rows(READ, [code]), code), invitation)


def looks_at(code: str, people: Collection[int]) -> dict[int, Look]:
    """One table at one moment, as each of these people may see it; who may not know of it is left out. One query."""
    looks: dict[int, Look] = {}
    with suppress(NoSuchTable):
        game, seats = _read(rows(READ, [code]), code)
        for person in people:
            with suppress(NoSuchTable):
                looks[person] = replace(_seen_by(person, game, seats), twin=next(iter(looks.values()), None))
    return looks


def looks_of(codes: Collection[str], people: Collection[int]) -> tuple[datetime | None, list[dict[int, Look]]]:
    """These tables as each of these people who has a seat there sees them, and the moment; None where nobody has one. One query."""
    tables: dict[str, list[tuple[Any, ...]]] = {}
    found = rows(READ_SEATED, [list(codes), list(people)])
    for _moment, code, *row in found:
        tables.setdefault(code, []).append(tuple(row))
    looks = []
    for code, of_one in tables.items():
        game, seats = _read(of_one, code)
        seen: dict[int, Look] = {}
        for seat in seats:
            if seat.player_id is not None and seat.player_id in people:
                seen[seat.player_id] = Look(game, seats, seat, twin=next(iter(seen.values()), None))
        looks.append(seen)
    return (found[0][0] if found else None), looks


def look_unless(known: str, code: str, player: Player | None) -> tuple[str | None, Look | None]:
    """The mark of a table for this person (`state_digest`), and the table itself unless that is the `known` one. One query.

    Raises `NoSuchTable`.
    """
    found = rows(READ_UNLESS, {"me": player.pk if player is not None else None, "code": code, "known": known})
    mark: str | None = found[0][-1] if found else None
    if mark is not None and mark == known:
        return mark, None
    return mark, _seen_by(player.pk if player is not None else None, *_read([row[:-1] for row in found], code))


def _seen_by(person: int | None, game: Game, seats: list[Seat], invitation: str = "") -> Look:
    """Raises `NoSuchTable` for a private table that this person may not know of."""
    mine = next((seat for seat in seats if person is not None and seat.player_id == person), None)
    deputised = _deputised(seats, person) if mine is None and person is not None else None
    invited = bool(invitation) and invitation == game.invitation
    hosts = person is not None and game.host_id == person
    if game.visibility == Game.Visibility.PRIVATE and mine is None and deputised is None and not invited and not hosts:
        raise NoSuchTable(game.code)
    return Look(game, seats, mine or deputised, deputised is not None)


def _read(found: list[tuple[Any, ...]], code: str) -> tuple[Game, list[Seat]]:
    """A game and its seats. Raises `NoSuchTable`."""
    if not found:
        raise NoSuchTable(code)
    game = GAME.must(found[0])
    game.host = HOST.read(found[0], GAME.width)
    return game, [seat for row in found if (seat := _seat(game, row[GAME.width + HOST.width :])) is not None]


def _seat(game: Game, row: Sequence[Any]) -> Seat | None:
    """A seat with its game, its person and `served`: whether its deputy plays for it at the moment. None for a game without any."""
    seat: Any = SEAT.read(row)
    if seat is not None:
        seat.game, seat.player, seat.served = game, PLAYER.read(row, SEAT.width), bool(row[-1])
    found: Seat | None = seat
    return found


def _remark(row: Sequence[Any]) -> Talk:
    """Something that was said, with who said it."""
    remark = TALK.must(row)
    remark.player = PLAYER.read(row, TALK.width)
    return remark


def _deputised(seats: list[Seat], person: int) -> Seat | None:
    """The seat this person plays for at the moment, without what its holder keeps private."""
    seat: Any = copy(next((seat for seat in seats if seat.deputy_id == person and getattr(seat, "served", False)), None))
    if seat is not None:
        seat.notes, seat.orders, seat.order_at = "", {}, None
    found: Seat | None = seat
    return found

"""One table as one viewer may see it. Every page, mail, picture and API response reads positions through this module."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from games.models import Game, Player, Seat, Talk
from games.models.rows import Columns, rows
from games.models.stored_position import resume
from games.queries.history.log import MOST_LINES, LogLine, lines
from games.queries.tables import state_digest
from games.rules.contract import Decision, Result, View
from games.rules.messages import Message, Who, msg
from games.rules.scene import Card, Scene
from games.rules.session import Session

GAME, HOST, SEAT, PLAYER = Columns(Game, "g"), Columns(Player, "h"), Columns(Seat, "s"), Columns(Player, "p")
HAS_TALK = "CASE WHEN s.index = 0 THEN EXISTS (SELECT FROM games_talk WHERE game_id = g.id) END"
"""Once for each table. Letters are not asked for: that there are some would show in the response times of others."""
SHOWN = f"{GAME.sql}, {HOST.sql}, {SEAT.sql}, {PLAYER.sql}, s.deputy_until > statement_timestamp(), {HAS_TALK}"
PEOPLE = """LEFT JOIN games_player h ON h.id = g.host_id
LEFT JOIN games_seat s ON s.game_id = g.id LEFT JOIN games_player p ON p.id = s.player_id"""
READ_BY_CODE = f"SELECT {SHOWN} FROM games_game g {PEOPLE} WHERE g.code = %(code)s ORDER BY s.index"
"""One statement, so that game and seats are one snapshot: a move between two statements would combine an old question with a new `nth`."""
READ_SEATED = f"""
SELECT statement_timestamp(), g.code, {SHOWN} FROM games_game g {PEOPLE}
WHERE g.code = ANY(%s) AND EXISTS (SELECT FROM games_seat l WHERE l.game_id = g.id AND l.player_id = ANY(%s)) ORDER BY g.id, s.index
"""
READ_UNLESS = f"""
WITH marked AS MATERIALIZED ({state_digest.OF_A_VIEW})
SELECT {SHOWN}, marked.mark
FROM marked LEFT JOIN games_game g ON g.id = marked.id AND marked.mark IS DISTINCT FROM %(known)s {PEOPLE} ORDER BY s.index
"""
"""The same if the digest differs from `known`, else one row without a game."""
SHOWN_WIDTH = GAME.width + HOST.width + SEAT.width + PLAYER.width + 2

TALK = Columns(Talk, "t")
READ_TALK = f"""
SELECT {TALK.sql}, {PLAYER.sql} FROM games_talk t LEFT JOIN games_player p ON p.id = t.player_id
WHERE t.game_id = %s ORDER BY t.id DESC LIMIT %s
"""


class NoSuchTable(LookupError):
    """There is no such game, or this person may not see it; the error is the same for both."""


@dataclass
class Look:
    """What one viewer sees of one table. `mine` is None for spectators; a view exists once the game has started."""

    game: Game
    seats: list[Seat]
    mine: Seat | None
    deputy: bool = False
    """The viewer is the deputy of `mine`."""
    session_source: Look | None = None
    """Another viewer's look at the same snapshot, whose session is used so that the position is resumed once."""

    @property
    def acting_seat(self) -> int:
        """The seat that the viewer acts for, their own or as a deputy; -1 without one, which services refuse."""
        return self.mine.index if self.mine is not None else -1

    @property
    def own(self) -> Seat | None:
        """The seat that the viewer holds; None for spectators and deputies."""
        return None if self.deputy else self.mine

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is, or None for a spectator."""
        return self.mine.index if self.mine and self.game.started_at else None

    @property
    def you(self) -> int | None:
        """The seat that texts address as "you": the viewer's own, not one of which they are the deputy."""
        return None if self.deputy else self.viewer

    @cached_property
    def names(self) -> list[str]:
        return [seat.player.name if seat.player else "—" for seat in self.seats]

    @cached_property
    def session(self) -> Session[Any] | None:
        """The session with all hidden information, None before the start. It must not reach templates or renderers.

        Raises `UnknownRules` or `UnreadablePosition`.
        """
        if self.session_source is not None:
            return self.session_source.session
        if not self.game.position:
            return None
        return resume(self.game)

    @cached_property
    def view(self) -> View | None:
        """What the viewer may know of the position."""
        return self.session.view(self.viewer) if self.session else None

    @cached_property
    def scene(self) -> Scene | None:
        """What to draw: the table, and what the viewer needs for the decision."""
        return self.game.book.shown(self.view, self.decision) if self.view else None

    @property
    def asking_card(self) -> Card | None:
        """The card that the open question is about, if it has a text."""
        return self.game.book.asking_card(self.decision) if self.decision is not None else None

    @cached_property
    def decision(self) -> Decision | None:
        """The viewer's open question, with barred choices and the reasons; in a sealed phase with the answer given so far."""
        running = self.game.status == Game.Status.ACTIVE and not self.game.trouble
        if self.session is None or self.viewer is None or not running or self.mine is None or self.mine.state != Seat.State.PLAYING:
            return None
        decision = self.session.decision(self.viewer)
        if decision is None or self.view is None:
            return None
        return replace(decision, barred=self.game.book.barred(self.view, decision))

    @property
    def held(self) -> dict[str, Any] | None:
        """The viewer's held answer to the open question."""
        return self.mine.held if self.mine is not None and self.decision is not None else None

    @property
    def to_decide(self) -> Decision | None:
        """The decision that a page offers: none while an answer is held."""
        return None if self.held is not None else self.decision

    @property
    def may_undo(self) -> bool:
        """Whether the viewer's last answer can be undone."""
        return self.decision is not None and self.session is not None and self.session.can_undo == self.viewer

    @cached_property
    def so_far(self) -> tuple[Message, ...]:
        """The viewer's choices in the current turn of several steps, as far as they can be undone."""
        if not self.may_undo or self.session is None or self.viewer is None:
            return ()
        return self.game.book.so_far(self.session.position, self.viewer)

    @property
    def may_resign(self) -> bool:
        """Whether the viewer holds a seat of a running game and has not left it."""
        running = self.game.status == Game.Status.ACTIVE
        return running and self.own is not None and self.own.state in (Seat.State.PLAYING, Seat.State.AWAY)

    @property
    def waiting_for(self) -> list[Seat]:
        """The seats that are publicly known to be asked; in a sealed phase all of its seats, answered or not."""
        return [seat for seat in self.seats if seat.index in self.game.waiting]

    @property
    def result(self) -> Result | None:
        return Result.load(self.game.result) if self.game.result else None

    def talk(self, most: int = 50) -> list[Talk]:
        """The latest remarks at the table, oldest first. One query, none at a table without talk."""
        return [] if self.game.has_talk is False else [_remark(row) for row in reversed(rows(READ_TALK, [self.game.pk, most]))]

    def log(self, *, after: int = 0, upto: int | None = None, most: int = MOST_LINES) -> list[LogLine]:
        """The last `most` lines of the log, as the viewer may know them. One query."""
        return lines(self.game, self.viewer, self.view, after=after, upto=upto, most=most, deputy=self.deputy)

    @property
    def is_host(self) -> bool:
        return self.mine is not None and self.mine.player_id == self.game.host_id and not self.deputy


def reason_of(look: Look, result: Result) -> Message:
    """The sentence for why the game ended. A single player who resigned or lost on time is named, unless the account is deleted."""
    state = {"resigned": Seat.State.RESIGNED, "forfeited": Seat.State.FORFEITED}.get(result.reason)
    left = [seat.index for seat in look.seats if seat.state == state and seat.player is not None]
    if len(left) != 1:
        return look.game.book.reason(result)
    if state == Seat.State.RESIGNED:
        return msg("{who:{who} has|You have} resigned.", who=Who(left[0]))
    return msg("{who:{who} has|You have} run out of time too often.", who=Who(left[0]))


def look_at(code: str, player: Player | None, *, invitation: str = "") -> Look:
    """One table as a player may see it (None: an anonymous visitor). One query. Raises `NoSuchTable`.

    Private tables are visible to their players and deputies, their host, and visitors with the invitation.
    """
    return seen_by(player.pk if player is not None else None, *read_table(rows(READ_BY_CODE, {"code": code}), code), invitation)


def looks_at(code: str, people: Collection[int]) -> dict[int, Look]:
    """One snapshot of a table as each of these players may see it, by player id; without those who may not see it. One query."""
    looks: dict[int, Look] = {}
    with suppress(NoSuchTable):
        game, seats = read_table(rows(READ_BY_CODE, {"code": code}), code)
        for person in people:
            with suppress(NoSuchTable):
                looks[person] = replace(seen_by(person, game, seats), session_source=next(iter(looks.values()), None))
    return looks


def looks_of(codes: Collection[str], people: Collection[int]) -> tuple[datetime | None, list[dict[int, Look]]]:
    """These tables as each of these people who has a seat there sees them, and the moment; None where nobody has one. One query."""
    tables: dict[str, list[tuple[Any, ...]]] = {}
    found = rows(READ_SEATED, [list(codes), list(people)])
    for _moment, code, *row in found:
        tables.setdefault(code, []).append(tuple(row))
    looks = []
    for code, of_one in tables.items():
        game, seats = read_table(of_one, code)
        seen: dict[int, Look] = {}
        for seat in seats:
            if seat.player_id is not None and seat.player_id in people:
                seen[seat.player_id] = Look(game, seats, seat, session_source=next(iter(seen.values()), None))
        looks.append(seen)
    return (found[0][0] if found else None), looks


def look_unless(known: str, code: str, player: Player | None) -> tuple[str | None, Look | None]:
    """The digest of a table for a player (`state_digest`), and the table unless the digest equals `known`. One query.

    Raises `NoSuchTable`.
    """
    person = player.pk if player is not None else None
    return look_of_rows(rows(READ_UNLESS, {"me": person, "code": code, "known": known}), known, code, person)


def look_of_rows(found: Sequence[tuple[Any, ...]], known: str, code: str, person: int | None) -> tuple[str | None, Look | None]:
    """The same from the rows of `READ_UNLESS`, where they were read together with something else. Raises `NoSuchTable`."""
    mark: str | None = found[0][-1] if found else None
    if mark is not None and mark == known:
        return mark, None
    return mark, seen_by(person, *read_table([row[:-1] for row in found], code))


def seen_by(person: int | None, game: Game, seats: list[Seat], invitation: str = "") -> Look:
    """The look of one player. Raises `NoSuchTable` for a private table that they may not see."""
    mine = next((seat for seat in seats if person is not None and seat.player_id == person), None)
    deputised = _deputised(seats, person) if mine is None and person is not None else None
    invited = bool(invitation) and invitation == game.invitation
    hosts = person is not None and game.host_id == person
    if game.visibility == Game.Visibility.PRIVATE and mine is None and deputised is None and not invited and not hosts:
        raise NoSuchTable(game.code)
    return Look(game, seats, mine or deputised, deputised is not None)


def read_table(found: list[tuple[Any, ...]], code: str) -> tuple[Game, list[Seat]]:
    """The game and its seats from rows of `READ_BY_CODE`. Raises `NoSuchTable`."""
    if not found:
        raise NoSuchTable(code)
    game = GAME.read_required(found[0])
    game.host, game.has_talk = HOST.read(found[0], GAME.width), bool(found[0][-1])
    return game, [seat for row in found if (seat := _seat(game, row[GAME.width + HOST.width :])) is not None]


def _seat(game: Game, row: Sequence[Any]) -> Seat | None:
    """A seat with its game, its player and `served`: whether its deputy may play now. None for a game without seats."""
    seat: Any = SEAT.read(row)
    if seat is not None:
        seat.game, seat.player, seat.served = game, PLAYER.read(row, SEAT.width), bool(row[-2])
    found: Seat | None = seat
    return found


def _remark(row: Sequence[Any]) -> Talk:
    remark = TALK.read_required(row)
    remark.player = PLAYER.read(row, TALK.width)
    return remark


def _deputised(seats: list[Seat], person: int) -> Seat | None:
    """The seat of which this player is the deputy now, without the private data of its holder."""
    seat: Any = copy(next((seat for seat in seats if seat.deputy_id == person and getattr(seat, "served", False)), None))
    if seat is not None:
        seat.notes, seat.orders, seat.order_at = "", {}, None
    found: Seat | None = seat
    return found

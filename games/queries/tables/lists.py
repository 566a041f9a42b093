"""Lists of games: a player's own by urgency, open tables, and games to watch."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from games.models import Block, Game, Player, Seat
from games.models.rows import Columns, rows

PAGE = 50


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a list: the game, its seats with their players, and the viewer's own seat if there is one."""

    game: Game
    seats: tuple[Seat, ...]
    mine: Seat | None
    deputy_of: str = ""
    """The name of the holder of `mine` when the viewer is its deputy, else ""."""

    @property
    def my_turn(self) -> bool:
        """Whether the viewer has an open question in this game."""
        return self.mine is not None and self.mine.pending

    @property
    def due_at(self) -> datetime | None:
        return self.mine.due_at if self.mine else None

    @property
    def free_seats(self) -> int:
        return sum(seat.player_id is None for seat in self.seats)

    @property
    def decides(self) -> list[Player]:
        """The other players who are publicly known to be asked."""
        return [seat.player for seat in self.seats if seat.player is not None and seat != self.mine and seat.index in self.game.waiting]

    @property
    def opponents(self) -> list[Player]:
        return [seat.player for seat in self.seats if seat.player is not None and seat != self.mine]


SHOWN = (
    "code",
    "rules",
    "rules_version",
    "status",
    "started_at",
    "moved_at",
    "ended_at",
    "seq",
    "waiting",
    "seat_count",
    "options",
    "pace",
    "note",
    "result",
)
"""The columns of a game that lists need; a whole row is sixty times as long."""
GAME, NAME = Columns(Game, "g", ("id", *SHOWN)), Columns(Player, "p", ("id", "name"))
PLACE = Columns(Seat, "s", ("id", "game_id", "index", "player_id", "is_bot"))
MINE = "CASE WHEN shown.deputised THEN s.deputy_id ELSE s.player_id END"
LINES = f"""
SELECT {GAME.sql}, {PLACE.sql}, {NAME.sql}, shown.list,
    CASE WHEN {MINE} = %(me)s THEN s.pending END, CASE WHEN {MINE} = %(me)s THEN s.due_at END
FROM ({{shown}}) shown(list, deputised, id, place) JOIN games_game g ON g.id = shown.id
LEFT JOIN games_seat s ON s.game_id = g.id LEFT JOIN games_player p ON p.id = s.player_id
ORDER BY shown.list, shown.place, s.index
"""
"""Private columns, such as whether a seat has an open question, are read of the viewer's own seat only."""
RUNNING = f"""ARRAY(
SELECT s.game_id FROM games_seat s JOIN games_game g ON g.id = s.game_id WHERE s.player_id = %(me)s AND s.live
ORDER BY s.pending DESC, s.due_at NULLS LAST, g.moved_at DESC, g.id DESC LIMIT {PAGE})"""
DEPUTISED = f"""ARRAY(
SELECT s.game_id FROM games_seat s WHERE s.deputy_id = %(me)s AND s.deputy_until > statement_timestamp() AND s.live
ORDER BY s.pending DESC, s.due_at NULLS LAST, s.id LIMIT {PAGE})"""
UNSTARTED = """ARRAY(
SELECT g.id FROM games_game g WHERE g.status IN ('open', 'ready')
AND (g.host_id = %(me)s OR g.id IN (SELECT s.game_id FROM games_seat s WHERE s.player_id = %(me)s AND NOT s.live))
ORDER BY g.id DESC LIMIT 20)"""
FINISHED = """ARRAY(
SELECT g.id FROM games_game g JOIN games_seat s ON s.game_id = g.id
WHERE s.player_id = %(me)s AND g.status = 'finished' ORDER BY g.id DESC LIMIT %(limit)s)"""
CHOSEN = "%(ids)s::bigint[]"
WAITING = """
SELECT count(*) FROM games_seat WHERE live AND pending
AND (player_id = %(me)s OR deputy_id = %(me)s AND deputy_until > statement_timestamp())
"""


@dataclass(frozen=True, slots=True)
class Lines:
    """The result of a list query: comparable, and converted to `Row`s when it is rendered. `for_others`: seats of deputies."""

    read: tuple[tuple[Any, ...], ...]
    for_others: bool = False

    def rows(self) -> list[Row]:
        """The entries, in the order of the list."""
        return [self._row(list(places)) for _game, places in groupby(self.read, key=lambda row: row[0])]

    def _row(self, places: Sequence[Sequence[Any]]) -> Row:
        """The entry of one game, from the result rows of its seats."""
        seats: list[Seat] = []
        mine = None
        for place in places:
            if (seat := PLACE.read(place, GAME.width)) is None:
                continue
            seat.player = NAME.read(place, GAME.width + PLACE.width)
            seats.append(seat)
            if place[-2] is not None:
                mine, (seat.pending, seat.due_at) = seat, place[-2:]
        holder = mine.player.name if self.for_others and mine is not None and mine.player is not None else ""
        return Row(GAME.read_required(places[0]), tuple(seats), mine, holder)


class Home(NamedTuple):
    """The lists of a player's home page."""

    running: Lines
    deputised: Lines
    tables: Lines
    finished: Lines


def home(player: Player) -> Home:
    """The lists of a player's home page. One query."""
    return Home(*_lists((RUNNING, DEPUTISED, UNSTARTED, FINISHED), player, limit=10))


def _lists(which: Sequence[str], player: Player | None, **values: Any) -> list[Lines]:
    shown = (f"SELECT {number}, {ids is DEPUTISED}, * FROM unnest({ids}) WITH ORDINALITY" for number, ids in enumerate(which))
    found = rows(LINES.format(shown=" UNION ALL ".join(shown)), {"me": player.pk if player is not None else None, **values})
    read = {number: tuple(lines) for number, lines in groupby(found, key=lambda row: row[-3])}
    return [Lines(read.get(number, ()), for_others=ids is DEPUTISED) for number, ids in enumerate(which)]


def _lines(which: str, player: Player | None, **values: Any) -> Lines:
    return _lists((which,), player, **values)[0]


def running(player: Player) -> Lines:
    """A player's running games: those with an open question first, by deadline; then the others, latest move first. One query."""
    return _lines(RUNNING, player)


def unstarted(player: Player) -> Lines:
    """Tables that have not started and that the player hosts or has a seat at, newest first. One query."""
    return _lines(UNSTARTED, player)


def finished(player: Player, limit: int = PAGE) -> Lines:
    """A player's finished games, latest first. One query."""
    return _lines(FINISHED, player, limit=limit)


def _chosen(games: QuerySet[Game], player: Player | None, limit: int) -> Lines:
    """The list of these games, in their order. Two queries, one when there is no game."""
    ids = list(games.values_list("pk", flat=True)[:limit])
    return _lines(CHOSEN, player, ids=ids) if ids else Lines(())


def waiting_count(player: Player) -> int:
    """The number of open questions of a player, in their own seats and as a deputy: the counter in the page title. One query."""
    count: int = rows(WAITING, {"me": player.pk})[0][0]
    return count


def has_played(player: Player, but: Game) -> bool:
    """Whether the player has, or had, a seat in another game of the same rules as `but`. One query."""
    return Seat.objects.filter(player=player, game__rules=but.rules).exclude(game=but).exists()


def has_other_games(player: Player, but: Game) -> bool:
    """Whether the player has a seat in another running game. One query."""
    return Seat.objects.filter(player=player, live=True).exclude(game=but).exists()


def next_code(player: Player, after: str = "") -> str | None:
    """The code of the most urgent game with an open question of the player, or the one after `after`; None without any. One query."""
    asked = Seat.objects.filter(Q(player=player) | Q(deputy=player, deputy_until__gt=Now()), live=True, pending=True)
    mine = asked.order_by(F("due_at").asc(nulls_last=True), "game_id")
    codes = list(mine.values_list("game__code", flat=True)[:PAGE])
    if not codes:
        return None
    return codes[(codes.index(after) + 1) % len(codes)] if after in codes else codes[0]


def free_seats(player: Player | None, rules: str = "", limit: int = PAGE, before: int | None = None) -> Lines:
    """Public tables with a free seat and without blocked players, newest first. Two queries.

    `before` is the id of the last table of the previous page.
    """
    games = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC)
    if player is not None:
        games = games.exclude(Exists(beside_the_blocked(player)))
    if rules:
        games = games.filter(rules=rules)
    if before is not None:
        games = games.filter(pk__lt=before)
    return _chosen(games.order_by("-id"), player, limit)


def beside_the_blocked(player: Player) -> QuerySet[Seat]:
    """Seats of an outer game whose players have blocked this player or are blocked by them."""
    apart = Q(player__in=Block.objects.filter(owner=player).values("blocked")) | Q(
        player__in=Block.objects.filter(blocked=player).values("owner")
    )
    return Seat.objects.filter(apart, game=OuterRef("pk"))


def watched(player: Player | None, limit: int = PAGE) -> Lines:
    """Running public games of others with at least one person, latest move first. Two queries."""
    played_by_people = Seat.objects.filter(game=OuterRef("pk"), player__by_program=False)
    games = Game.objects.filter(Exists(played_by_people), status=Game.Status.ACTIVE, visibility=Game.Visibility.PUBLIC)
    if player is not None:
        games = games.exclude(Exists(Seat.objects.filter(player=player, live=True, game=OuterRef("pk"))))
    return _chosen(games.order_by("-moved_at"), player, limit)

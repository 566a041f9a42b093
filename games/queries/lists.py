"""Lists of games: mine by urgency, open tables, games one may watch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Prefetch, Q, QuerySet

from games.models import Game, Player, Seat

PAGE = 50


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list of games: the game, its seats with their people, and the reader's own seat if any."""

    game: Game
    seats: tuple[Seat, ...]
    mine: Seat | None

    @property
    def my_turn(self) -> bool:
        """Something is asked of the reader here."""
        return self.mine is not None and self.mine.pending

    @property
    def due_at(self) -> datetime | None:
        """The reader's own deadline."""
        return self.mine.due_at if self.mine else None

    @property
    def free_seats(self) -> int:
        """How many seats nobody has taken."""
        return sum(seat.player_id is None for seat in self.seats)

    @property
    def opponents(self) -> list[Player]:
        """The other people at the table, by seat."""
        return [seat.player for seat in self.seats if seat.player is not None and seat != self.mine]


def _rows(games: Iterable[Game], player: Player | None) -> list[Row]:
    rows = []
    for game in games:
        seats = tuple(game.seats.all())
        rows.append(Row(game, seats, next((seat for seat in seats if player is not None and seat.player_id == player.pk), None)))
    return rows


def _with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("index"))
    return games.select_related("host").defer("position", "secret").prefetch_related(seats)


def my_games(player: Player, limit: int = PAGE) -> list[Row]:
    """My running games: those that wait for me first, by deadline; then the others, latest move first. Two queries."""
    mine = Seat.objects.filter(player=player, live=True).order_by("-pending", F("due_at").asc(nulls_last=True), "-game__moved_at")
    order = [game_id for (game_id,) in mine.values_list("game_id")[:limit]]
    games = {game.pk: game for game in _with_seats(Game.objects.filter(pk__in=order))}
    return _rows((games[game_id] for game_id in order if game_id in games), player)


def my_tables(player: Player, limit: int = PAGE) -> list[Row]:
    """My tables that have not started yet."""
    waiting = Q(status__in=(Game.Status.OPEN, Game.Status.READY)) & (Q(seats__player=player) | Q(host=player))
    return _rows(_with_seats(Game.objects.filter(waiting).distinct().order_by("-id"))[:limit], player)


def my_finished(player: Player, limit: int = PAGE, before: int | None = None) -> list[Row]:
    """Games I played that are over, latest first; `before` is the id of the last one seen."""
    games = Game.objects.filter(seats__player=player, status=Game.Status.FINISHED)
    if before is not None:
        games = games.filter(pk__lt=before)
    return _rows(_with_seats(games.order_by("-id"))[:limit], player)


def waiting_count(player: Player) -> int:
    """In how many games something is asked of me: the counter in the title."""
    return Seat.objects.filter(player=player, live=True, pending=True).count()


def next_code(player: Player, after: str = "") -> str | None:
    """The code of the most urgent game that waits for me, or the one after `after`; None when nothing does."""
    mine = Seat.objects.filter(player=player, live=True, pending=True).order_by(F("due_at").asc(nulls_last=True), "game_id")
    codes = list(mine.values_list("game__code", flat=True)[:PAGE])
    if not codes:
        return None
    return codes[(codes.index(after) + 1) % len(codes)] if after in codes else codes[0]


def open_tables(player: Player | None, rules: str = "", limit: int = PAGE, before: int | None = None) -> list[Row]:
    """Public tables with a free seat, newest first; `before` is the id of the last one seen."""
    games = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC)
    if rules:
        games = games.filter(rules=rules)
    if before is not None:
        games = games.filter(pk__lt=before)
    return _rows(_with_seats(games.order_by("-id"))[:limit], player)


def watchable(player: Player | None, limit: int = PAGE) -> list[Row]:
    """Public games that are running, latest move first."""
    games = Game.objects.filter(status=Game.Status.ACTIVE, visibility=Game.Visibility.PUBLIC)
    return _rows(_with_seats(games.order_by("-moved_at"))[:limit], player)

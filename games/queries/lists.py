"""Lists of games: mine by urgency, open tables, games one may watch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from games.models import Block, Game, Player, Seat

PAGE = 50


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list of games: the game, its seats with their people, and the reader's own seat if any."""

    game: Game
    seats: tuple[Seat, ...]
    mine: Seat | None
    deputy_of: str = ""
    """Whose seat `mine` is, when the reader plays for somebody else."""

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


SHOWN = ("code", "rules", "status", "moved_at", "ended_at")
"""What a line of a list shows of its game; a whole row of a game is sixty times as long."""
SHOWN_OF_SEATS = ("game_id", "index", "player_id", "pending", "due_at", "player__name")


def _rows(games: Iterable[Game], player: Player | None) -> list[Row]:
    """Lines for these games, in their order. One query for the seats of all of them, none when there is no game."""
    games = list(games)
    seats: dict[int, list[Seat]] = {game.pk: [] for game in games}
    if games:
        for seat in Seat.objects.filter(game__in=list(seats)).select_related("player").only(*SHOWN_OF_SEATS).order_by("game_id", "index"):
            seats[seat.game_id].append(seat)
    own = player.pk if player is not None else None
    return [
        Row(game, tuple(seats[game.pk]), next((seat for seat in seats[game.pk] if own is not None and seat.player_id == own), None))
        for game in games
    ]


def my_games(player: Player, limit: int = PAGE) -> list[Row]:
    """My running games: those that wait for me first, by deadline; then the others, latest move first. Two queries."""
    mine = Seat.objects.filter(player=player, live=True).select_related("game")
    urgent = mine.order_by("-pending", F("due_at").asc(nulls_last=True), "-game__moved_at", "-game_id")
    return _rows([seat.game for seat in urgent.only("game_id", *(f"game__{name}" for name in SHOWN))[:limit]], player)


def deputised(player: Player, limit: int = PAGE) -> list[Row]:
    """The games I play for others at the moment, by urgency. Two queries, one when there are none."""
    mine = Seat.objects.filter(_stands_in(player), live=True).order_by("-pending", F("due_at").asc(nulls_last=True))
    theirs = list(mine.select_related("game", "player").only(*SHOWN_OF_SEATS, *(f"game__{name}" for name in SHOWN))[:limit])
    rows = zip(_rows([seat.game for seat in theirs], None), theirs, strict=True)
    return [replace(row, mine=seat, deputy_of=seat.player.name if seat.player else "") for row, seat in rows]


def _stands_in(player: Player) -> Q:
    """Seats this person is the deputy of, by the database's clock."""
    return Q(deputy=player, deputy_until__gt=Now())


def my_tables(player: Player, limit: int = PAGE) -> list[Row]:
    """My tables that have not started yet."""
    seated = Q(pk__in=Seat.objects.filter(player=player, live=False).values("game_id"))
    games = Game.objects.filter(seated | Q(host=player), status__in=(Game.Status.OPEN, Game.Status.READY))
    return _rows(games.only(*SHOWN).order_by("-id")[:limit], player)


def my_finished(player: Player, limit: int = PAGE, before: int | None = None) -> list[Row]:
    """Games I played that are over, latest first; `before` is the id of the last one seen."""
    games = Game.objects.filter(seats__player=player, status=Game.Status.FINISHED)
    if before is not None:
        games = games.filter(pk__lt=before)
    return _rows(games.only(*SHOWN).order_by("-id")[:limit], player)


def waiting_count(player: Player) -> int:
    """In how many games something is asked of me, or of whom I am the deputy: the counter in the title."""
    return Seat.objects.filter(Q(player=player) | _stands_in(player), live=True, pending=True).count()


def next_code(player: Player, after: str = "") -> str | None:
    """The code of the most urgent game that waits for me, or the one after `after`; None when nothing does."""
    asked = Seat.objects.filter(Q(player=player) | _stands_in(player), live=True, pending=True)
    mine = asked.order_by(F("due_at").asc(nulls_last=True), "game_id")
    codes = list(mine.values_list("game__code", flat=True)[:PAGE])
    if not codes:
        return None
    return codes[(codes.index(after) + 1) % len(codes)] if after in codes else codes[0]


def open_tables(player: Player | None, rules: str = "", limit: int = PAGE, before: int | None = None) -> list[Row]:
    """Public tables with a free seat and agreeable company, newest first; `before` is the id of the last one seen."""
    games = Game.objects.filter(status=Game.Status.OPEN, visibility=Game.Visibility.PUBLIC)
    if player is not None:
        games = games.exclude(Exists(beside_the_blocked(player)))
    if rules:
        games = games.filter(rules=rules)
    if before is not None:
        games = games.filter(pk__lt=before)
    return _rows(games.only(*SHOWN).order_by("-id")[:limit], player)


def beside_the_blocked(player: Player) -> QuerySet[Seat]:
    """Seats, to be matched with an outer game, of people this person keeps apart from or who keep apart from them."""
    apart = Q(player__in=Block.objects.filter(owner=player).values("blocked")) | Q(
        player__in=Block.objects.filter(blocked=player).values("owner")
    )
    return Seat.objects.filter(apart, game=OuterRef("pk"))


def watchable(player: Player | None, limit: int = PAGE) -> list[Row]:
    """Public games of others that are running, latest move first; one's own are among `my_games`."""
    games = Game.objects.filter(status=Game.Status.ACTIVE, visibility=Game.Visibility.PUBLIC)
    if player is not None:
        games = games.exclude(Exists(Seat.objects.filter(player=player, live=True, game=OuterRef("pk"))))
    return _rows(games.only(*SHOWN).order_by("-moved_at")[:limit], player)

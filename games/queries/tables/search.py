"""Games found by explicit filters: for the API's list. Two queries however many there are."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q

from games.models import Game, Player, Seat
from games.queries.tables.lists import Row


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for; None and "" mean: whatever. `before` is the id of the last one seen."""

    status: str = ""
    rules: str = ""
    mine: bool | None = None
    my_turn: bool | None = None
    before: int | None = None


def find(player: Player | None, wanted: Wanted, limit: int) -> list[Row]:
    """Games this person may know of, newest first: public ones, and those where they sit or are the host."""
    own = Q(pk=None)
    if player is not None:
        own = Q(Exists(Seat.objects.filter(game=OuterRef("pk"), player=player))) | Q(host=player)
    games = Game.objects.filter(own | Q(visibility=Game.Visibility.PUBLIC))
    if wanted.status:
        games = games.filter(status=wanted.status)
    if wanted.rules:
        games = games.filter(rules=wanted.rules)
    if wanted.mine is not None:
        games = games.filter(own) if wanted.mine else games.exclude(own)
    if wanted.my_turn is not None and player is not None:
        asked = Q(Exists(Seat.objects.filter(game=OuterRef("pk"), player=player, live=True, pending=True)))
        games = games.filter(asked) if wanted.my_turn else games.exclude(asked)
    if wanted.before is not None:
        games = games.filter(pk__lt=wanted.before)
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("index"))
    rows = games.select_related("host").defer("position", "secret").prefetch_related(seats).order_by("-pk")[:limit]
    return [_row(game, player) for game in rows]


def _row(game: Game, player: Player | None) -> Row:
    seats = tuple(game.seats.all())
    return Row(game, seats, next((seat for seat in seats if player is not None and seat.player_id == player.pk), None))

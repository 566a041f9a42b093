"""The export of a finished game: a JSON document with which it can be replayed and every shuffle verified without this site."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Prefetch

from games.models import Game, Move, Player, Seat
from games.queries.history.replay import COLUMNS, replay, replayed
from games.rules.errors import NotAsked
from games.rules.messages import msg

FORMAT = "fateapp-game/1"


def finished_games(player: Player, *, rules: str = "", after: int = 0, limit: int) -> list[Game]:
    """A player's finished games with seats and logs, oldest first; `after` is the id of the last one read. Three queries."""
    games = Game.objects.filter(seats__player=player, status=Game.Status.FINISHED, pk__gt=after).distinct()
    games = games.filter(rules=rules) if rules else games
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("index"))
    return list(games.prefetch_related(seats, Prefetch("moves", Move.objects.order_by("seq"))).order_by("pk")[:limit])


def export(game: Game, seats: Sequence[Seat], moves: Iterable[Move] | None = None) -> dict[str, Any]:
    """The document of a finished game; `moves` are its log, if the caller has read it.

    Raises `NotAsked` while the game runs, because the document reveals hidden information.
    """
    if game.status != Game.Status.FINISHED:
        raise NotAsked(msg("A game can be exported when it is over."), code="not_over")
    known = None if moves is None else ({name: getattr(move, name) for name in COLUMNS} for move in moves)
    steps = replay(game) if known is None else replayed(game, known)
    lines = [step.line | ({"draw": step.draw} if step.draw else {}) for step in steps]
    return {
        "format": FORMAT,
        "game": game.code,
        "rules": game.rules,
        "rules_version": game.rules_version,
        "seats": game.seat_count,
        "options": game.options,
        "players": [seat.player.name if seat.player else None for seat in seats],
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "result": game.result,
        "log": lines,
        "verification": verification(game, seats),
    }


def verification(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """The data by which shuffles can be verified; with the secret only when the game is over."""
    over = game.status == Game.Status.FINISHED
    return {
        "method": "SHA-256 commitment; HMAC-SHA-512 key; HMAC-SHA-256 blocks; see docs/verify.py",
        "game": game.code,
        "rules": game.announced_rules,
        "seats": game.seat_count,
        "commitment": game.commitment,
        "words": [seat.word for seat in seats] if over else None,
        "secret": bytes(game.secret).hex() if over else None,
    }

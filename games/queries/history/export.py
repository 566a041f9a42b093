"""A finished game as one document: everything needed to play it again and to check every shuffle without this server."""

from __future__ import annotations

from typing import Any

from games.models import Game, Seat
from games.queries.history.replay import replay
from games.rules.errors import NotAsked
from games.rules.messages import msg

FORMAT = "fateapp-game/1"


def export(game: Game, seats: list[Seat]) -> dict[str, Any]:
    """The document. It holds what only the end may show: raises `NotAsked` while the game runs."""
    if game.status != Game.Status.FINISHED:
        raise NotAsked(msg("A game can be exported when it is over."), code="not_over")
    lines = [step.line | ({"draw": step.draw} if step.draw else {}) for step in replay(game)]
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


def verification(game: Game, seats: list[Seat]) -> dict[str, Any]:
    """What the shuffles can be checked by. The secret is part of it only when the game is over."""
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

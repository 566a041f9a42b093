"""Letters at a table: those of one player, and those that both sides share with the chronicle."""

from collections.abc import Sequence
from typing import Any

from games.models import Game, Letter, Player
from games.models.rows import Columns, rows

SHOWN = 50

LETTER, PLAYER = Columns(Letter, "l"), Columns(Player, "p")
READ = f"""
SELECT {LETTER.sql}, {PLAYER.sql}, {Columns(Player, "r").sql}
FROM games_letter l JOIN games_player p ON p.id = l.sender_id JOIN games_player r ON r.id = l.recipient_id
WHERE l.game_id = %(game)s AND %(me)s IN (l.sender_id, l.recipient_id) ORDER BY l.id DESC LIMIT %(most)s
"""
"""Written by hand because every page of a table reads it (docs/decisions, 0062)."""


def letters_of(game: Game, player: Player | None) -> list[Letter]:
    """The latest letters to or from a player at this table, oldest first. One query; none for an anonymous viewer."""
    if player is None:
        return []
    return [_letter(row) for row in reversed(rows(READ, {"game": game.pk, "me": player.pk, "most": SHOWN}))]


def _letter(row: Sequence[Any]) -> Letter:
    letter = LETTER.read_required(row)
    letter.sender = PLAYER.read_required(row, LETTER.width)
    letter.recipient = PLAYER.read_required(row, LETTER.width + PLAYER.width)
    return letter


def shared_letters(game: Game) -> list[Letter]:
    """The letters that both sides share with the chronicle, oldest first. One query."""
    shared = Letter.objects.filter(game=game, sender_shares=True, recipient_shares=True)
    return list(shared.select_related("sender", "recipient").order_by("pk"))

"""Letters at a table: those of one person, and those that both sides have given to the chronicle."""

from __future__ import annotations

from django.db.models import Q

from games.models import Game, Letter, Player

SHOWN = 50


def letters_of(game: Game, player: Player | None, most: int = SHOWN) -> list[Letter]:
    """What this person wrote or was written at this table, oldest first. One query; none for nobody."""
    if player is None:
        return []
    mine = Letter.objects.filter(Q(sender=player) | Q(recipient=player), game=game).select_related("sender", "recipient")
    return list(reversed(mine.order_by("-pk")[:most]))


def shared_letters(game: Game) -> list[Letter]:
    """What the chronicle may print, oldest first. One query."""
    shared = Letter.objects.filter(game=game, sender_shares=True, recipient_shares=True)
    return list(shared.select_related("sender", "recipient").order_by("pk"))

"""Sharing the chronicle of a finished game: others can read it while all players agree; each may withdraw at any time."""

from games.models import Game, Seat
from games.rules.messages import msg
from games.services.errors import Closed, NotYours


def share_chronicle(game: Game, seat: Seat, player_id: int, *, agreed: bool) -> None:
    """Store whether this player agrees that others read the chronicle. Raises `NotYours`, and `Closed` while the game runs."""
    if seat.game_id != game.pk or seat.player_id != player_id:
        raise NotYours(msg("Only those who played can share the chronicle."))
    if game.status != Game.Status.FINISHED:
        raise Closed(msg("The chronicle is available once the game is over."), code="not_over")
    Seat.objects.filter(pk=seat.pk, player_id=player_id).update(shares_chronicle=agreed)

"""Record an action of a director, moderator or operator: an audit event, and a line in the game's log."""

from datetime import datetime

from django.db.models import F

from games.models import AuditEvent, Game, Move, Player
from games.rules.contract import CHANCE
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused
from games.services.tables import store

LONGEST_REASON = 300


def record_action(by: Player, action: str, subject: str, reason: str, now: datetime) -> None:
    """Write an audit event, in the transaction of the action. Raises `Refused` without a reason or for one that is too long."""
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON:
        raise Refused(
            msg("Please give a reason of 1 to {most} characters. It is stored with the action.", most=LONGEST_REASON), code="no_reason"
        )
    AuditEvent.objects.create(at=now, by=by, action=action, subject=subject, reason=reason)


def begin(game_id: int, by: Player, action: str, reason: str, now: datetime, *, status: str = Game.Status.ACTIVE) -> store.RunningGame:
    """Lock a game and record an action on it. Only inside a transaction.

    Raises `Closed` unless the game has this status, `NotYours` for its players and deputies, and `Refused` without a reason.
    """
    game = store.lock_game(game_id)
    if by.pk in {pk for seat in game.seats for pk in (seat.player_id, seat.deputy_id)}:
        raise NotYours(msg("You play in this game; please ask another member of staff."), code="own_game")
    if game.status != status:
        raise Closed(msg("This is not possible in the current state of the game."), code="wrong_status")
    record_action(by, action, f"game {game.code}", reason, now)
    return game


def log_to_table(game: store.RunningGame, action: str, by: Player, reason: str, now: datetime, *, seat: int = CHANCE) -> None:
    """Add a line to the log of a locked game; `seat` is the seat it concerns. Replay and verification skip such lines."""
    before = Move.objects.filter(game_id=game.id, seq=game.seq - 1).values_list("at", flat=True).first()
    Move.objects.create(
        game_id=game.id, seq=game.seq, seat=seat, kind=Move.Kind.DESK, source=Move.Source.DESK, said=action, story=reason.strip(),
        text="", player=by, at=max(now, before or now),
    )  # fmt: skip
    Game.objects.filter(pk=game.id).update(seq=F("seq") + 1)
    game.seq += 1

"""Clocks of a whole tournament: stop and restart those of its running games, and move the ends of its rounds."""

from datetime import datetime, timedelta

from games.models import Game
from games.services.clocks import pauses
from games.services.tables import store
from games.tournaments.models import Round, Tournament


def stop_games(tournament: Tournament, reason: str, now: datetime) -> None:
    """Stop the clocks of all running games of a locked tournament. No mail is sent."""
    for game in running_games(tournament):
        if not pauses.is_open(game):
            pauses.stop(game, None, reason.strip()[: pauses.LONGEST_REASON], now=now, quiet=True)


def begin_pause(tournament: Tournament, reason: str, now: datetime, until: datetime | None) -> None:
    """Begin a pause of a locked tournament, which ends at `until` if that is known. No mail is sent."""
    tournament.paused_at, tournament.paused_until = now, until
    tournament.save(update_fields=["paused_at", "paused_until"])
    stop_games(tournament, reason, now)


def end_pause(tournament: Tournament, now: datetime) -> None:
    """End the pause of a locked tournament: clocks go on, and ends of rounds move by its length. No mail is sent."""
    assert tournament.paused_at is not None
    since, tournament.paused_at, tournament.paused_until = tournament.paused_at, None, None
    tournament.save(update_fields=["paused_at", "paused_until"])
    games = running_games(tournament)
    move_ends(tournament, since, now - since)
    for game in games:
        if pauses.is_open(game):
            pauses.go_on(game, now=now, quiet=True)


def move_ends(tournament: Tournament, since: datetime, by: timedelta) -> None:
    """Move the ends of the rounds that end after `since`; of a round that began later by the part of it since then."""
    for current in tournament.rounds.filter(ends_at__gt=since).order_by("number"):
        assert current.ends_at is not None
        move_end(current, current.ends_at + by - max(current.started_at - since, timedelta()))


def move_end(current: Round, ends_at: datetime) -> None:
    current.ends_at = ends_at
    current.save(update_fields=["ends_at"])


def running_games(tournament: Tournament) -> list[store.RunningGame]:
    """The running games, locked in the order of their ids. All code locks games before rounds, which prevents deadlocks."""
    found = tournament.games().filter(status=Game.Status.ACTIVE).order_by("pk").values_list("pk", flat=True)
    locked = [store.lock_game(pk) for pk in list(found)]
    return [game for game in locked if game.status == Game.Status.ACTIVE]

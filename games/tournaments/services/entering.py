"""Services for players: enter a tournament, check in, withdraw."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Game, Move, Player, Seat
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Trouble
from games.services.tables import leaving, store
from games.tournaments.models import Entry, Tournament
from games.tournaments.services import admission, lifecycle, results
from games.tournaments.services.notices import tell

Status = Tournament.Status


@contextmanager
def entrant(tournament_id: int, player: Player, **state: Any) -> Iterator[tuple[Tournament, Entry]]:
    """The locked tournament and the entry of a player, in a transaction. Raises `NotYours` without an entry that has this `state`."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        entry = tournament.entries.filter(player=player, **state).first()
        if entry is None:
            raise NotYours(msg("You have not entered this tournament."))
        yield tournament, entry


def enter(tournament_id: int, player: Player, *, now: datetime) -> Entry:
    """Enter the tournament; entries beyond the cap are the waiting list. A second call changes nothing.

    Raises `Closed` unless registration is open, and `Refused` for a player who is not admitted.
    """
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
        if tournament.status != Status.REGISTRATION:
            raise Closed(msg("This tournament is not open for registration."), code="not_open")
        admission.check(tournament, player)
        entry, new = Entry.objects.get_or_create(tournament=tournament, player=player, defaults={"entered_at": now})
        if not new and entry.withdrawn:
            entry.withdrawn, entry.entered_at = False, now
            entry.save(update_fields=["withdrawn", "entered_at"])
            new = True
        if new and not player.is_bot:
            tell(tournament, "entered", [player.pk], moment=now)
        return entry


def check_in(tournament_id: int, player: Player, *, now: datetime) -> None:
    """Check in. A second call changes nothing. Raises `NotYours` without an entry, `Closed` outside the check-in."""
    with entrant(tournament_id, player) as (tournament, entry):
        if tournament.status != Status.CHECK_IN or entry.withdrawn:
            raise Closed(msg("This tournament has no check-in now."), code="no_check_in")
        if entry.checked_in_at is None:
            entry.checked_in_at = now
            entry.save(update_fields=["checked_in_at"])


def withdraw(tournament_id: int, player: Player, *, now: datetime) -> None:
    """Withdraw the player; their running games of the tournament are resigned.

    Before the start, the place goes to the first player on the waiting list, who gets a mail. Raises `NotYours` without an entry, `Closed`
    unless the tournament is in registration or check-in or is running.
    """
    with entrant(tournament_id, player) as (tournament, entry):
        if tournament.status not in (*lifecycle.BEFORE, Status.RUNNING):
            raise Closed(msg("This tournament is not running."), code="not_running")
        if not entry.withdrawn:
            give_up(tournament, entry, now)


def give_up(tournament: Tournament, entry: Entry, now: datetime) -> None:
    """Withdraw an entry of a locked tournament: promote the waiting list before the start, and resign running games."""
    before = lifecycle.entered(tournament)
    entry.withdrawn, entry.left_round, entry.checked_in_at = True, _left_in(tournament, entry), None
    entry.save(update_fields=["withdrawn", "left_round", "checked_in_at"])
    if tournament.status in lifecycle.BEFORE:
        tell(tournament, "place", lifecycle.moved_up(tournament, before, tournament.cap), moment=now)
    for game_id, index in seats_of(tournament, entry.player_id):
        _resign(game_id, index, entry, now)


def _left_in(tournament: Tournament, entry: Entry) -> int:
    """The latest round that has begun.

    For a player who was reinstated into finals or a season that had begun without them (now refused, but stored before), it is the round
    before these, so that only those who play in them have their places.
    """
    begun = tournament.rounds.count()
    if not begun or tournament.format not in (Tournament.Format.GROUPS, Tournament.Format.LEAGUE):
        return begun
    stage = tournament.rounds.filter(number=tournament.formula.stage_begins(tournament.field())).first()
    if stage is None:
        return begun
    came = tournament.rulings.filter(act="reinstate", at__gt=stage.started_at, facts__people__contains=[entry.player_id]).last()
    return begun if came is None or "left" in came.facts else stage.number - 1


def seats_of(tournament: Tournament, player_id: int) -> list[tuple[int, int]]:
    """Game id and seat index of each running game of this player in the tournament, by game id."""
    running = tournament.games().filter(status=Game.Status.ACTIVE)
    mine = Seat.objects.filter(game__in=running, player=player_id, state__in=(Seat.State.PLAYING, Seat.State.AWAY))
    return list(mine.order_by("game_id").values_list("game_id", "index"))


def at_their_tables(tournament: Tournament, player_id: int) -> set[int]:
    """The ids of the players of the running games of this player in the tournament; empty without such games."""
    games = [game for game, _index in seats_of(tournament, player_id)]
    return set(Seat.objects.filter(game__in=games, player__isnull=False).values_list("player_id", flat=True))


def _resign(game_id: int, index: int, entry: Entry, now: datetime) -> None:
    game = store.lock_game(game_id)
    if game.status != Game.Status.ACTIVE or game.seats[index].state not in (Seat.State.PLAYING, Seat.State.AWAY):
        return
    try:
        with transaction.atomic():
            leaving.lose_seat(game, index, Seat.State.RESIGNED, source=Move.Source.FORM, now=now, player_id=entry.player_id)
    except Trouble:
        assert entry.seed is not None
        results.forfeit_stopped(game_id, entry.seed, now)

"""Presence in a round: check-in of players, forfeits of absent ones, and the reminder at half the time of the round."""

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q

from games.models import Game, Outage, Player, Seat
from games.rules.messages import msg
from games.services.clocks.availability import Interval, running_between
from games.services.errors import Closed, Refused, Trouble
from games.services.tables import store
from games.services.tables.own_moves import moved_in
from games.tournaments.models import Entry, Pairing, Round, Ruling, Tournament, games_of
from games.tournaments.services.entering import entrant
from games.tournaments.services.notices import seated, tell
from games.tournaments.services.results import forfeit_row, needs_winner

log = structlog.get_logger(__name__)
ABSENT = "Neither moved nor said that they are there in time."
Status = Tournament.Status


def show_up(tournament_id: int, player: Player) -> None:
    """Check in for the current round. A second call changes nothing. Raises `NotYours` without a place, `Closed` without a check-in."""
    with entrant(tournament_id, player, withdrawn=False, seed__isnull=False) as (tournament, entry):
        row = next(iter(open_pairings(tournament, entry)), None)
        if row is None:
            raise Closed(msg("This tournament has no check-in now."), code="no_check_in")
        row.present = sorted({*row.present, entry.seed})
        row.save(update_fields=["present"])


def open_pairings(tournament: Tournament, entry: Entry) -> list[Pairing]:
    """The running meetings of the current round in which this player has not checked in. One query at most."""
    if not tournament.show_up_hours or tournament.status != Status.RUNNING or entry.seed is None or entry.withdrawn:
        return []
    rows = Pairing.objects.filter(round__tournament=tournament, round__closed_at=None, game__status=Game.Status.ACTIVE, ruled__isnull=True)
    return [row for row in rows if entry.seed in row.seats and entry.seed not in row.present]


def forfeit_absent(tournament: Tournament, current: Round, now: datetime) -> None:
    """Forfeit the games of players who have not shown up in time, on a locked tournament. Less time applies from the next round on."""
    hours = tournament.show_up_hours
    changed = tournament.rulings.filter(at__gt=current.started_at, facts__changes__has_key="show_up_hours").order_by("pk").first()
    announced = changed.facts["changes"]["show_up_hours"][0] if changed is not None else hours
    if not hours or not announced:
        return
    grace = timedelta(hours=max(hours, announced))
    running = Q(game__status=Game.Status.ACTIVE) | Q(second__status=Game.Status.ACTIVE)
    rows = current.pairings.filter(running, ruled__isnull=True, game__started_at__lte=now - grace)
    for row in rows.select_related("round", "game", "second").order_by("number"):
        if row.game is None or _time_to_show_up(tournament, row.game, now) < grace:
            continue
        absent = [seed for seed in row.seats if seed not in shown_up(tournament, row)]
        if absent and not (needs_winner(tournament, row) and len(absent) == len(row.seats)):
            _forfeit(tournament, row, absent, now)


def _forfeit(tournament: Tournament, row: Pairing, absent: list[int], now: datetime) -> None:
    """Forfeit a meeting. A table of several whose rules have failed waits for an operator; seats that were lost meanwhile stay lost."""
    facts = {"round": row.round.number, "people": seated(tournament, absent)}
    try:
        with transaction.atomic():
            Ruling.objects.create(tournament=tournament, at=now, act="did not show up", reason=ABSENT, facts=facts)
            forfeit_row(tournament, row, absent, now)
    except (Refused, Trouble):
        log.warning("absent_players_not_forfeited", pairing=row.pk)


def _time_to_show_up(tournament: Tournament, game: Game, now: datetime) -> timedelta:
    """The time since a game began, without its pauses, the outages of the site, and the time that rulings have given back."""
    begun = game.started_at
    assert begun is not None
    outages = Outage.objects.filter(end__gt=begun).values_list("start", "end")
    stopped = [*store.read_game(id=game.pk).stopped(now), *(Interval(*outage) for outage in outages)]
    given = sum(facts.get("seconds", 0) for facts in tournament.rulings.filter(at__gte=begun).values_list("facts", flat=True))
    return running_between(begun, now, stopped) - timedelta(seconds=given)


def shown_up(tournament: Tournament, row: Pairing) -> set[int]:
    """The seeds of a meeting that have checked in, made a move of their own, sealed an answer, have no seat left to lose, or are bots.

    Three queries.
    """
    players = dict(tournament.entries.filter(seed__in=row.seats).values_list("player_id", "seed"))
    games = [game.pk for game in (row.game, row.second) if game is not None]
    moved = moved_in(games)
    seats = list(Seat.objects.filter(game__in=games))
    active = {seat.player_id for seat in seats if seat.index in moved[seat.game_id] or seat.is_bot or (seat.nth and not seat.pending)}
    seated = {seat.player_id for seat in seats if seat.state in (Seat.State.PLAYING, Seat.State.AWAY)}
    return set(row.present) | {seed for pk, seed in players.items() if (pk in active or pk not in seated) and seed is not None}


def remind_at_half_time(tournament: Tournament, current: Round, now: datetime) -> None:
    """Once in a round, at half its time, mail the players whose games still run, on a locked tournament."""
    if current.ends_at is None or current.half_told_at is not None or now < current.started_at + (current.ends_at - current.started_at) / 2:
        return
    current.half_told_at = now
    current.save(update_fields=["half_told_at"])
    running = games_of(current.pairings.all()).filter(status=Game.Status.ACTIVE)
    people = Seat.objects.filter(game__in=running, is_bot=False, live=True, player__isnull=False).order_by("player_id")
    tell(tournament, "half", list(people.values_list("player_id", flat=True).distinct()), moment=current.started_at, number=current.number)

"""Services of a director in a running tournament: end of the round, pauses, time given back, people who leave or are substituted; `revive`.

Each is one transaction under the lock of the tournament's row, takes a reason, and stores a ruling and an audit event.
"""

from datetime import datetime, timedelta

from games.models import Player
from games.rules.messages import msg
from games.services.clocks import replan
from games.services.errors import Closed, Refused
from games.services.operations import running
from games.tournaments.models import Entry, Round, Tournament
from games.tournaments.services import admission, clocks, director, entering, lifecycle, log
from games.tournaments.services.notices import people_of, tell
from games.tournaments.services.pairing import rule_closed

Status = Tournament.Status
MOST_DAYS = 60
"""Most days by which the end of a round moves at once."""

MOST_HOURS = 14 * 24
"""Most hours that are given back at once."""

LONGEST_PAUSE = timedelta(days=366)
"""The longest pause whose end is announced."""


def extend(tournament_id: int, days: int, by: Player, reason: str, *, now: datetime) -> None:
    """Move the end of the current round by `days` (negative: earlier), counted from now if it has passed.

    In a pause, it is counted by the stopped clocks, and the length of the pause is added when they run again.

    Raises `Closed` without a round, `Refused` for an end in the past and for rounds without an end.
    """
    if not 1 <= abs(days) <= MOST_DAYS:
        raise Refused(msg("The end of a round moves by 1 to {most} days.", most=MOST_DAYS), code="bad_days")
    with director.step(tournament_id, (Status.RUNNING,), by, "extend round", reason, now) as tournament:
        current = current_round(tournament)
        if current.closed_at is not None:
            raise Closed(msg("This round is over, and the next one has not begun."), code="no_round")
        if current.ends_at is None:
            raise Refused(msg("The rounds of this tournament have no end date."), code="no_end")
        clock = tournament.by_its_clocks(now)
        ends_at = tournament.days_later(max(current.ends_at, clock), days)
        if ends_at <= clock:
            raise Refused(msg("The round would be over already; let it end later than now."), code="bad_days")
        clocks.move_end(current, ends_at)
        ruling = log.add(log.latest(tournament), round=current.number)
        tell(tournament, "extended", people_of(tournament), moment=now, ruling=ruling.pk)


def pause(tournament_id: int, by: Player, reason: str, *, now: datetime, until: datetime | None = None) -> None:
    """Stop the clocks of all running games and of the rounds until `resume`, or until the time `until`.

    Raises `Closed` if the tournament is paused, `Refused` for a time that has passed or is more than a year away.
    """
    if until is not None and until <= now:
        raise Refused(msg("The end of a pause must be in the future."), code="bad_until")
    if until is not None and until > now + LONGEST_PAUSE:
        raise Refused(msg("A pause ends within a year; leave its end empty while it is not known."), code="bad_until")
    with director.step(tournament_id, (Status.RUNNING,), by, "pause", reason, now) as tournament:
        if tournament.paused_at is not None:
            raise Closed(msg("This tournament is paused already."), code="paused")
        clocks.begin_pause(tournament, reason, now, until)
        tell(tournament, "paused", people_of(tournament), moment=now, ruling=log.latest(tournament).pk)


def resume(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Start the clocks again; the ends of rounds move by the length of the pause. Raises `Closed` if the tournament is not paused."""
    with director.step(tournament_id, (Status.RUNNING,), by, "resume", reason, now) as tournament:
        if tournament.paused_at is None:
            raise Closed(msg("This tournament is not paused."), code="not_paused")
        go_on(tournament, now)


def go_on(tournament: Tournament, now: datetime) -> None:
    """End the pause of a locked tournament, and mail all players."""
    clocks.end_pause(tournament, now)
    tell(tournament, "resumed", people_of(tournament), moment=now)


def revive(tournament_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Undo a cancellation: the tournament goes on at its former status, and all players get a mail. Raises `Closed` if not cancelled.

    Ends of rounds move by the length of the cancellation. If the announced start has passed, the director has to start it. A pause goes on,
    unless its end has passed. Players whose accounts were closed in the meantime are withdrawn, and their running games are resigned.
    """
    with director.step(tournament_id, (Status.CANCELLED,), by, "revive", reason, now) as tournament:
        cancelled = tournament.rulings.filter(act="cancel").order_by("-pk").first()
        if cancelled is None or "was" not in cancelled.facts:
            raise Closed(msg("The earlier status of this tournament is unknown."), code="not_known")
        tournament.status, tournament.closed_at = cancelled.facts["was"], None
        begun = tournament.status in (Status.RUNNING, Status.REVIEW)
        if not begun and tournament.starts_at is not None and tournament.starts_at <= now:
            tournament.starts_at = None
        tournament.save(update_fields=["status", "closed_at", "starts_at"])
        ruling = log.add(log.latest(tournament), seconds=int((now - cancelled.at).total_seconds()))
        _withdraw_closed(tournament, now)
        clocks.move_ends(tournament, cancelled.at, now - cancelled.at)
        until = datetime.fromisoformat(cancelled.facts["until"]) if cancelled.facts.get("until") else None
        if cancelled.facts.get("paused") and (until is None or until > now):
            clocks.begin_pause(tournament, reason, now, until)
        tell(tournament, "revived", people_of(tournament), moment=now, ruling=ruling.pk)


def _withdraw_closed(tournament: Tournament, now: datetime) -> None:
    """Withdraw the players of a locked running tournament whose accounts are closed; their games are resigned. A public ruling names them.

    Before the start they keep their entries: the start gives them no place.
    """
    if tournament.status == Status.RUNNING:
        closed = list(tournament.entries.filter(withdrawn=False, player__is_active=False).select_related("player").order_by("pk"))
        rule_closed(tournament, closed, now)
        for entry in closed:
            entering.give_up(tournament, entry, now)


def give_back(tournament_id: int, hours: int, by: Player, reason: str, *, now: datetime) -> None:
    """After an outage: add `hours` to every open deadline and every round that still runs. Raises `Closed` or `Refused`."""
    if not 1 <= hours <= MOST_HOURS:
        raise Refused(msg("Between 1 and {most} hours can be given back.", most=MOST_HOURS), code="bad_hours")
    with director.step(tournament_id, (Status.RUNNING,), by, "give time back", reason, now) as tournament:
        games = clocks.running_games(tournament)
        clocks.move_ends(tournament, tournament.by_its_clocks(now), timedelta(hours=hours))
        log.add(log.latest(tournament), seconds=hours * 3600)
        for game in games:
            for seat in game.seats:
                if seat.pending and seat.due_at is not None:
                    seat.extra += hours * 3600
                    replan.seat(game, seat, now)


def withdraw(tournament_id: int, player: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Withdraw a player and mail them the reason; their running games are resigned.

    Raises `Closed` if they do not take part, `NotYours` for their opponents.
    """
    with director.step(tournament_id, (*lifecycle.BEFORE, Status.RUNNING), by, "withdraw", reason, now) as tournament:
        director.check_uninvolved(by, entering.at_their_tables(tournament, player.pk) - {player.pk})
        entering.give_up(tournament, _taking_part(tournament, player), now)
        ruling = log.add(log.latest(tournament), people=[player.pk])
        tell(tournament, "excluded", [] if player.is_bot else [player.pk], moment=now, ruling=ruling.pk)


def replace(tournament_id: int, player: Player, substitute: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Give a player's place to a substitute: results, used half-point byes, and running games with the time of their start.

    Raises `Closed` if the player does not take part, `Refused` for a substitute who has a place, is not admitted or knows hidden cards of
    a game, `NotYours` for the two and their opponents.
    """
    with director.step(tournament_id, (Status.RUNNING,), by, "replace", reason, now) as tournament:
        old = _taking_part(tournament, player)
        director.check_uninvolved(by, {player.pk, substitute.pk} | entering.at_their_tables(tournament, player.pk))
        if tournament.entries.filter(player=substitute, seed__isnull=False).exists():
            raise Refused(msg("A player who has a place in the tournament cannot take another one."), code="has_place")
        admission.check(tournament, substitute, invited=True)
        seed, games, begun = old.seed, entering.seats_of(tournament, player.pk), tournament.rounds.count()
        old.seed, old.withdrawn, old.left_round = None, True, begun
        old.save(update_fields=["seed", "withdrawn", "left_round"])
        fresh = {
            "seed": seed, "withdrawn": False, "left_round": 0, "instead_of": player, "rating": old.rating, "order": old.order,
            "rests": [number for number in old.rests if number <= begun],
        }  # fmt: skip
        Entry.objects.update_or_create(
            tournament=tournament, player=substitute, defaults=fresh, create_defaults={**fresh, "entered_at": now}
        )
        log.add(log.latest(tournament), people=[player.pk, substitute.pk])
        for game_id, index in games:
            running.replace(game_id, by, reason, seat=index, substitute=substitute, now=now)
        tell(tournament, "replaced", [] if player.is_bot else [player.pk], moment=now, by=substitute.pk)
        tell(tournament, "place_taken", [] if substitute.is_bot else [substitute.pk], moment=now, by=player.pk)


def current_round(tournament: Tournament) -> Round:
    current = tournament.rounds.order_by("-number").first()
    if current is None:
        raise Closed(msg("No round of this tournament has begun."), code="no_round")
    return current


def _taking_part(tournament: Tournament, player: Player) -> Entry:
    entry = tournament.entries.filter(player=player, withdrawn=False).first()
    if entry is None or (tournament.status == Status.RUNNING and entry.seed is None):
        raise Closed(msg("This player does not take part any more."), code="not_in")
    return entry

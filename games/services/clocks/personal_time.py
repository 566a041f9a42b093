"""A player's personal time: quiet hours, days off, reminders, absences declared ahead. Every change replans the open clocks.

No player can stall a game for ever: absences have a yearly budget, quiet hours and days off are limited, and no deadline moves by more
than `availability.LONGEST_SLIDE` because of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.models import Game, Player, Seat
from games.rules.messages import msg, plural
from games.services.clocks import replan
from games.services.clocks.availability import Interval, PersonalTime, merged, running_between, slide
from games.services.errors import Refused

BUDGET = timedelta(days=35)
"""The most absence in any 365 days."""

YEAR = timedelta(days=365)
FURTHEST = timedelta(days=365)
"""The latest beginning of an absence, from now."""
SHORTEST = timedelta(hours=12)
"""The shortest absence."""
MOST_QUIET = 14 * 60
"""Minutes of quiet hours in a day."""
MOST_DAYS_OFF = 3
MOST_LEADS = 5
LONGEST_LEAD = 14 * 24 * 60
"""Minutes before a deadline."""


def absences_of(player: Player) -> list[Interval]:
    """All declared absences of a player, earliest first."""
    return [Interval(*map(datetime.fromisoformat, pair)) for pair in player.personal.get("absences", ())]


def used(absences: Sequence[Interval], around: datetime) -> timedelta:
    """The most absence in any 365 days that contain the moment `around`."""
    starts = [around - YEAR, *(away.start for away in absences if around - YEAR < away.start <= around)]
    return max(YEAR - running_between(start, start + YEAR, absences) for start in starts)


def resting(player: Player, now: datetime, *, absences_count: bool) -> str:
    """Why a player is unavailable: "away" in an absence that counts, "night" in quiet hours or on a day off, else ""."""
    time = PersonalTime.read(player.zone, player.personal)
    if absences_count and any(away.start <= now < away.end for away in time.absences):
        return "away"
    return "night" if slide(now, replace(time, absences=())) != now else ""


def resting_at(game: Game, now: datetime) -> Callable[[Seat], str]:
    """A function that tells why the player of a seat of this game is unavailable, as `resting`."""
    return lambda seat: resting(seat.player, now, absences_count=game.absences_count) if seat.player else ""


def declare(player_id: int, start: datetime, end: datetime, *, now: datetime) -> None:
    """Declare an absence from `start` to `end`. A start before `now` is replaced by `now`.

    Raises `Refused` for an absence that is too short, too far ahead or over the budget.
    """
    start = max(start, now)
    if end - start < SHORTEST or start > now + FURTHEST:
        raise Refused(msg("An absence must last at least half a day and start within a year."), code="bad_absence")

    def change(player: Player) -> None:
        known = merged([*absences_of(player), Interval(start, end)])
        over = max(used(known, away.start) for away in known) - BUDGET
        if over > timedelta():
            days = -(-over // timedelta(days=1))
            raise Refused(
                plural(
                    "You can be absent for {most} days a year; this is {count} day too many.",
                    "You can be absent for {most} days a year; this is {count} days too many.",
                    days,
                    most=BUDGET.days,
                ),
                code="over_budget",
            )
        _keep_absences(player, known, now)

    _change(player_id, change, now)


def withdraw(player_id: int, start: datetime, *, now: datetime) -> None:
    """Delete the absence that begins at `start`, or end it now if it has begun. Raises `Refused` when there is none."""

    def change(player: Player) -> None:
        known = absences_of(player)
        found = next((away for away in known if away.start == start and away.end > now), None)
        if found is None:
            raise Refused(msg("This absence no longer exists."), code="no_absence")
        known.remove(found)
        if found.start < now:
            known.append(Interval(found.start, now))
        _keep_absences(player, merged(known), now)

    _change(player_id, change, now)


def settle_rhythm(
    player_id: int, *, quiet: tuple[int, int] | None, days_off: Sequence[int], leads: Sequence[int] | None, volunteer: bool, now: datetime
) -> None:
    """Set a player's regular times. Raises `Refused`.

    `quiet` are the quiet hours in minutes after midnight, `days_off` weekdays (Monday is 0), `leads` the reminders in minutes before a
    deadline (None for the default). `volunteer`: whether to be notified of seats that need a substitute.
    """
    _check_rhythm(quiet, days_off, leads)

    def change(player: Player) -> None:
        others = {name: value for name, value in player.personal.items() if name not in ("quiet", "days_off", "leads")}
        new: dict[str, Any] = {"quiet": list(quiet) if quiet else None, "days_off": sorted(set(days_off))}
        player.personal = others | {name: value for name, value in new.items() if value}
        if leads is not None:
            player.personal["leads"] = sorted(set(leads), reverse=True)
        player.volunteer = volunteer

    _change(player_id, change, now)


def _check_rhythm(quiet: tuple[int, int] | None, days_off: Sequence[int], leads: Sequence[int] | None) -> None:
    """Raises `Refused` for quiet hours, days off or reminders beyond the limits."""
    if quiet is not None and not (all(0 <= value < 1440 for value in quiet) and 0 < (quiet[1] - quiet[0]) % 1440 <= MOST_QUIET):
        raise Refused(msg("Quiet hours can cover at most {most} hours a day.", most=MOST_QUIET // 60), code="bad_quiet")
    if not set(days_off) <= set(range(7)) or len(set(days_off)) > MOST_DAYS_OFF:
        raise Refused(msg("You can have at most {most} days off a week.", most=MOST_DAYS_OFF), code="bad_days")
    if leads is not None and (len(leads) > MOST_LEADS or not all(0 < lead <= LONGEST_LEAD for lead in leads)):
        raise Refused(msg("You can set up to {most} reminders, at most two weeks before a deadline.", most=MOST_LEADS), code="bad_leads")


def _keep_absences(player: Player, absences: Sequence[Interval], now: datetime) -> None:
    """Store absences; those that ended within a year are kept because the budget counts them."""
    recent = [[away.start.isoformat(), away.end.isoformat()] for away in absences if away.end > now - YEAR]
    player.personal = {**player.personal, "absences": recent}


def _change(player_id: int, change: Callable[[Player], None], now: datetime) -> None:
    """Change one locked player, then replan the clocks of their games in transactions of their own."""
    with transaction.atomic():
        player = Player.objects.select_for_update(of=("self",)).get(pk=player_id)
        change(player)
        player.save(update_fields=["personal", "volunteer"])
    replan.games_of(player_id, now)

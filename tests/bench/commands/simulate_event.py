"""Simulate an event of three stages without manual steps: a Swiss of 128 people and bots, tables of several, a knock-out, final tables."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game, Player
from games.services.operations import roles
from games.services.tables.bots import play_in
from games.tournaments.models import Pairing, Tournament
from games.tournaments.services import announcing, director, entering, presence, rounds
from notifications.clock import database_now
from notifications.models import Message
from tests.bench.simulated_run import cast, end
from tests.bench.tournament_simulation import strike

Status = Tournament.Status
DAY = timedelta(days=1)
SHOW_UP_HOURS = 24
PAGES = ("public page", "desk", "pairings by API", "standings by API")


@dataclass(slots=True)
class Seen:
    """Costs of one event: time and SQL statements of each step, statements of its pages, absent players, games played by bots."""

    steps: list[tuple[float, int]] = field(default_factory=list)
    pages: dict[str, int] = field(default_factory=dict)
    absent: int = 0
    bot_games: int = 0


class Command(BaseCommand):
    """`simulate_event`; `--keep` leaves the event in the database for inspection."""

    help = "Play a Swiss of 128 people and bots, tables after it and a knock-out after those, with no-shows, and count statements."

    def add_arguments(self, parser: CommandParser) -> None:
        """Size of the event."""
        parser.add_argument("--people", type=int, default=96)
        parser.add_argument("--bots", type=int, default=32)
        parser.add_argument("--rounds", type=int, default=7)
        parser.add_argument("--away", type=int, default=5, help="Per cent of the people who do not show up in a round (default: 5).")
        parser.add_argument("--keep", action="store_true", help="Leave everything in the database.")

    def handle(self, *_args: str, **options: Any) -> None:
        """Print a line for each of the three stages."""
        size, away = options["people"] + options["bots"], options["away"]
        columns = ("event", "people, bots", "rounds", "games", "no-shows", "of bots alone", "mails", "slowest step", "statements", "pages")
        self.stdout.write(f"| {' | '.join(columns)} |")
        self.stdout.write("|---" * 10 + "|")
        with transaction.atomic():
            olga, people = cast(options["people"])
            roles.give(olga, "director")
            swiss = self._event(olga, people, options["bots"], away, None, format="swiss", round_count=options["rounds"])
            tables = self._event(
                olga, people, options["bots"], away, swiss,
                format="tables", rules="council_of_kings", least=3, most=5, round_count=3, seeding="rating",
            )  # fmt: skip
            best = _best(tables, min(32, size // 2))
            self._event(olga, [one for one in best if not one.is_bot], 0, away, tables, format="single")
            if not options["keep"]:
                transaction.set_rollback(True)

    def _event(
        self, olga: Player, people: Sequence[Player], bots: int, away: int, follows: Tournament | None, **facts: Any
    ) -> Tournament:  # fmt: skip
        """Announce, open and start a tournament, let the clock advance its rounds, and approve the final table."""
        now, seen, mails = database_now(), Seen(), Message.objects.count()
        title = f"Event: {facts['format']}"
        draft = Tournament(title=title, round_days=7, show_up_hours=SHOW_UP_HOURS, follows=follows, **{"rules": "turn_of_fate", **facts})
        event = announcing.announce(draft, olga, "To be measured.", now=now)
        director.open_registration(event.pk, olga, "Now.", now=now)
        for player in people:
            entering.enter(event.pk, player, now=now)
        if bots:
            announcing.enter_bots(event.pk, olga, "The house plays too.", count=bots, now=now)
        with _measured(seen):
            director.start(event.pk, olga, "All are here.", now=now)
        while Tournament.objects.get(pk=event.pk).status == Status.RUNNING:
            if len(seen.steps) > 200:
                raise CommandError(f"“{title}” does not come to its end.")
            if event.rounds.count() == 3:
                seen.pages = _statements(event, olga)
            now += timedelta(hours=1)
            absent = _play(event, people, away, seen, now)
            seen.absent += len(absent)
            now += timedelta(hours=SHOW_UP_HOURS)
            with _measured(seen):
                paired = rounds.advance(event.pk, now)
            if not paired:  # a game still runs: the round lasts until its last day
                now += 7 * DAY
                with _measured(seen):
                    rounds.advance(event.pk, now)
        director.approve(event.pk, olga, "Played out.", now=now)
        event.refresh_from_db()
        slowest, statements = max(seen.steps)[0], max(count for _seconds, count in seen.steps)
        pages = ", ".join(f"{name} {count}" for name, count in seen.pages.items())
        self.stdout.write(
            f"| {event.format} {event.code} | {len(people)}, {bots} | {event.rounds.count()} | {event.games().count()} | {seen.absent} "
            f"| {seen.bot_games} | {Message.objects.count() - mails} | {slowest:.1f} s | {statements} | {pages} |"
        )
        self.stdout.flush()
        if event.status != Status.CLOSED or any(count > 30 for count in seen.pages.values()):
            raise CommandError(f"“{title}”: {event.status}, {seen.pages}")
        return event


@contextmanager
def _measured(seen: Seen) -> Iterator[None]:
    begun = time.process_time()
    with CaptureQueriesContext(connection) as queries:
        yield
    seen.steps.append((time.process_time() - begun, len(queries)))


def _play(event: Tournament, people: Sequence[Player], away: int, seen: Seen, now: datetime) -> set[int]:
    """Bots play among themselves by the rules. Players who are present check in, and their games end; absent players do nothing."""
    number = event.rounds.count()
    absent = {player.pk for place, player in enumerate(people) if strike(away, "absent", event.format, number, place)}
    place = {player.pk: number for number, player in enumerate(people)}
    there = Pairing.objects.filter(round__tournament=event, round__number=number, game__status=Game.Status.ACTIVE)
    gone = set[int]()
    for row in there.select_related("game").order_by("number"):
        seats = list(row.game.seats.select_related("player").order_by("index")) if row.game is not None else []
        persons = [seat.player for seat in seats if seat.player is not None and not seat.is_bot]
        gone |= {player.pk for player in persons if player.pk in absent}
        for player in persons:
            if player.pk not in absent:
                presence.show_up(event.pk, player)
        if not persons and row.game_id is not None:
            seen.bot_games += 1
            play_in(row.game_id, now)
        elif row.game_id is not None and not gone & {player.pk for player in persons}:
            end(row.game_id, place, 1, number, now)
    return gone


def _statements(event: Tournament, olga: Player) -> dict[str, int]:
    """Number of SQL statements of the pages about the pairings."""
    client, found = Client(HTTP_HOST="localhost"), {}
    client.force_login(Player.objects.get(pk=olga.pk))
    paths = (
        event.get_absolute_url(), f"/admin/games/tournament/{event.pk}/desk/",
        f"/api/v1/tournaments/{event.code}/pairings", f"/api/v1/tournaments/{event.code}/standings",
    )  # fmt: skip
    for name, path in zip(PAGES, paths, strict=True):
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(path)
        if answer.status_code != 200:
            raise CommandError(f"{path}: {answer.status_code}")
        found[name] = len(queries)
    return found


def _best(event: Tournament, count: int) -> list[Player]:
    """The first players of the final table."""
    people = {entry.seed: entry.player for entry in event.entries.filter(seed__isnull=False).select_related("player")}
    return [people[line.entrant] for line in event.formula.standings(event.field())[:count]]

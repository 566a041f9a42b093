"""Play simulated tournaments of every format and size, and check their invariants."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.models import AuditEvent
from games.tournaments.formats.meetings import Field, byes, role_balance, times_met
from games.tournaments.formats.registry import NAMES, Format
from games.tournaments.models import Tournament
from notifications.clock import database_now
from tests.bench import tournament_simulation
from tests.bench.simulated_run import rehearse
from tests.bench.tournament_simulation import Hazards
from tests.games.tournaments import invariants

COLUMNS = (
    *("format", "people", "tournaments", "meetings", "most meetings of two", "most byes of one", "sides, most apart"),
    *("slowest round (CPU)", "minutes", "promises broken"),
)


@dataclass(slots=True)
class Tally:
    """Totals of all tournaments of one format."""

    tournaments: int = 0
    meetings: int = 0
    together: int = 0
    byes: int = 0
    apart: int = 0
    slowest: float = 0.0

    def count(self, field: Field) -> None:
        """Add one finished tournament."""
        self.tournaments += 1
        self.meetings += len(field.history)
        self.together = max(self.together, *times_met(field.history).values(), 0)
        self.byes = max(self.byes, *byes(field.history).values(), 0)
        self.apart = max(self.apart, *(abs(value) for value in role_balance(field.history).values()), 0)


class Command(BaseCommand):
    """`simulate_tournament --format swiss --players 3-128`; nothing stays in the database."""

    help = "Play made-up tournaments of every format and size, people leaving and staying away, and check what a tournament promises."

    def add_arguments(self, parser: CommandParser) -> None:
        """Formats and sizes."""
        parser.add_argument("--format", choices=NAMES, action="append", help="Only this format; may be given several times.")
        parser.add_argument("--players", default="3-128", help="Numbers and ranges of them, with commas between (default: 3-128).")
        parser.add_argument("--step", type=int, default=1, help="Only every so many of each range.")
        parser.add_argument("--seed", type=int, default=1, help="Another seed is another set of tournaments.")
        parser.add_argument("--leaving", type=int, default=3, help="Per cent who withdraw in a round (default: 3).")
        parser.add_argument("--away", type=int, default=5, help="Per cent who do not turn up in a round (default: 5).")
        parser.add_argument("--resting", type=int, default=0, help="Per cent who ask to sit out a round of a Swiss (default: 0).")
        parser.add_argument("--rows", action="store_true", help="Through the services and the database, from announcement to approval.")

    def handle(self, *_args: str, **options: Any) -> None:
        """Print one line per format as soon as it is finished; a violated invariant is an error."""
        sizes = _sizes(options["players"], options["step"])
        hazards, seed = Hazards(options["leaving"], options["away"], options["resting"]), options["seed"]
        play = _in_rows if options["rows"] else _played
        self.stdout.write(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
        breaches: list[str] = []
        for form in _forms(options["format"]):
            tally, found, begun = Tally(), [], time.monotonic()
            for size in sizes:
                field = play(form, size, seed, hazards, tally)
                tally.count(field)
                found += [f"{_name(form)}, {size} people: {sentence}" for sentence in invariants.broken(form, field)]
            breaches += found
            self.stdout.write(_line(form, options["players"], tally, len(found), time.monotonic() - begun))
            self.stdout.flush()
        if breaches:
            raise CommandError("\n".join(breaches[:50]))


TABLES = ("tables", "balanced")


def _forms(names: list[str] | None) -> Iterator[Format]:
    """The requested formats; duels also as matches of two games, tables of three to five players."""
    for name in names or NAMES:
        if name in TABLES:
            yield Format(name, least=3, most=5)
        else:
            yield from (Format(name), Format(name, sides=False))


def _name(form: Format) -> str:
    return form.name.replace("_", " ") + ("" if form.sides else ", matches of two")


def _played(form: Format, size: int, seed: int, hazards: Hazards, tally: Tally) -> Field:
    field = tournament_simulation.field_of(size, seed, hazards)
    for _round in range(4 * size + 10):
        begun = time.process_time()
        plan = form.plan(field)
        tally.slowest = max(tally.slowest, time.process_time() - begun)
        if not plan:
            return field
        field = tournament_simulation.after(form, field, plan, seed, hazards)
    raise CommandError(f"A tournament of the format {form.name!r} with {size} people does not end.")


def _in_rows(form: Format, size: int, seed: int, hazards: Hazards, tally: Tally) -> Field:
    """Run one tournament through the services; its rows are rolled back."""
    settings: dict[str, object] = {"games_each": 1 if form.sides else 2}
    if form.name == "swiss":
        settings |= {"half_byes": 1 if hazards.resting else 0}
    if form.name in TABLES:
        settings |= {"rules": "council_of_kings", "least": form.least, "most": form.most}
    with transaction.atomic():
        tournament, slowest = rehearse(form.name, size, seed, hazards, database_now(), **settings)
        field = tournament.field()
        steps = list(AuditEvent.objects.filter(subject=f"tournament {tournament.code}").exclude(by=None).values_list("action", flat=True))
        transaction.set_rollback(True)
    if tournament.status != Tournament.Status.CLOSED or not set(steps) <= {"open registration", "start", "approve"}:
        raise CommandError(f"A tournament of the format {form.name!r} with {size} people needed more than its director: {steps}.")
    tally.slowest = max(tally.slowest, slowest)
    return field


def _line(form: Format, sizes: str, tally: Tally, breaches: int, seconds: float) -> str:
    return (
        f"| {_name(form)} | {sizes.replace('-', '–')} | {tally.tournaments} | {tally.meetings} | {tally.together} | {tally.byes} "
        f"| {tally.apart} | {1000 * tally.slowest:.0f} ms | {seconds / 60:.1f} | {breaches} |"
    )


def _sizes(text: str, step: int) -> list[int]:
    """Parse "3-12,16" into numbers, in that order. Raises `CommandError` for anything else."""
    sizes: list[int] = []
    for part in text.split(","):
        first, _dash, last = part.partition("-")
        if not first.isdecimal() or (last and not last.isdecimal()) or not 2 <= int(first) <= int(last or first) or step < 1:
            raise CommandError(f"{part!r} is no number of people; write 8, 3-128 or 3-12,16, and a step from 1.")
        sizes += range(int(first), int(last or first) + 1, step)
    return sizes

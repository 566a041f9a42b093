"""Compare Swiss pairings of simulated tournaments with those of another program, and judge every pairing by score groups."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.tournaments.formats import swiss
from tests.bench.reference_pairing import reference
from tests.bench.score_groups import Judge
from tests.bench.swiss_histories import History, histories


@dataclass(slots=True)
class Tally:
    """Totals of all histories; seconds are CPU seconds."""

    histories: int = 0
    people: int = 0
    equal: int = 0
    impossible: int = 0
    ours: float = 0.0
    slowest: float = 0.0
    theirs: float = 0.0
    different: list[str] = field(default_factory=list)
    breaches: list[str] = field(default_factory=list)

    def add(self, history: History, name: str, *, judged: bool) -> None:
        """Pair one history with both programs and compare the pairings."""
        self.histories += 1
        self.people += len(history.there)
        begun = time.process_time()
        ours = swiss.pairs(history.field, history.there, rounds=history.rounds, sides=history.sides)
        between = time.process_time()
        theirs = reference(history) if history.sides else ours
        self.theirs += time.process_time() - between
        self.ours += between - begun
        self.slowest = max(self.slowest, between - begun)
        if theirs is None:
            self.impossible += 1
        elif theirs == ours:
            self.equal += 1
        else:
            self.different.append(f"{name}: {sorted(set(ours) - set(theirs))} instead of {sorted(set(theirs) - set(ours))}")
        if judged:
            self.breaches += [f"{name}: {breach}" for breach in Judge(history).breaches(ours)]


class Command(BaseCommand):
    """`compare_pairings --histories 10000`; nothing is stored."""

    help = "Pair made-up Swiss tournaments beside py4swiss, and judge every pairing by score groups."

    def add_arguments(self, parser: CommandParser) -> None:
        """Number of histories, and the first seed."""
        parser.add_argument("--histories", type=int, default=1000, help="So many rounds are paired, each with its past (default: 1000).")
        parser.add_argument("--seed", type=int, default=1, help="The first tournament; the next ones have the next numbers.")
        parser.add_argument("--largest", type=int, default=128, help="Most people (default: 128).")
        parser.add_argument("--no-sides", action="store_true", help="Leave the sides out, as in matches of two; then only judged.")
        parser.add_argument("--judge-every", type=int, default=1, help="Judge only every so many of them (default: 1, all).")

    def handle(self, *_args: str, **options: Any) -> None:
        """Print the totals; a difference or a breach is an error."""
        tally = Tally()
        sides = not options["no_sides"]
        every = (
            (seed, history) for seed in count(options["seed"]) for history in histories(seed, largest=options["largest"], sides=sides)
        )  # fmt: skip
        for number, (seed, history) in enumerate(islice(every, options["histories"])):
            tally.add(history, f"Tournament {seed}, round {history.field.next_round}", judged=number % options["judge_every"] == 0)
        self.stdout.write(
            f"{tally.histories} histories of {tally.people / tally.histories:.0f} people on average: {tally.equal} equal, "
            f"{len(tally.different)} different, {tally.impossible} that cannot be paired by the standard; {len(tally.breaches)} breaches. "
            f"CPU: ours {tally.ours:.0f} s, slowest {tally.slowest:.2f} s; py4swiss with its file {tally.theirs:.0f} s."
        )
        if tally.different or tally.breaches:
            raise CommandError("\n".join([*tally.different, *tally.breaches][:50]))

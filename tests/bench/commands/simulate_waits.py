"""Play advised games with and without standing orders, and count how often the table waits for a player."""

from __future__ import annotations

import json
import statistics
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand

from games.rules import registry
from tests.bench import waits

HOURS = 12
"""Assumed hours until a player answers, for the column of days."""
WAYS: dict[str, waits.Orderer | None] = {"none": None, "proposed": waits.proposed, "plans": waits.planned}
COLUMNS = ("game", "orders", "games", "waits", "95 %", "visits each", "days", "left behind by who orders")


class Command(BaseCommand):
    """`simulate_waits turn_of_fate:2 council_of_kings:4:'{"mode": "advanced"}' --games 300`; needs no database."""

    help = "Count the waits of advised games without orders, with the orders that the site proposes, and with plans."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games, and how many."""
        parser.add_argument("tables", nargs="+", metavar="game:players[:options]")
        parser.add_argument("--games", type=int, default=300, help="Games for each row (default: 300).")
        parser.add_argument("--orders", choices=WAYS, action="append", help="Only these ways; may be given several times.")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--keep", type=Path, help="A file with a line for each game: stopped runs go on where they were.")

    def handle(self, *args: Any, **given: Any) -> None:
        """Print a row for each table and each way of leaving orders."""
        self.stdout.write(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
        for named in given["tables"]:
            for way in given["orders"] or WAYS:
                seeds = range(given["seed"], given["seed"] + given["games"])
                self.stdout.write(f"| {' | '.join(_row(named, way, list(_games(named, way, seeds, given['keep']))))} |")
                self.stdout.flush()


class Counted(NamedTuple):
    """Figures of one seed: waits and visits where all seats leave orders, and the share of opponents beaten by the only seat that does."""

    waits: int
    visits: float
    share: float | None


def _games(named: str, way: str, seeds: range, keep: Path | None) -> Iterator[Counted]:
    lines = keep.read_text(encoding="utf-8").splitlines() if keep and keep.exists() else []
    there = {seed: Counted(*found) for table, of, seed, *found in map(json.loads, lines) if (table, of) == (named, way)}
    for seed in seeds:
        if seed not in there and keep:
            there[seed] = _one(named, way, seed)
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps([named, way, seed, *there[seed]]) + "\n")
        yield there[seed] if seed in there else _one(named, way, seed)


def _read(named: str) -> tuple[str, int, dict[str, Any]]:
    key, seats, *options = named.split(":", 2)
    return key, int(seats), json.loads(options[0]) if options else {}


def _one(named: str, way: str, seed: int) -> Counted:
    key, seats, options = _read(named)
    game, orderer = registry.game(key), WAYS[way]
    played = waits.play(game, seats, seed, options, orderers=dict.fromkeys(range(seats), orderer) if orderer else {})
    alone = waits.play(game, seats, seed, options, orderers={(seed - 1) % seats: orderer}) if orderer else None
    return Counted(played.waits, statistics.fmean(played.visits), waits.beaten(alone, (seed - 1) % seats) if alone else None)


def _row(named: str, way: str, games: list[Counted]) -> tuple[str, ...]:
    key, seats, options = _read(named)
    counts = sorted(one.waits for one in games)
    mean, most = statistics.fmean(counts), counts[min(len(counts) - 1, len(counts) * 95 // 100)]
    shares = [one.share for one in games if one.share is not None]
    score = (
        f"{100 * statistics.fmean(shares):.1f} % ± {196 * statistics.stdev(shares) / len(shares) ** 0.5:.1f}" if len(shares) > 1 else "—"
    )
    name = " ".join((f"{key} {seats}", *(f"{option}={value}" for option, value in options.items())))
    visits = statistics.fmean(one.visits for one in games)
    return name, way, str(len(games)), f"{mean:.1f}", str(most), f"{visits:.1f}", f"{mean * HOURS / 24:.0f}", score

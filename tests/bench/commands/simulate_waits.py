"""Play advised games with and without standing orders, and count how often the table waits for somebody."""

from __future__ import annotations

import json
import statistics
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.rules import registry
from tests.bench import waits

HOURS = 12
"""An hour count that people answer within, for the column of days."""
WAYS: dict[str, waits.Orderer | None] = {"none": None, "proposed": waits.proposed, "plans": waits.planned}
COLUMNS = ("game", "orders", "games", "waits", "95 %", "visits each", "days", "left behind by who orders")


class Command(BaseCommand):
    """`simulate_waits turn_of_fate:2 council_of_kings:4:'{"mode": "advanced"}' --games 300`; needs no database."""

    help = "Count the waits of advised games without orders, with the orders that the site proposes, and with plans."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games."""
        parser.add_argument("tables", nargs="+", metavar="game:players[:options]")
        parser.add_argument("--games", type=int, default=300, help="Games for each row (default: 300).")
        parser.add_argument("--orders", choices=WAYS, action="append", help="Only these ways; may be given several times.")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **given: Any) -> None:
        """A row for each table and way."""
        self.stdout.write(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
        for named in given["tables"]:
            key, seats, *options = named.split(":", 2)
            for way in given["orders"] or WAYS:
                row = _row(key, int(seats), json.loads(options[0]) if options else {}, way, given["games"], given["seed"])
                self.stdout.write(f"| {' | '.join(row)} |")
                self.stdout.flush()


def _row(key: str, seats: int, options: dict[str, Any], way: str, games: int, seed: int) -> tuple[str, ...]:
    game, orderer = registry.game(key), WAYS[way]
    everybody = dict.fromkeys(range(seats), orderer) if orderer else {}
    played = [waits.play(game, seats, seed + number, options, orderers=everybody) for number in range(games)]
    mean, most = waits.waits_of(played)
    visits = statistics.fmean(statistics.fmean(one.visits) for one in played)
    score = "—"
    if orderer:
        alone = [
            (waits.play(game, seats, seed + number, options, orderers={number % seats: orderer}), number % seats) for number in range(games)
        ]
        shares = [waits.beaten(one, seat) for one, seat in alone]
        score = f"{100 * statistics.fmean(shares):.1f} % ± {196 * statistics.stdev(shares) / games**0.5:.1f}"
    name = " ".join((f"{key} {seats}", *(f"{option}={value}" for option, value in options.items())))
    return name, way, str(games), f"{mean:.1f}", str(most), f"{visits:.1f}", f"{mean * HOURS / 24:.0f}", score

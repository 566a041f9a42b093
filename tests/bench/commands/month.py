"""`manage.py month`: simulate the busiest minutes of a month with 100,000 games, on databases of its own."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tests.bench import report
from tests.bench.month import Plan, simulate


class Command(BaseCommand):
    """Never touches a site: it starts its own PostgreSQL, Valkey, worker and beat, and removes them."""

    help = "Simulate the peak hour of a month of so many games, compressed: moves, deadlines and mails through the real processes."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Number of games, and speed of the simulation."""
        parser.add_argument("--games", type=int, default=100_000, help="games that begin and end in a month, and are stored (100000)")
        parser.add_argument("--minutes", type=float, default=12, help="minutes of the peak hour (12)")
        parser.add_argument("--speed", type=float, default=4, help="how many times as fast as in life (4)")
        parser.add_argument("--markdown", type=Path, metavar="FILE", help="write a report there, for docs/measurements/")

    def handle(self, *args: Any, games: int, minutes: float, speed: float, markdown: Path | None, **options: Any) -> None:
        """Run the simulation and print the figures."""
        found = []
        for name, figure in simulate(Plan(games, minutes, speed)):
            self.stdout.write(f"{name}: {figure}")
            found.append((name, figure))
        if markdown:
            facts = report.machine()
            lines = [f"# The peak hour of a month of {games:,} games", "", f"`manage.py month --games {games} --minutes {minutes:g}"]
            lines[-1] += f" --speed {speed:g}` at {facts['at']} on {facts['cores']} cores ({facts['processor']}), Python {facts['python']}."
            lines += ["", "| what | figure |", "|---|---|", *(f"| {name} | {figure} |" for name, figure in found), ""]
            markdown.write_text("\n".join(lines), encoding="utf-8")

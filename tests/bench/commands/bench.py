"""`manage.py bench`: measure this version on this machine, on databases of its own."""

from __future__ import annotations

import json
import random
import re
import shlex
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console

from games.models import Game
from games.rules.registry import all_games
from tests.bench import (
    admin,
    engines,
    growth,
    http,
    idle,
    mails,
    moves,
    pages,
    pairing,
    peers,
    pictures,
    population,
    report,
    stores,
    sweeping,
)
from tests.bench.cells import Cell, run_in_turns

AGAIN = re.compile("pgbench|move: plain|move: service, [a-z_]+$|page: |bare page|form POST|bare form")
"""Cells that are measured a second time, among many games."""
FEW = 1_000
"""Copies that exist while moves and pages are measured."""


class Command(BaseCommand):
    """Never touches a site: it starts a PostgreSQL and a Valkey for itself and removes them."""

    help = "Measure moves, pages, sweeps, engines and mail against plainer versions of the same work; about five minutes, or --quick."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to measure, and for how long."""
        parser.add_argument("--quick", action="store_true", help="one short round with few games: does it work, roughly how fast")
        parser.add_argument("--games", type=int, help="how many games are stored for the last part (default 100000; quick 5000)")
        parser.add_argument("--rounds", type=int, help="turns of each cell (default 3; quick 1)")
        parser.add_argument("--only", default="", metavar="WORD", help="only cells whose name contains the word, and their yardsticks")
        parser.add_argument("--without", default="\n", metavar="WORD", help="leave out cells whose name contains the word")
        parser.add_argument("--peers", action="store_true", help="also measure boardgame.io with PostgreSQL (needs npm and its registry)")
        parser.add_argument("--idle", type=float, metavar="SECONDS", help="instead: weigh `manage.py up` after so many seconds of rest")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
        parser.add_argument("--markdown", type=Path, metavar="FILE", help="write a report there, for docs/measurements/")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare the data, measure in turns, print the figures."""
        quick, console = options["quick"], Console(stderr=True)
        if options["idle"] is not None:
            self._weigh(options["idle"])
            return
        many = options["games"] or (5_000 if quick else 100_000)
        rounds, seconds, patience = options["rounds"] or (1 if quick else 3), 0.4 if quick else 1.5, 0.0 if quick else 4.0

        def measure(cells: list[Cell]) -> list[Cell]:
            kept = chosen([cell for cell in cells if options["without"] not in cell.name], options["only"])
            run_in_turns(kept, rounds=rounds, seconds=seconds, patience=patience, say=console.print)
            return kept

        with stores.stores() as place, mails.sink() as port:
            console.print("making games …")
            copies, stocks = settled(quick)
            cells = measure(
                [
                    *moves.cells(place.programs, copies, stocks),
                    *growth.cells(stocks[-1]),
                    *pages.cells(copies, stocks),
                    *mails.cells(port),
                    *engines.cells(),
                    *pairing.cells(),
                    *pictures.cells(),
                ]
            )
            if options["without"] != "HTTP" and (not options["only"] or "HTTP" in options["only"]):
                with http.servers(place) as web, peer_of(place, wanted=options["peers"]) as peer:
                    cells += measure([*http.cells(place, web, copies, stocks), *peer])
            few = sweeping.nothing_due(f"sweep: nothing due, {Game.objects.count():,} games")
            console.print(f"storing {many:,} games …")
            cells += measure([few]) if not options["only"] else []
            population.copies([stock.ids[0] for stock in stocks], population.next_number(), many)
            stores.vacuum()
            last = [sweeping.nothing_due(f"sweep: nothing due, {many:,} games", few.name)]
            last += [Cell(f"{cell.name}, {many:,} games", cell.run, cell.name) for cell in cells if AGAIN.match(cell.name)]
            last.append(sweeping.hundred_due("sweep: a hundred due", ""))
            cells += measure(last) if not options["only"] else []
            if options["only"] in "admin":
                cells += measure(admin.cells(admin.PLAYERS // 20 if quick else admin.PLAYERS))
            plan = sweeping.plan()
        self._print(report.rows(cells), plan, options)

    def _weigh(self, rest: float) -> None:
        facts = report.machine()
        self.stdout.write(f"{facts['at']}, {facts['cores']} cores ({facts['processor']}), Python {facts['python']}\n")
        self.stdout.write("\n".join(idle.report(idle.weigh(rest))))

    def _print(self, found: list[dict[str, Any]], plan: str, options: dict[str, Any]) -> None:
        facts = report.machine()
        Console(width=None if sys.stdout.isatty() else 160).print(report.table(found))
        if options["json"]:
            options["json"].write_text(json.dumps({"machine": facts, "figures": found, "plan": plan}, indent=1) + "\n", encoding="utf-8")
        if options["markdown"]:
            command = shlex.join(["manage.py", *(word for word in sys.argv[1:] if ".md" not in word and word != "--markdown")])
            options["markdown"].write_text(report.markdown(found, facts, command, plan), encoding="utf-8")


def settled(quick: bool) -> tuple[moves.Copies, list[population.Stock]]:
    """Running games of every kind, and copies of them for the comparison cells."""
    rng = random.Random(11)
    players = population.people(12)
    stocks = [population.stock(book, players, 4 if quick else 20, rng) for book in all_games().values()]
    originals = [stock.ids[0] for stock in stocks]
    latest = Game.objects.latest("id").pk
    population.copies(originals, 0, FEW - 1)
    moves.make_function()
    stores.vacuum()
    first = Game.objects.filter(pk__gt=latest).earliest("id").pk
    return moves.Copies(first, first + FEW - 1), stocks


@contextmanager
def peer_of(place: stores.Stores, *, wanted: bool) -> Iterator[list[Cell]]:
    """The cells of the peer (boardgame.io) while it is served; none when not requested. Raises CommandError when it cannot be installed."""
    if not wanted:
        yield []
        return
    try:
        with peers.boardgame(place) as port:
            yield peers.cells(place, port)
    except peers.NoPeerError as error:
        raise CommandError(str(error)) from error


def chosen(cells: list[Cell], word: str) -> list[Cell]:
    """The requested cells, the cells they are compared with, and so on."""
    against = {cell.name: cell.against for cell in cells}
    wanted: set[str] = set()
    for cell in cells:
        name = cell.name if word in cell.name or cell.name.startswith("peer:") else ""
        while name and name not in wanted:
            wanted.add(name)
            name = against.get(name, "")  # it may already be measured
    return [cell for cell in cells if cell.name in wanted]

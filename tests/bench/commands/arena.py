"""`manage.py arena`: bots play whole games of every kind over HTTP, on databases and processes of their own."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console

from games.rules.registry import all_games
from tests.bench import arena, latency, report, stores, streams
from tests.bench.own_site import served

MOVES = 300
"""Number of moves of `--latency`."""
HEAD = ("game", "bots", "games", "moves", "seconds", "ends")


class Command(BaseCommand):
    """Never touches a site."""

    help = "Let bots made of the public client finish games of every kind over HTTP: two web workers, one stream process."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games, and how many."""
        parser.add_argument("--games", type=int, default=100, help="of each kind, all at the same time")
        parser.add_argument("--only", choices=list(all_games()), action="append", help="only this kind; may be given more than once")
        parser.add_argument("--bot", type=Path, metavar="FILE", help="a bot, like docs/bot.py; they answer at random unless given")
        parser.add_argument("--streams", type=int, metavar="N", help="instead: weigh the stream process with N open streams")
        parser.add_argument("--latency", type=int, metavar="N", help="instead: from a move to the opponent's stream, with N open streams")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--markdown", type=Path, metavar="FILE", help="add a report to this file, for docs/measurements/")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the games and print the table."""
        console, found = Console(stderr=True), []
        choose = arena.bot_in(options["bot"]) if options["bot"] else None
        with stores.stores(), TemporaryDirectory() as folder, served(Path(folder) / "log") as it:
            if options["streams"]:
                weight = streams.weigh(it.stream_url, it.stream.pid, options["streams"])
                self.stdout.write(f"Memory (PSS): {weight.before:.0f} MB with one stream, {weight.after:.0f} MB with {weight.streams}.")
                return
            if options["latency"]:
                measured = latency.measure(it.site, it.stream_url, it.stream.pid, options["latency"], MOVES, options["seed"])
                times = f"p50 {measured.p50:.0f} ms, p90 {measured.p90:.0f} ms, p99 {measured.p99:.0f} ms"
                self.stdout.write(f"{measured.moves} moves with {measured.streams} streams: {times}.")
                self.stdout.write(f"The stream process takes {100 * measured.idle:.1f} % of a core while nobody moves.")
                return
            for key in options["only"] or all_games():
                outcome = arena.contest(it.site, all_games()[key], options["games"], options["seed"], choose)
                console.print(f"{key}: {outcome.games} games over, {outcome.moves} moves in {outcome.seconds:.0f} s")
                found.append(outcome)
        lines = markdown(found)
        self.stdout.write("\n".join(lines))
        if options["markdown"]:
            with options["markdown"].open("a", encoding="utf-8") as file:
                file.write("\n".join(["", *_title(), "", *lines, ""]))


def markdown(found: list[arena.Outcome]) -> list[str]:
    """The outcomes as a Markdown table."""
    lines = [f"| {' | '.join(HEAD)} |", "|---|---:|---:|---:|---:|---|"]
    for it in found:
        ends = ", ".join(f"{reason} {count}" for reason, count in it.ends.items())
        lines.append(f"| {it.rules} | {it.bots} | {it.games} | {it.moves:,} | {it.seconds:,.0f} | {ends} |")
    return lines


def _title() -> list[str]:
    facts = report.machine()
    command = shlex.join(["manage.py", *(word for word in sys.argv[1:] if ".md" not in word and word != "--markdown")])
    return [f"## Arena, {facts['at']}", "", f"`{command}` on {facts['cores']} cores ({facts['processor']}), Python {facts['python']}."]

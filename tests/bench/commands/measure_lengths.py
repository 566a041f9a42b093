"""Measure how many hand-overs a game takes and write the rows of `lengths.toml` in its folder, or check that the file still holds."""

from __future__ import annotations

import inspect
import json
import time
from argparse import ArgumentParser
from collections import defaultdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.rules import lengths, registry
from games.rules.orders import OrderBook
from games.rules.session import Session
from tests.bench import waits

HEAD = """# How often a table waits for somebody: eight of ten games from the first number to the last, half of them above the middle one.
# Settings not named are the usual ones. Measured again for these rows by `python3 manage.py measure_lengths {key} --games {games}`.

table = [
"""


class Command(BaseCommand):
    """`measure_lengths council_of_kings --games 300`; needs no database."""

    help = "Play advised games with the seats and settings of each row of lengths.toml, and write the waits there."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game, the number of games, and the options of a check."""
        parser.add_argument("key")
        parser.add_argument("--games", type=int, default=300, help="Games for each row (default: 300).")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--check", type=Path, metavar="FILE", help="Write nothing: say how many of the games in this file end inside "
                            "the spans, after playing there what is lacking.")  # fmt: skip
        parser.add_argument("--minutes", type=float, default=60.0, help="With --check: play no longer than this (default: 60).")

    def handle(self, *args: Any, key: str, games: int, seed: int, **given: Any) -> None:
        """Measure every row anew, or check the rows of the file."""
        if given["check"]:
            for line in _checked(key, given["check"], games, given["minutes"] * 60):
                self.stdout.write(line)
            return
        folder = Path(inspect.getfile(type(registry.game(key)))).parent
        text = HEAD.format(key=key, games=games)
        for row in lengths.measured(folder):
            counts = sorted(_waits(key, row, seed + number) for number in range(games))
            found = [max(1, counts[len(counts) * part // 100]) for part in SPAN]
            options = ", ".join(f"{name} = {_toml(value)}" for name, value in row.options.items())
            values = [f"seats = {row.seats}"]
            values += [f"options = {{ {options} }}"] if options else []
            values += [f'orders = "{row.orders}"'] if row.orders else []
            text += f"    {{ {', '.join([*values, f'waits = {found}'])} }},\n"
            self.stdout.write(f"{row.seats} {options} {found}")
        (folder / lengths.FILE).write_text(f"{text}]\n", encoding="utf-8")


SPAN = (8, 50, 92)
"""Percentiles of the span: a little more than 80 %, because few games estimate its ends only roughly."""
FRESH = 2_000_000
"""The seed of the first game that checks a span."""
BATCH = 20


def _checked(key: str, file: Path, games: int, seconds: float) -> list[str]:
    """The rows with the share of their games inside the span. All rows are measured batch by batch, so that a run can be stopped."""
    rows, until = lengths.measured(Path(inspect.getfile(type(registry.game(key)))).parent), time.monotonic() + seconds
    found: dict[str, list[int]] = defaultdict(list)
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        entry = json.loads(line)
        found[entry["row"]].append(entry["waits"])
    for goal in range(BATCH, games + BATCH, BATCH):
        for row in rows:
            name = f"{key} {_settings(row)}"
            while len(found[name]) < min(goal, games) and time.monotonic() < until:
                found[name].append(_waits(key, row, FRESH + len(found[name])))
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps({"row": name, "waits": found[name][-1]}) + "\n")
    return [_coverage(row, found[f"{key} {_settings(row)}"]) for row in rows]


def _coverage(row: lengths.Measured, counts: list[int]) -> str:
    inside = sum(row.waits.fewest <= count <= row.waits.most for count in counts)
    return f"{_settings(row)}: {row.waits.fewest} to {row.waits.most}, {inside} of {len(counts)} ({inside / max(1, len(counts)):.1%})"


def _settings(row: lengths.Measured) -> str:
    return " ".join((f"{row.seats} players", *(f"{name}={value}" for name, value in row.options.items())))


def _waits(key: str, row: lengths.Measured, seed: int) -> int:
    def leaves(book: OrderBook, session: Session[Any], seat: int) -> list[str]:
        """The proposed orders whose slot begins with the row's prefix."""
        offers = [offer for offer in book.offers if offer.slot.startswith(row.orders)]
        return [line for offer in offers for preset in offer.presets[:1] for line in preset.text.splitlines()]

    everybody = dict.fromkeys(range(row.seats), leaves) if row.orders else {}
    return waits.play(registry.game(key), row.seats, seed, row.options, orderers=everybody).waits


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)

"""Measure how often tables of a game wait for somebody, and write it into `lengths.toml` of its folder."""

from __future__ import annotations

import inspect
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.rules import lengths, registry
from games.rules.orders import OrderBook
from games.rules.session import Session
from tests.bench import waits

HEAD = """# How often a table waits for somebody: eight of ten games from the first number to the last, half of them above the middle one.
# Settings not named are the usual ones. Measured again for these rows by `python3 manage.py measure_lengths {key} --games {games}`.
"""


class Command(BaseCommand):
    """`measure_lengths council_of_kings --games 300`; needs no database."""

    help = "Play advised games with the seats and settings of each row of lengths.toml, and write the waits there."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game."""
        parser.add_argument("key")
        parser.add_argument("--games", type=int, default=300, help="Games for each row (default: 300).")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, key: str, games: int, seed: int, **given: Any) -> None:
        """Every row anew."""
        folder = Path(inspect.getfile(type(registry.game(key)))).parent
        text = HEAD.format(key=key, games=games)
        for row in lengths.measured(folder):
            counts = sorted(_waits(key, row, seed + number) for number in range(games))
            found = [max(1, counts[len(counts) * tenths // 10]) for tenths in (1, 5, 9)]
            options = ", ".join(f"{name} = {_toml(value)}" for name, value in row.options.items())
            text += f"\n[[table]]\nseats = {row.seats}\n"
            text += f"options = {{ {options} }}\n" if options else ""
            text += f'orders = "{row.orders}"\n' if row.orders else ""
            text += f"waits = {found}\n"
            self.stdout.write(f"{row.seats} {options} {found}")
        (folder / lengths.FILE).write_text(text, encoding="utf-8")


def _waits(key: str, row: lengths.Measured, seed: int) -> int:
    def leaves(book: OrderBook, session: Session[Any], seat: int) -> list[str]:
        """The proposed orders whose slot begins with what the row says."""
        offers = [offer for offer in book.offers if offer.slot.startswith(row.orders)]
        return [line for offer in offers for preset in offer.presets[:1] for line in preset.text.splitlines()]

    everybody = dict.fromkeys(range(row.seats), leaves) if row.orders else {}
    return waits.play(registry.game(key), row.seats, seed, row.options, orderers=everybody).waits


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)

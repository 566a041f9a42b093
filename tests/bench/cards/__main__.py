"""The command line of the card laboratory."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from games.rules.registry import all_games
from tests.bench import cards
from tests.bench.cards.altering import Change
from tests.bench.cards.rows import Row, kept, newest, play


def main() -> None:
    """Play the games that the row lacks, then print the row."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cards", description=cards.__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("key", choices=list(all_games()))
    parser.add_argument("--version", type=int, help="of the rules; the newest if not given")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    said = "a column of a card, a verb of its text, or a constant"
    parser.add_argument("--set", dest="changes", help=said, type=Change.read, action="append", default=[], metavar="[CARD.]NAME=N")
    parser.add_argument("--gifts", type=int, default=0, metavar="N", help="one auction in N ends with the card given away; measures values")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--show", action="store_true", help="Play nothing.")
    given = parser.parse_args()
    options = tuple((key, _value(text)) for key, _, text in (option.partition("=") for option in given.option))
    row = Row(given.key, given.version or newest(given.key), given.seats, options, tuple(given.changes), given.gifts)
    until = time.monotonic() + 60 * given.minutes
    if not given.show:
        play(given.file, row, given.games, given.jobs, lambda: time.monotonic() < until)
    games = kept(given.file).get(str(row), {})
    print(f"**{row}**\n\n{row.kind.shown(list(games.values())) if games else 'no games yet'}")


def _value(text: str) -> bool | int | str:
    return int(text) if text.isdecimal() else {"true": True, "false": False}.get(text, text)


if __name__ == "__main__":
    main()

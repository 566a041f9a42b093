"""`manage.py card-pictures ICONS AUTHORS`: write the icon silhouettes that the games' cards use into the source tree, one sheet per
deck.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import BaseCommand, CommandParser

from games.render.sheets import FOLDER, SIGNS
from games.rules.cards.pictures import wanted
from tests.bench.sheet_writing import author_names, author_of, sheet, sign_sheet, silhouette


class Command(BaseCommand):
    """Equal arguments give equal bytes."""

    help = (
        "Write the sheets of card pictures from the npm package @iconify-json/game-icons (ICONS: its icons.json) "
        "and a copy of github.com/game-icons/icons (AUTHORS: its folder), whose subfolders say who drew what."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Paths of the icons and of the list of authors."""
        parser.add_argument("icons", type=Path)
        parser.add_argument("authors", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the sheet of every deck, and the sheet of the suits' own signs."""
        icons = orjson.loads(options["icons"].read_bytes())["icons"]
        people = author_names(options["authors"])
        for deck, pictures in wanted().items():
            names = {name: people[author_of(name, icons[name]["body"], options["authors"])] for name in sorted(pictures)}
            self._write(deck, sheet(silhouette(name, icons[name]["body"], author) for name, author in names.items()))
        self._write(SIGNS, sign_sheet())

    def _write(self, name: str, text: str) -> None:
        (FOLDER / f"{name}.svg").write_text(text, encoding="utf-8")
        self.stdout.write(f"{name}.svg {len(text)}")

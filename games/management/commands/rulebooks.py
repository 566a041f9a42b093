"""`manage.py rulebooks`: writes docs/rules/ from the games' rulebooks and cards."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.rulebooks import whole_markdown
from games.rules.registry import all_games


class Command(BaseCommand):
    help = "Write the rules for players, one file per game."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--into", type=Path, default=Path(settings.BASE_DIR) / "docs" / "rules")

    def handle(self, *args: Any, **options: Any) -> None:
        options["into"].mkdir(parents=True, exist_ok=True)
        for book in all_games().values():
            (options["into"] / f"{book.key}.md").write_text(whole_markdown(book), encoding="utf-8")
            self.stdout.write(f"docs/rules/{book.key}.md")

"""`manage.py newgame KEY`: writes the folder of a new game: a complete small example with rules, rulebook, tests and catalogues."""

import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.management.templates import TemplateCommand

import games.rules
from games.conformance import golden
from games.rules import registry

TEMPLATE = Path(__file__).resolve().parents[1] / "new_game"


class Command(BaseCommand):
    help = "Write the folder of a new game with rules, rulebook, tests and catalogues that pass the suite."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="key", help="the key: lower case, digits and underscores, such as three_stones")
        parser.add_argument("--title", help="what people call the game; made of the key unless given")
        parser.add_argument("--into", type=Path, help="an existing folder of another package; without it, games/rules")
        parser.add_argument("--module", help="with --into: the package the game is imported as, such as my_games.three_stones")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the folder. Raises CommandError when the key is invalid or exists, or when the folder cannot be written."""
        key, into = options["name"], options["into"]
        if not key.isidentifier() or key != key.lower():
            raise CommandError(f"{key!r} is no key of a game: use lower-case letters, digits and underscores, such as three_stones.")
        if shutil.which("msgfmt") is None:
            raise CommandError("The catalogues cannot be compiled: install GNU gettext (apt install gettext), then try again.")
        folder = (into or Path(games.rules.__path__[0])) / key
        if folder.exists() or key in registry.all_games():
            raise CommandError(f"There is a game {key!r} already; give the new one another key.")
        try:
            folder.mkdir()
        except OSError as error:
            raise CommandError(f"{folder} cannot be made: {error.strerror}.") from error
        words = {
            "title": options["title"] or key.replace("_", " ").title(),
            "module": options["module"] or (key if into else f"games.rules.{key}"),
            "external": into is not None,
        }
        options_of_template = {"template": str(TEMPLATE), "extensions": ["py", "md", "po"], "files": [], "exclude": [], "verbosity": 0}
        TemplateCommand().handle("app", key, str(folder), **options_of_template, **words)
        self._write_catalogues(folder)
        self._write_transcript(folder, words["module"])
        test = f"pytest {folder / 'tests'}" if into else f"python3 manage.py test {folder} tests/rules/test_conformance.py -k {key}"
        self.stdout.write(f"{folder}\nNext: change game.py and rulebook.md, then {test} (docs/games.md).")

    def _write_catalogues(self, folder: Path) -> None:
        """Move the catalogues to `locale` and compile them. The template keeps them elsewhere, so that makemessages does not touch them."""
        for source in sorted(folder.glob("translations/*.po")):
            place = folder / "locale" / source.stem / "LC_MESSAGES"
            place.mkdir(parents=True)
            catalogue = source.rename(place / "django.po")
            subprocess.run(["msgfmt", "--check-format", "-o", str(catalogue.with_suffix(".mo")), str(catalogue)], check=True)
        (folder / "translations").rmdir()

    def _write_transcript(self, folder: Path, module: str) -> None:
        """Write the golden transcript of the new game."""
        import_path = str(folder.parents[module.count(".")])
        sys.path.insert(0, import_path)
        try:
            game = import_module(module).GAME
        finally:
            sys.path.remove(import_path)
        (folder / "tests" / "golden.txt").write_text(golden.transcript(game), encoding="utf-8")

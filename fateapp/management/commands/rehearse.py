"""`manage.py rehearse`: check the running games with this release. With --apply, upgrade them to the newest rules."""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import orjson
from django.core.management.base import BaseCommand, CommandError

from fateapp import installation
from fateapp.ops import rehearsal
from fateapp.ops.rehearsal import CARRIED, SAME, Finding
from games.rules.errors import CannotUpgrade
from games.rules.registry import all_games
from games.services.tables import rules_upgrade
from notifications.clock import database_now

WRITTEN_BY = f"With the release before: {installation.PROGRAM} rehearse --json > before.jsonl"


class Command(BaseCommand):
    """Run with a new release before it serves: on a restored backup, or on the real database, which it only reads."""

    help = "See what this release would make of every running game; exit code 1 when one could not go on. --apply carries games over."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--only", action="append", choices=list(all_games()), default=[], help="only this kind; may be given again")
        parser.add_argument("--before", type=Path, metavar="FILE", help="what `rehearse --json` of the release before has printed")
        parser.add_argument("--json", action="store_true", help="one JSON object for each game, then one with the summary")
        parser.add_argument(
            "--apply", action="store_true", help="carry games over to the newest version of their rules, each under its lock"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check all running games; stop when one could not go on."""
        only = tuple(options["only"])
        found = rehearsal.findings(only)
        found = compared(found, options["before"]) if options["before"] else found
        tally = self._show(found, options["json"])
        total, bad = sum(tally.values()), sum(count for (_rules, _version, state), count in tally.items() if state in rehearsal.BAD)
        if bad:
            raise CommandError(f"{bad} of {total} running games could not go on. Keep the old version and report this.")
        if not options["json"]:
            self.stdout.write(f"All {total} running games can go on.")
        if options["apply"]:
            self._apply(only, options["json"])

    def _show(self, found: Iterator[Finding], as_json: bool) -> Counter[tuple[str, int, str]]:
        tally: Counter[tuple[str, int, str]] = Counter()
        for one in found:
            tally[one.rules, one.version, one.state] += 1
            if as_json:
                self.stdout.write(orjson.dumps(one.facts(), option=orjson.OPT_NON_STR_KEYS).decode())
            elif one.state != SAME or one.why:
                self.stdout.write(str(one))
        lost = rehearsal.without_rules()
        if as_json:
            rows = [
                {"rules": rules, "version": version, "state": state, "games": count} for (rules, version, state), count in tally.items()
            ]
            ended = [{"rules": rules, "version": version, "games": count} for rules, version, count in lost]
            self.stdout.write(orjson.dumps({"running": rows, "finished_without_rules": ended}).decode())
            return tally
        for (rules, version, state), count in sorted(tally.items()):
            if state != SAME:
                self.stdout.write(f"{rules}, version {version}: {count} {state}")
        for rules, version, count in lost:
            self.stdout.write(f"{count} finished games of {rules} cannot be shown: this release does not have version {version} of it.")
        return tally

    def _apply(self, only: tuple[str, ...], as_json: bool) -> None:
        """Upgrade the games that can be; one whose rules refuse stays, with the reason."""
        carried, stay = 0, []
        for one in rehearsal.findings(only):
            if one.state != CARRIED:
                continue
            try:
                carried += rules_upgrade.carry_over(one.id, now=database_now())
            except CannotUpgrade as error:
                stay.append((one.game, str(error)))
        if as_json:
            self.stdout.write(orjson.dumps({"carried": carried, "stay": [{"game": game, "why": why} for game, why in stay]}).decode())
            return
        for game, why in stay:
            self.stdout.write(f"{game} stays: {why}")
        self.stdout.write(f"{carried} games are carried over.")


def compared(found: Iterator[Finding], path: Path) -> Iterator[Finding]:
    """The same findings, each compared with the line of the file about the same game. Both are ordered by id. Raises CommandError."""
    with opened(path) as lines:
        earlier = (facts for facts in (read(line, path) for line in lines) if "id" in facts)
        facts = next(earlier, None)
        for one in found:
            while facts is not None and facts["id"] < one.id:
                facts = next(earlier, None)
            if facts is not None and facts["id"] == one.id:
                rehearsal.compare_with_earlier(one, facts)
            yield one


def opened(path: Path) -> BinaryIO:
    """The file, or the standard input for "-". Raises CommandError."""
    try:
        return path.open("rb") if str(path) != "-" else sys.stdin.buffer
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}. {WRITTEN_BY}") from error


def read(line: bytes, path: Path) -> dict[str, Any]:
    """The facts of a line. Raises CommandError."""
    try:
        facts: dict[str, Any] = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise CommandError(f"{path} is not what `rehearse --json` has printed. {WRITTEN_BY}") from error
    return facts

"""`manage.py doctor`: check everything the site depends on, and print remedies."""

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fateapp.ops.doctor import EXAMINATIONS, Finding, Level, mail_loop
from fateapp.ops.doctor.mail import send_test


class Command(BaseCommand):
    """Read-only unless a mail is requested; safe while the site runs, and useful while it does not."""

    help = "Look at database, broker, clock, mail, DNS records, proxy, worker lag, disk and backups. Exit code 1 when anything is broken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mail-to", metavar="ADDRESS", help="also send one real mail there")
        parser.add_argument(
            "--mail-loop",
            action="store_true",
            help="also send a letter through the relay to a reply address here, answer it, and say what every hop did",
        )
        parser.add_argument("--wait", type=float, default=60, metavar="SECONDS", help="how long a hop of the mail loop may take (60)")
        parser.add_argument("--json", action="store_true", help="one JSON object per line")

    def handle(self, *args: Any, mail_to: str | None, **options: Any) -> None:
        """Print each finding as soon as it is known."""
        broken = 0
        for finding in (finding for examine in EXAMINATIONS for finding in examine()):
            broken += self._say(finding, as_json=options["json"])
        if mail_to:
            broken += self._say(send_test(mail_to), as_json=options["json"])
        if options["mail_loop"]:
            broken += sum(self._say(finding, as_json=options["json"]) for finding in mail_loop.examine(options["wait"]))
        if broken:
            raise CommandError(f"{broken} {'thing is' if broken == 1 else 'things are'} broken.")

    def _say(self, finding: Finding, *, as_json: bool) -> bool:
        self.stdout.write(json.dumps(asdict(finding)) if as_json else self._lines(finding))
        self.stdout.flush()
        return finding.level is Level.FAIL

    def _lines(self, finding: Finding) -> str:
        paint = {Level.OK: self.style.SUCCESS, Level.WARN: self.style.WARNING, Level.FAIL: self.style.ERROR}.get(finding.level, str)
        line = f"{paint(f'{finding.level:<5}')} {finding.name}: {finding.said}"
        return f"{line}\n      -> {finding.remedy}" if finding.remedy and finding.level is not Level.OK else line

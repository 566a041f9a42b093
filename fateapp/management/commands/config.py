"""`manage.py config`: every setting with its value; `--markdown` prints the README's table."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from fateapp.environment import SETTINGS, Setting, read


class Command(BaseCommand):
    """Secrets are always masked."""

    help = "Print every setting with its present value, secrets masked."
    requires_system_checks = ()  # made at the end, so that a table can be printed whatever they say

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--markdown", action="store_true", help="print names, defaults and meanings as a table instead")

    def handle(self, *args: Any, markdown: bool, **options: Any) -> None:
        """Print, then run the system checks: errors that keep the site from starting are errors here, too."""
        self.stdout.write(as_markdown() if markdown else "\n".join(line(setting) for setting in SETTINGS))
        if not markdown:
            self.check()


def line(setting: Setting) -> str:
    """NAME=value, and the meaning."""
    return f"{setting.name}={shown(setting)}\n    {setting.meaning}"


def shown(setting: Setting) -> str:
    """The value as an operator would write it; for a secret only whether it is set."""
    value = read(setting.name)
    if setting.secret:
        return "(set, hidden)" if value else "(not set)"
    if isinstance(value, bool):
        return "1" if value else "0"
    return "(not set)" if value is None else str(value)


def as_markdown() -> str:
    rows = [f"| `{setting.name}` | {f'`{setting.default}`' if setting.default else '–'} | {setting.meaning} |" for setting in SETTINGS]
    return "\n".join(["| Name | Default | Meaning |", "|---|---|---|", *rows])

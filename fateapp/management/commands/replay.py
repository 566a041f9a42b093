"""`manage.py replay --check`: the older name of `manage.py rehearse`."""

from __future__ import annotations

from argparse import ArgumentParser

from fateapp.management.commands import rehearse


class Command(rehearse.Command):
    """Reads only, unless --apply is given."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Those of `rehearse`, and the one that this name always had."""
        parser.add_argument("--check", action="store_true", required=True, help="read only; say what could not go on")
        super().add_arguments(parser)

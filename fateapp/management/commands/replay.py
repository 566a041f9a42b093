"""`manage.py replay --check`: the former name of `manage.py rehearse`."""

from argparse import ArgumentParser

from fateapp.management.commands import rehearse


class Command(rehearse.Command):
    """Read-only, unless --apply is given."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The options of `rehearse`, and --check, which this name always required."""
        parser.add_argument("--check", action="store_true", required=True, help="read only; say what could not go on")
        super().add_arguments(parser)

"""`manage.py up` for `manage.py help`; the implementation is in `fateapp/up.py`."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand

from fateapp import up


class Command(BaseCommand):
    """Not used from the command line: manage.py calls `fateapp.up` directly."""

    help = "Start the whole site - databases, web server, worker, beat - and keep it running until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        up.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        raise SystemExit(up.run(argparse.Namespace(**options)))

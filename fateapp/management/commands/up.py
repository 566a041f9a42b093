"""`manage.py up` as `manage.py help` lists it; the work is in `fateapp/up.py`."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand

from fateapp import up


class Command(BaseCommand):
    """Never reached through Django when called from the command line: manage.py goes to `fateapp.up` directly."""

    help = "Start the whole site - databases, web server, worker, beat - and keep it running until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """The same options."""
        up.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """The same work."""
        raise SystemExit(up.run(argparse.Namespace(**options)))

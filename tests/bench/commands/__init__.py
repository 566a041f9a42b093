"""Management commands that measure, simulate, or write files of the source tree; an installed package does not contain them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any


def command(name: str) -> Any:
    """The command of that name, also for `call_command`."""
    return import_module(f"tests.bench.commands.{name}").Command()


def run(arguments: Sequence[str]) -> int:
    """Run a command as `manage.py` does; returns the exit code."""
    import django

    django.setup()
    command(arguments[0]).run_from_argv(["manage.py", *arguments])
    return 0

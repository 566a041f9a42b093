"""Commands that measure, simulate, or write files of the source tree; an installed package does not have them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any


def command(name: str) -> Any:
    """The command of that name, for `call_command` too."""
    return import_module(f"tests.bench.commands.{name}").Command()


def run(arguments: Sequence[str]) -> int:
    """Run one as `manage.py` runs its own; the result is the exit code."""
    import django

    django.setup()
    command(arguments[0]).run_from_argv(["manage.py", *arguments])
    return 0

"""`makemessages` that also finds the texts of the rules: `msg("…")` and `plural("…", "…", count)`, `sense("…", "…")` in any Python file."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's own command; needs GNU gettext, which nothing else here does: the compiled catalogues are part of the repository."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=msg", "--keyword=plural:1,2", "--keyword=sense:1c,2"]  # noqa: RUF012 - Django reads it from the instance

    def handle(self, *args: Any, **options: Any) -> None:
        """Leave out the tests: their sentences are shown to nobody."""
        options["ignore_patterns"] = [*options["ignore_patterns"], "tests/*"]
        super().handle(*args, **options)

"""`makemessages` that also finds the texts of the rules: `msg("…")` and `plural("…", "…", count)` in any Python file."""

from __future__ import annotations

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's own command; needs GNU gettext, which nothing else here does: the compiled catalogues are part of the repository."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=msg", "--keyword=plural:1,2"]  # noqa: RUF012 - Django reads it from the instance

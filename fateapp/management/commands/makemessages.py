"""`makemessages` that also finds `lazy("…")`, subjects of mails, and the rules' `msg("…")`, `plural("…", "…", n)`, `sense("…", "…")`."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's own command; needs GNU gettext, which nothing else here does: the compiled catalogues are part of the repository.

    A new text gets no translation; by default gettext copies that of a similar text.
    """

    keywords = ("msg", "lazy", "plural:1,2", "sense:1c,2")
    xgettext_options = [*makemessages.Command.xgettext_options, *(f"--keyword={word}" for word in keywords)]  # noqa: RUF012 - Django reads it from the instance
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]  # noqa: RUF012 - as above

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(no_location=True, no_obsolete=True)

    def handle(self, *args: Any, **options: Any) -> None:
        """All languages but English. The tests are left out. Mail subjects are templates with an extension of their own."""
        options["locale"] = options["locale"] or [code for code, _name in settings.LANGUAGES if code != "en"]
        options["extensions"] = options["extensions"] or ["html", "txt", "py", "subject"]
        options["ignore_patterns"] = [*options["ignore_patterns"], "tests/*"]
        super().handle(*args, **options)

"""`makemessages` that also finds `lazy("…")`, subjects of mails, and the rules' `msg("…")`, `plural("…", "…", n)`, `sense("…", "…")`."""

from typing import Any

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's own command; needs GNU gettext, which nothing else here does: the compiled catalogues are part of the repository."""

    keywords = ("msg", "lazy", "plural:1,2", "sense:1c,2")
    xgettext_options = [*makemessages.Command.xgettext_options, *(f"--keyword={word}" for word in keywords)]  # noqa: RUF012 - Django reads it from the instance

    def handle(self, *args: Any, **options: Any) -> None:
        """Leave out the tests, whose texts are not translated. Mail subjects are templates with an extension of their own."""
        options["extensions"] = options["extensions"] or ["html", "txt", "py", "subject"]
        options["ignore_patterns"] = [*options["ignore_patterns"], "tests/*"]
        super().handle(*args, **options)

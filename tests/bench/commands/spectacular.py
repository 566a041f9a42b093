"""`manage.py spectacular --fail-on-warn --file docs/openapi.yaml`: generate the OpenAPI document from the views."""

from __future__ import annotations

from typing import Any

from drf_spectacular.management.commands import spectacular

from tests.openapi import document


class Command(spectacular.Command):
    """The command of drf-spectacular with the generator and the settings of `tests.openapi.document`."""

    def add_arguments(self, parser: Any) -> None:
        """The arguments, with another default for the generator."""
        super().add_arguments(parser)  # type: ignore[no-untyped-call]
        parser.set_defaults(generator_class=f"{document.__name__}.Generator")

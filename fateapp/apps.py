"""The site as a Django app: it brings the system checks and the commands."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class FateappConfig(AppConfig):
    """Registers the numbered checks once everything is loaded."""

    name = "fateapp"
    verbose_name = "Site"

    def ready(self) -> None:
        """Importing the module registers its checks."""
        import_module("fateapp.checks")

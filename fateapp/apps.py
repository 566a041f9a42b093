"""The site as a Django app: it brings the system checks and the commands."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin.apps import AdminConfig

from fateapp import error_reporting


class FateappConfig(AppConfig):
    """Registers the numbered checks once everything is loaded."""

    name = "fateapp"
    verbose_name = "Site"

    def ready(self) -> None:
        """Importing a module registers its checks, or makes the Celery application the one that every process wakes workers through;
        errors and traces are watched from here on, where somebody wants that.
        """
        import_module("fateapp.checks")
        import_module("fateapp.celery")
        error_reporting.start(settings.FATE["FATE_SENTRY_DSN"], settings.FATE["FATE_OTLP_ENDPOINT"])


class DeskConfig(AdminConfig):
    """Django's admin with the house's own site."""

    default_site = "fateapp.adminsite.DeskSite"

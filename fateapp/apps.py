"""App configurations of the site: system checks, commands, and the admin."""

from importlib import import_module

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin.apps import AdminConfig

from fateapp import error_reporting


class FateappConfig(AppConfig):
    """Registers system checks, the Celery application and error reporting."""

    name = "fateapp"
    verbose_name = "Site"

    def ready(self) -> None:
        """Import the modules that register checks and make the Celery application the current one; start error reporting."""
        import_module("fateapp.checks")
        import_module("fateapp.celery")
        error_reporting.start(settings.FATE["FATE_SENTRY_DSN"], settings.FATE["FATE_OTLP_ENDPOINT"])


class FateappAdminConfig(AdminConfig):
    """Django's admin with this project's admin site."""

    default_site = "fateapp.adminsite.FateappAdminSite"

"""App configurations of the site: system checks, commands, and the admin."""

from importlib import import_module
from types import ModuleType

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin.apps import AdminConfig

from fateapp import error_reporting, garbage


class FateappConfig(AppConfig):
    """Registers system checks, the Celery application and error reporting."""

    name = "fateapp"
    verbose_name = "Site"

    def __init__(self, app_name: str, app_module: ModuleType) -> None:
        """The first app of the settings: all others are loaded after it."""
        garbage.pause()
        super().__init__(app_name, app_module)

    def ready(self) -> None:
        """Import the modules that register checks and make the Celery application the current one; start error reporting."""
        import_module("fateapp.checks")
        import_module("fateapp.celery")
        error_reporting.start(settings.FATE["FATE_SENTRY_DSN"], settings.FATE["FATE_OTLP_ENDPOINT"])


class FateappAdminConfig(AdminConfig):
    """Django's admin with this project's admin site."""

    default_site = "fateapp.adminsite.FateappAdminSite"

    def ready(self) -> None:
        """Import the admin of every app, the last large import."""
        super().ready()
        garbage.resume()

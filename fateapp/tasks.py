"""Celery tasks of the site itself."""

from celery import shared_task
from django.conf import settings
from django.core.management import call_command

from fateapp.ops import backup
from notifications.clock import database_now


@shared_task(name="fateapp.tasks.back_up")  # type: ignore[untyped-decorator]  # Celery has no types
def back_up() -> None:
    """The nightly backup of a site with an embedded database; otherwise a timer makes it (deploy/systemd)."""
    keep = settings.FATE["FATE_BACKUP_KEEP"]
    embedded = settings.FATE["FATE_DATABASE_URL"] == settings.STORES.database_url
    if keep and embedded and backup.is_due(settings.DATA_DIR / backup.FOLDER, database_now()):
        call_command("backup", keep=keep)

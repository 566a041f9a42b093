"""The notifications app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """Registers the kinds of message this app has of its own."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Kinds need the models, so they are registered once these are loaded."""
        from notifications import kinds, selftest
        from notifications.inbound import confirmation
        from notifications.webhooks import news

        for kind in (selftest.KIND, confirmation.KIND, *news.KINDS):
            kinds.register(kind)

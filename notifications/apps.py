"""The notifications app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """Registers the channels, and the kinds of message this app has of its own."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Channels and kinds need the models, so they are registered once these are loaded."""
        from notifications import kinds, selftest
        from notifications.channels import registry
        from notifications.inbound import confirmation

        kinds.register(selftest.KIND)
        kinds.register(confirmation.KIND)
        registry.load()

"""App configuration of notifications."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    """Registers the channels and this app's own kinds of message."""

    name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        """Register channels and kinds, which need the models."""
        from notifications import kinds, selftest
        from notifications.channels import registry
        from notifications.inbound import confirmation

        kinds.register(selftest.KIND)
        kinds.register(confirmation.KIND)
        registry.load()

"""Admin of webhooks."""

from django.contrib import admin

from notifications.admin import LargeTable
from notifications.models import Webhook


@admin.register(Webhook)
class WebhookAdmin(LargeTable):
    list_display = ("id", "owner", "url", "about", "failing_since", "disabled_at", "disabled_why")
    list_select_related = ("owner",)
    search_fields = ("url", "=about", "owner__name")
    exclude = ("secret", "old_secret", "old_until")

"""Admin of push devices."""

from django.contrib import admin

from notifications.admin import ReadOnly
from notifications.models import PushDevice


@admin.register(PushDevice)
class PushDeviceAdmin(ReadOnly):
    """Subscribed browsers, without the URL and the keys, which are secrets."""

    list_display = ("id", "owner", "name", "created_at")
    list_select_related = ("owner",)
    fields = ("owner", "name", "created_at")
    ordering = ("-id",)

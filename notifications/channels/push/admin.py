"""Admin of push devices."""

from django.contrib import admin

from notifications.admin import LargeTable
from notifications.models import PushDevice


@admin.register(PushDevice)
class PushDeviceAdmin(LargeTable):
    """Subscribed browsers, without the URL and the keys, which are secrets."""

    list_display = ("id", "owner", "name", "created_at")
    list_select_related = ("owner",)
    fields = ("owner", "name", "created_at")

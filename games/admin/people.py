"""Players in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from games.admin.paging import EstimatingPaginator
from games.models import Player


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    """People and bots. Passwords are changed by their owners only."""

    list_display = ("name", "email", "is_bot", "is_staff", "is_active", "joined_at", "last_login")
    list_filter = ("is_bot", "is_staff", "is_active")
    search_fields = ("name_key", "email")
    ordering = ("-id",)
    exclude = ("password",)
    readonly_fields = ("joined_at", "last_login", "name_key", "is_bot")
    filter_horizontal = ("groups", "user_permissions")
    show_full_result_count = False
    paginator = EstimatingPaginator

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Erasing somebody is a service of its own, which leaves the games of others whole."""
        return False

"""Admin of the outbox. It shows what happened to a message, but not the text that was sent."""

from typing import Any, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from notifications import kinds
from notifications.channels import registry
from notifications.models import Endpoint, Message, StrayMail

LIMIT = 10_000


class CappedPaginator(Paginator):
    """Counts at most LIMIT rows, because a full count of a table of millions takes seconds."""

    @cached_property
    def count(self) -> int:
        """The number of rows, at most LIMIT."""
        return cast(QuerySet[Any], self.object_list)[:LIMIT].count()


class KindFilter(admin.SimpleListFilter):
    """Filter by the registered kinds instead of by a query for the distinct values."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every kind this release knows."""
        return [(name, name) for name in kinds.names()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Message]) -> QuerySet[Message]:
        """The messages of the chosen kind."""
        return queryset.filter(kind=self.value()) if self.value() else queryset


class ReadOnly(admin.ModelAdmin):
    """Base of admin pages for rows that only the program writes."""

    paginator = CappedPaginator
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MessageAdmin(ReadOnly):
    """Messages without their texts, which can contain a player's hand. `games` registers it, with its actions."""

    list_display = ("id", "kind", "recipient", "channel", "state", "attempts", "not_before", "sent_at", "error")
    list_filter = ("state", KindFilter)
    list_select_related = ("recipient",)
    search_fields = ("=key", "=thread", "=topic", "=message_id", "recipient__name", "recipient__email")
    exclude = ("text", "html")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        """Do not load the texts."""
        return super().get_queryset(request).defer("text", "html")


class SuppressionAdmin(ReadOnly):
    """Suppressed addresses. `games` registers it, with its actions."""

    list_display = ("address", "reason", "until", "created_at")
    search_fields = ("address",)
    ordering = ("address",)


@admin.register(StrayMail)
class StrayMailAdmin(ReadOnly):
    """Mails of other apps without their texts: sign-in codes are secrets."""

    list_display = ("id", "to", "subject", "at")
    fields = ("to", "subject", "at")


@admin.register(Endpoint)
class EndpointAdmin(ReadOnly):
    """The endpoints people added, without the address, which is private."""

    list_display = ("id", "owner", "medium", "name", "created_at")
    list_select_related = ("owner",)
    fields = ("owner", "medium", "name", "created_at")
    ordering = ("-id",)


registry.load()  # the admin may be imported before this app is ready
CHANNELS = tuple(registry.modules("admin"))
"""The admin modules of the channels; importing one registers its tables."""

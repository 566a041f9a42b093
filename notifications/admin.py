"""The admin of the outbox: what happened to a message, never what it said to somebody else."""

from __future__ import annotations

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
    """Counts no further than anybody would page: a full count of a table of millions takes seconds."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, or LIMIT."""
        return cast(QuerySet[Any], self.object_list)[:LIMIT].count()


class KindFilter(admin.SimpleListFilter):
    """Choose by the register of kinds, not by looking through all rows for those that occur."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every kind this release knows."""
        return [(name, name) for name in kinds.names()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Message]) -> QuerySet[Message]:
        """The messages of the chosen kind."""
        return queryset.filter(kind=self.value()) if self.value() else queryset


class ReadOnly(admin.ModelAdmin):
    """Rows the machine writes: to be looked at."""

    paginator = CappedPaginator
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MessageAdmin(ReadOnly):
    """Messages without their texts: a mail can hold the hand of a player. The project registers it, with what may be done about them."""

    list_display = ("id", "kind", "recipient", "channel", "state", "attempts", "not_before", "sent_at", "error")
    list_filter = ("state", KindFilter)
    list_select_related = ("recipient",)
    search_fields = ("=key", "=thread", "=topic", "=message_id", "recipient__name", "recipient__email")
    exclude = ("text", "html")
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        """Leave the texts in the database."""
        return super().get_queryset(request).defer("text", "html")


class SuppressionAdmin(ReadOnly):
    """Addresses we do not write to. The project registers it, with what may be done about them."""

    list_display = ("address", "reason", "until", "created_at")
    search_fields = ("address",)
    ordering = ("address",)


@admin.register(StrayMail)
class StrayMailAdmin(ReadOnly):
    """That they were sent, not what they said: sign-in codes are secrets."""

    list_display = ("id", "to", "subject", "at")
    fields = ("to", "subject", "at")


@admin.register(Endpoint)
class EndpointAdmin(ReadOnly):
    """Who is told by which channel; the address is the person's own affair."""

    list_display = ("id", "owner", "medium", "name", "created_at")
    list_select_related = ("owner",)
    fields = ("owner", "medium", "name", "created_at")
    ordering = ("-id",)


registry.load()  # the admin may be read before this app is ready
CHANNELS = tuple(registry.modules("admin"))
"""Each registers the tables of its channel."""

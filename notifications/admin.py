"""Admin of the outbox. It shows what happened to a message, but not the text that was sent."""

from typing import Any, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from notifications import kinds
from notifications.channels import registry
from notifications.models import Endpoint, Message, StrayMail

FEW = 10_000
"""The most rows that are counted."""

COUNT = """
SELECT CASE WHEN reltuples > %(few)s THEN reltuples::bigint ELSE (SELECT count(*) FROM (SELECT FROM {table} LIMIT %(few)s) AS rows) END
FROM pg_class WHERE oid = '{table}'::regclass
"""


class EstimatingPaginator(Paginator):
    """Counts up to `FEW` rows of a filtered or small list; for others it uses PostgreSQL's estimate, because counting millions takes
    seconds.
    """

    @cached_property
    def count(self) -> int:
        """The approximate number of rows."""
        rows = cast(Any, self.object_list)
        if rows.query.where:
            return int(rows[:FEW].count())
        with connection.cursor() as cursor:
            cursor.execute(COUNT.format(table=rows.model._meta.db_table), {"few": FEW})
            return int(cursor.fetchone()[0])


class KindFilter(admin.SimpleListFilter):
    """Filter by the registered kinds instead of by a query for the distinct values."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every kind this release knows."""
        return [(name, name) for name in kinds.names()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Message]) -> QuerySet[Message]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


class ReadOnly:
    """A mixin for rows that only the program writes."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class LargeTable(ReadOnly, admin.ModelAdmin):
    """A read-only list of a table that may have millions of rows, newest first."""

    ordering = ("-id",)
    show_full_result_count = False
    paginator = EstimatingPaginator


class MessageAdmin(LargeTable):
    """Messages without their texts, which can contain a player's hand. `games` registers it, with its actions."""

    list_display = ("id", "kind", "recipient", "channel", "state", "attempts", "not_before", "sent_at", "error")
    list_filter = ("state", KindFilter)
    list_select_related = ("recipient",)
    search_fields = ("=key", "=thread", "=topic", "=message_id", "recipient__name", "recipient__email")
    exclude = ("text", "html")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        """Do not load the texts."""
        return super().get_queryset(request).defer("text", "html")


class SuppressionAdmin(LargeTable):
    """Suppressed addresses. `games` registers it, with its actions."""

    list_display = ("address", "reason", "until", "created_at")
    search_fields = ("address",)
    ordering = ("address",)


@admin.register(StrayMail)
class StrayMailAdmin(LargeTable):
    """Mails of other apps without their texts: sign-in codes are secrets."""

    list_display = ("id", "to", "subject", "at")
    fields = ("to", "subject", "at")


@admin.register(Endpoint)
class EndpointAdmin(LargeTable):
    """The endpoints people added, without the address, which is private."""

    list_display = ("id", "owner", "medium", "name", "created_at")
    list_select_related = ("owner",)
    fields = ("owner", "medium", "name", "created_at")


registry.load()  # the admin may be imported before this app is ready
CHANNELS = tuple(registry.modules("admin"))
"""The admin modules of the channels; importing one registers its tables."""

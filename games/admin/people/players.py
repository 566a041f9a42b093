"""Players, reports about them, and their ratings in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from games.admin.base.confirmed_actions import Act, ActingAdmin, act_on_many, foresee
from games.admin.people.player_actions import ACTS, MODERATE
from games.models import Player, Rating, Report
from games.models.player import name_key
from games.services.operations import members
from notifications.admin import LargeTable


@admin.register(Player)
class PlayerAdmin(LargeTable, ActingAdmin):
    """People and bots, read-only. Staff change them by acts."""

    acts = ACTS
    list_display = ("name", "email", "is_bot", "is_staff", "is_active", "joined_at", "last_login")
    list_filter = ("is_bot", "is_staff", "is_active")
    search_fields = ("name_key", "email")
    exclude = ("password",)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Player], search_term: str) -> tuple[QuerySet[Player], bool]:
        """Players with exactly this name or address, each by its index."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return queryset.alias(address=Lower("email")).filter(Q(name_key=name_key(term)) | Q(address=term.lower())), False


class OpenFilter(admin.SimpleListFilter):
    title = pgettext_lazy("report", "state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", pgettext_lazy("report", "open")), ("closed", pgettext_lazy("report", "closed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        """The reports in the selected state."""
        return queryset.filter(closed_at__isnull=self.value() == "open") if self.value() in ("open", "closed") else queryset


@admin.register(Report)
class ReportAdmin(LargeTable, ActingAdmin):
    """Reports of players; they can be merged if they are about the same player, and closed with an outcome."""

    acts = (
        Act(
            "close", pgettext_lazy("report", "Close"), MODERATE, members.close,
            foresee(_("The report is closed with all reports merged into it. Your reason is stored as its outcome.")),
            lambda report: report.closed_at is None,
        ),
    )  # fmt: skip
    list_display = ("at", "matter", "about", "reporter", "game", "merged_into", "closed_at")
    list_filter = ("matter", OpenFilter)
    list_select_related = ("about", "reporter", "game", "merged_into")
    fields = ("at", "matter", "about", "reporter", "game", "text", "merged_into", "closed_at", "outcome")
    search_fields = ("about__name_key__exact",)
    actions = ("merge",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return super().get_queryset(request).defer("game__position", "game__secret")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(MODERATE)

    @admin.action(description=_("Merge into one case (about the same person)"), permissions=["moderate"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        """Merge the selected reports into the oldest."""
        return act_on_many(self, request, queryset, _("Merge into one case"), _foresee_merge, _merge)


def _foresee_merge(rows: list[Report]) -> list[str]:
    return [
        gettext("These %(count)d reports become one case, led by the oldest: %(names)s.")
        % {"count": len(rows), "names": ", ".join(sorted({str(row.about) for row in rows}))},
        gettext("Closing it closes all of them."),
    ]


def _merge(pks: list[int], *who_and_why: Any, **when: Any) -> str:
    return gettext("Merged into case %d.") % members.merge(pks, *who_and_why, **when)


@admin.register(Rating)
class RatingAdmin(LargeTable):
    """The current ratings, read-only; they follow from games and change when one is declared void."""

    list_display = ("player", "rules", "points", "games")
    list_select_related = ("player",)
    search_fields = ("player__name_key__exact",)

    @admin.display(description=_("points"))
    def points(self, rating: Rating) -> Any:
        return f"{rating.shown}{'?' if rating.provisional else ''}"

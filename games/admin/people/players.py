"""Players, what is reported about them, and their ratings."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.admin.base.confirmed_actions import Act, ActingAdmin, act_on_many
from games.admin.base.estimated_paginator import EstimatingPaginator
from games.admin.people.player_actions import ACTS, MODERATE, foresee
from games.admin.tables.games import ReadOnly
from games.models import Player, Rating, Report
from games.models.player import name_key
from games.services.operations import members


@admin.register(Player)
class PlayerAdmin(ReadOnly, ActingAdmin):
    """People and bots, to be looked at. What is theirs they change themselves; what the house may do about them are acts."""

    acts = ACTS
    list_display = ("name", "email", "is_bot", "is_staff", "is_active", "joined_at", "last_login")
    list_filter = ("is_bot", "is_staff", "is_active")
    search_fields = ("name_key", "email")
    ordering = ("-id",)
    exclude = ("password",)
    show_full_result_count = False
    paginator = EstimatingPaginator

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Player], search_term: str) -> tuple[QuerySet[Player], bool]:
        """A whole name or address, each by its index."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return queryset.alias(address=Lower("email")).filter(Q(name_key=name_key(term)) | Q(address=term.lower())), False


class OpenFilter(admin.SimpleListFilter):
    """Reports that still have to be settled, or those that are."""

    title = pgettext_lazy("report", "state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The two."""
        return [("open", pgettext_lazy("report", "open")), ("closed", pgettext_lazy("report", "closed"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        """By whether they have an outcome."""
        return queryset.filter(closed_at__isnull=self.value() == "open") if self.value() in ("open", "closed") else queryset


@admin.register(Report)
class ReportAdmin(ReadOnly, ActingAdmin):
    """What people told the house; merged where it is about the same matter, closed with an outcome."""

    acts = (
        Act(
            "close", pgettext_lazy("report", "Close"), MODERATE, members.close,
            foresee(_("The case is closed with everything merged into it; your reason is kept as its outcome.")),
            lambda report: report.closed_at is None,
        ),
    )  # fmt: skip
    list_display = ("at", "matter", "about", "reporter", "game", "merged_into", "closed_at")
    list_filter = ("matter", OpenFilter)
    list_select_related = ("about", "reporter", "game", "merged_into")
    fields = ("at", "matter", "about", "reporter", "game", "text", "merged_into", "closed_at", "outcome")
    search_fields = ("about__name_key__exact",)
    ordering = ("-id",)
    actions = ("merge",)
    show_full_result_count = False
    paginator = EstimatingPaginator

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Leave the hidden parts of games in the database."""
        return super().get_queryset(request).defer("game__position", "game__secret")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Who may settle reports."""
        return request.user.has_perm(MODERATE)

    @admin.action(description=_("Merge into one case (about the same person)"), permissions=["moderate"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Report]) -> HttpResponse | None:
        """The oldest leads."""
        return act_on_many(self, request, queryset, _("Merge into one case"), _foresee_merge, _merge)


def _foresee_merge(rows: list[Report]) -> list[str]:
    return [
        gettext("These %(count)d reports become one case, led by the oldest: %(names)s.")
        % {"count": len(rows), "names": ", ".join(sorted({str(row.about) for row in rows}))},
        gettext("Closing it will close all of them."),
    ]


def _merge(pks: list[int], *who_and_why: Any, **when: Any) -> str:
    return gettext("Merged into case %d.") % members.merge(pks, *who_and_why, **when)


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin):
    """The ratings that hold now; they follow from games and are changed only by declaring one void."""

    list_display = ("player", "rules", "points", "games")
    list_select_related = ("player",)
    search_fields = ("player__name_key__exact",)
    ordering = ("-id",)
    show_full_result_count = False
    paginator = EstimatingPaginator

    @admin.display(description=_("points"))
    def points(self, rating: Rating) -> Any:
        """As people see it."""
        return f"{rating.shown}{'?' if rating.provisional else ''}"

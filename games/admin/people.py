"""Players, what is reported about them, and their ratings."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.acting import Act, ActingAdmin, said
from games.admin.games import ReadOnly
from games.admin.paging import EstimatingPaginator
from games.admin.people_acts import ACTS, MODERATE, foresee
from games.models import Player, Rating, Report
from games.models.player import name_key
from games.rules.errors import RulesError
from games.services.desk import members
from games.services.desk.writing import LONGEST_REASON
from notifications.clock import database_now


@admin.register(Player)
class PlayerAdmin(ActingAdmin):
    """People and bots. Passwords are changed by their owners only."""

    acts = ACTS
    list_display = ("name", "email", "is_bot", "is_staff", "is_active", "joined_at", "last_login")
    list_filter = ("is_bot", "is_staff", "is_active")
    search_fields = ("name_key", "email")
    ordering = ("-id",)
    exclude = ("password",)
    readonly_fields = ("joined_at", "last_login", "name_key", "is_bot", "is_active")
    filter_horizontal = ("groups", "user_permissions")
    show_full_result_count = False
    paginator = EstimatingPaginator

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Player], search_term: str) -> tuple[QuerySet[Player], bool]:
        """A whole name or address, each by its index."""
        term = search_term.strip()
        if not term:
            return queryset, False
        return queryset.alias(address=Lower("email")).filter(Q(name_key=name_key(term)) | Q(address=term.lower())), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People sign up themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Erasing somebody is a service of its own, which leaves the games of others whole."""
        return False


class MergeForm(ActionForm):
    """Merging says why."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)


@admin.register(Report)
class ReportAdmin(ReadOnly, ActingAdmin):
    """What people told the house; merged where it is about the same matter, closed with an outcome."""

    acts = (
        Act(
            "close", _("Close"), MODERATE, members.close,
            foresee(_("The case is closed with everything merged into it; your reason is kept as its outcome.")),
            lambda report: report.closed_at is None,
        ),
    )  # fmt: skip
    list_display = ("at", "matter", "about", "reporter", "game", "merged_into", "closed_at")
    list_filter = ("matter", ("closed_at", admin.EmptyFieldListFilter))
    list_select_related = ("about", "reporter", "game", "merged_into")
    fields = ("at", "matter", "about", "reporter", "game", "text", "merged_into", "closed_at", "outcome")
    search_fields = ("about__name_key__exact",)
    ordering = ("-id",)
    actions = ("merge",)
    action_form = MergeForm
    show_full_result_count = False
    paginator = EstimatingPaginator

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Leave the hidden parts of games in the database."""
        return super().get_queryset(request).defer("game__position", "game__secret")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Who may settle reports."""
        return request.user.has_perm(MODERATE)

    @admin.action(description=_("Merge into one case (about the same person)"), permissions=["moderate"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """The oldest leads."""
        chosen, reason = list(queryset.values_list("pk", flat=True)), request.POST.get("reason", "")
        try:
            lead = members.merge(chosen, cast(Player, request.user), reason, now=database_now())
        except RulesError as error:
            self.message_user(request, said(error.message), messages.ERROR)
        else:
            self.message_user(request, _("Merged into case %d.") % lead, messages.SUCCESS)


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

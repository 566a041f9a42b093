"""Tournaments in the admin: announce one as a form, then run it from its desk, where every step asks for a reason and is kept."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.acting import said
from games.admin.games import ReadOnly
from games.admin.paging import EstimatingPaginator
from games.models import AuditEvent, Entry, Player, Tournament
from games.queries import tournaments
from games.rules.errors import RulesError
from games.rules.registry import all_games
from games.services.pace import Pace
from games.services.tournaments import desk
from notifications.clock import database_now

STEPS = {
    "open": (_("Open registration"), desk.open_registration, (Tournament.Status.ANNOUNCED,)),
    "start": (_("Draw the seeds and pair the first round"), desk.start, (Tournament.Status.REGISTRATION,)),
    "approve": (_("Approve the final table"), desk.approve, (Tournament.Status.REVIEW,)),
    "cancel": (
        _("Cancel the tournament; running games are played on"),
        desk.cancel,
        (Tournament.Status.ANNOUNCED, Tournament.Status.REGISTRATION, Tournament.Status.RUNNING, Tournament.Status.REVIEW),
    ),
}
"""What the desk offers: the words, the service, and where in its life a tournament has to be."""


class TournamentForm(forms.ModelForm):
    """An announcement whose game, settings and pace exist."""

    def clean(self) -> dict[str, Any]:
        """What the services would refuse when the first round is paired is refused here."""
        data = super().clean() or {}
        book = all_games().get(str(data.get("rules")))
        if book is None:
            self.add_error("rules", _("There is no such game here; there are: %s.") % ", ".join(all_games()))
            return data
        try:
            Pace.read(data.get("pace") or {})
        except RulesError as error:
            self.add_error("pace", said(error.message))
        least, most = (data.get("least"), data.get("most")) if data.get("format") == Tournament.Format.TABLES else (2, 2)
        try:
            for seats in (least, most):
                book.settle_options(int(seats or 0), data.get("options") or {})
        except RulesError as error:
            self.add_error(None, said(error.message))
        return data


class EntryInline(ReadOnly, admin.TabularInline):
    """Who entered; people enter and withdraw themselves."""

    model = Entry
    fields = ("seed", "player", "withdrawn", "entered_at")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> Any:
        """By seed, with names in the same query."""
        return super().get_queryset(request).select_related("player").order_by("seed", "entered_at")


@admin.register(Tournament)
class TournamentAdmin(admin.ModelAdmin):
    """Announce, change until registration opens, and go to the desk."""

    form = TournamentForm
    list_display = ("title", "rules", "format", "status", "created_at", "to_desk")
    list_filter = ("status", "format")
    ordering = ("-id",)
    fields = (
        *("title", "text", "rules", "options", "pace", "format", "round_count", "games_each", "least", "most"),
        *("group_size", "through", "movers", "tie_breaks", "follows", "cap", "invite_only", "least_reliability"),
        *("starts_at", "check_in_hours", "round_days", "by_date", "late_rule"),
    )
    inlines = (EntryInline,)

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """What was promised stays as it was once people can enter."""
        return super().has_change_permission(request, obj) and (obj is None or obj.status == Tournament.Status.ANNOUNCED)

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Tournaments are cancelled, not deleted."""
        return False

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        """Who announces is the director."""
        if not change:
            obj.director = cast(Player, request.user)
        super().save_model(request, obj, form, change)

    def get_urls(self) -> list[URLPattern]:
        """The desk beside the usual pages."""
        return [path("<int:pk>/desk/", self.admin_site.admin_view(self.desk), name="games_tournament_desk"), *super().get_urls()]

    @admin.display(description=_("desk"))
    def to_desk(self, tournament: Tournament) -> SafeString:
        """The way there."""
        return format_html('<a href="{}">{}</a>', reverse("admin:games_tournament_desk", args=[tournament.pk]), _("open"))

    def desk(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Where it stands, what was done, and the steps that are possible now."""
        if not super().has_change_permission(request):
            raise PermissionDenied
        tournament = get_object_or_404(Tournament, pk=pk)
        if request.method == "POST":
            self._take_step(request, tournament)
            return HttpResponseRedirect(request.path)
        context = {
            **self.admin_site.each_context(request),
            "title": tournament.title,
            "tournament": tournament,
            "steps": [(key, words) for key, (words, _service, when) in STEPS.items() if tournament.status in when],
            "board": tournaments.board(tournament),
            "events": AuditEvent.objects.filter(subject=f"tournament {tournament.code}").select_related("by").order_by("-at", "-pk"),
        }
        return TemplateResponse(request, "admin/games/tournament/desk.html", context)

    def _take_step(self, request: HttpRequest, tournament: Tournament) -> None:
        words, service, _when = STEPS.get(request.POST.get("step", ""), (None, None, None))
        if service is None:
            self.message_user(request, _("Choose one of the steps."), messages.ERROR)
            return
        try:
            service(tournament.pk, cast(Player, request.user), request.POST.get("reason", ""), now=database_now())
        except RulesError as error:
            self.message_user(request, said(error.message), messages.ERROR)
        else:
            self.message_user(request, str(words), messages.SUCCESS)


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnly, admin.ModelAdmin):
    """What was done at the desk, by whom and why."""

    list_display = ("at", "by", "action", "subject", "reason")
    list_filter = ("action",)
    list_select_related = ("by",)
    search_fields = ("subject",)
    ordering = ("-id",)
    show_full_result_count = False
    paginator = EstimatingPaginator

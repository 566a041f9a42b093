"""Admin classes of tournaments: list, announcement, and the desk page, whose acts ask for a reason and are logged."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from games.admin.base.confirmed_actions import Act, ActingAdmin, said as in_words
from games.admin.tables.games import NamesGame
from games.models import AuditEvent, Player
from games.pages.requests import number_of
from games.pages.tables.option_fields import OPTION
from games.render.reader import reader_for
from games.rules.errors import UnreadableSetting
from games.services.clocks.pace import pace_of
from games.tournaments.acts import lifecycle, people, registry, rulings
from games.tournaments.acts.fields import beside_game
from games.tournaments.admin import wizard
from games.tournaments.admin.forms import ANSWERS, IN_WORDS, LAST, UNREADABLE, TournamentForm
from games.tournaments.models import Entry, Tournament
from games.tournaments.queries import standings, views
from games.tournaments.queries.late_people import watch
from games.tournaments.queries.next_step import next_step
from games.tournaments.services import announcing, results
from games.tournaments.services.announcement import shown
from games.tournaments.services.terms import settings
from notifications.admin import EstimatingPaginator, ReadOnly
from notifications.clock import database_now


class EntryInline(ReadOnly, admin.TabularInline):
    """The entries, read-only: players enter and withdraw themselves."""

    model = Entry
    fields = ("seed", "player", "withdrawn", "entered_at")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("player").order_by("seed", "entered_at")


@admin.register(Tournament)
class TournamentAdmin(NamesGame, ActingAdmin):
    """The admin of tournaments: announce, change until registration opens, link to the desk."""

    acts = registry.ACTS
    form = TournamentForm
    list_display = ("title", "game_title", "format", "status", "created_at", "to_desk")
    list_filter = ("status", "format")
    ordering = ("-id",)
    inlines = (EntryInline,)
    change_list_template = "admin/games/tournament/list.html"
    show_full_result_count = False
    paginator = EstimatingPaginator

    def get_fieldsets(self, request: HttpRequest, obj: Tournament | None = None) -> Any:
        return wizard.questions(*LAST) if self.has_change_permission(request, obj) else ANSWERS

    def get_readonly_fields(self, request: HttpRequest, obj: Tournament | None = None) -> Any:
        return () if self.has_change_permission(request, obj) else tuple(IN_WORDS.values())

    def get_form(self, request: HttpRequest, obj: Tournament | None = None, change: bool = False, **kwargs: Any) -> Any:
        """The form class without the fields of game settings, which are no model fields; the form adds them itself."""
        names = flatten_fieldsets(self.get_fieldsets(request, obj))
        return super().get_form(request, obj, change, **{**kwargs, "fields": [name for name in names if not name.startswith(OPTION)]})

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Whether the user may change the announcement here: not once registration has opened."""
        return super().has_change_permission(request, obj) and (obj is None or obj.status == Tournament.Status.ANNOUNCED)

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        return redirect("admin:games_tournament_wizard")

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Tournaments are cancelled, not deleted."""
        return False

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        """Save by the service, which logs the reason."""
        announcing.change(obj, cast(Player, request.user), form.cleaned_data["reason"], now=database_now())

    def get_urls(self) -> list[URLPattern]:
        own = [
            path("wizard/", self.admin_site.admin_view(wizard.show), name="games_tournament_wizard"),
            path("<int:pk>/desk/", self.admin_site.admin_view(self.desk), name="games_tournament_desk"),
        ]
        return [*own, *super().get_urls()]

    @admin.display(description=_("settings of the game"))
    def settings_said(self, tournament: Tournament) -> str:
        return " ".join(in_words(one) for one in settings(tournament)) or str(_("as usual"))

    @admin.display(description=_("time for each move"))
    def pace_said(self, tournament: Tournament) -> str:
        try:
            return in_words(pace_of(tournament, of="tournament").words())
        except UnreadableSetting:
            return str(UNREADABLE)

    @admin.display(description=_("tie-breaks"))
    def tie_breaks_said(self, tournament: Tournament) -> str:
        return shown(tournament, "tie_breaks") or "–"

    @admin.display(description=_("desk"))
    def to_desk(self, tournament: Tournament) -> SafeString:
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:games_tournament_desk", args=[tournament.pk]), pgettext_lazy("link", "open")
        )

    def desk(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The desk page: standings, players to move, log, open calls, and the acts that the user may do now.

        Raises PermissionDenied without view permission, Http404 for an unknown tournament.
        """
        user = cast(Player, request.user)
        if not user.has_perm("games.view_tournament"):
            raise PermissionDenied
        tournament = get_object_or_404(Tournament, pk=pk)
        acts = registry.possible(user, tournament)
        current = tournament.rounds.order_by("-number").first()
        board = standings.board(tournament, number_of(request.GET.get("round", ""), digits=5) or 0)
        context = {
            **self.admin_site.each_context(request),
            "title": tournament.title,
            "tournament": tournament,
            "groups": _grouped(acts),
            "to_rule_on": _to_rule_on(tournament, board, user) if any(act.key == "forfeit" for act in acts) else (),
            "calls": tournament.calls.select_related("player", "game", "answered_by")
            .defer("game__position", "game__secret")
            .order_by("-pk")[:20]
            if registry.allowed_keys(user, tournament)
            else [],
            "away": views.not_there(tournament),
            "officials": tournament.officials.select_related("player").order_by("pk"),
            "watched": watch(tournament, database_now()),
            "board": board,
            "current": current,
            "ends": current and views.end_of(tournament, current),
            "next": next_step(tournament, current),
            "events": AuditEvent.objects.filter(subject=f"tournament {tournament.code}").select_related("by").order_by("-at", "-pk"),
            "reader": reader_for(),
        }
        return TemplateResponse(request, "admin/games/tournament/desk.html", context)

    def fields_of(self, request: HttpRequest, act: Act, row: Any) -> dict[str, forms.Field]:
        """The fields of an act; the query parameter `game` (the key of a pairing) limits them to that pairing."""
        fields, game = super().fields_of(request, act, row), number_of(request.GET.get("game", ""), digits=9)
        return fields if game is None else beside_game(fields, row, game)

    def may(self, request: HttpRequest, act: Act, row: Any) -> bool:
        """Whether the user may do the act, by a permission of the site or as an official of this tournament."""
        return act.key in registry.allowed_keys(cast(Player, request.user), row)

    def _page(self, row: Any) -> str:
        return reverse("admin:games_tournament_desk", args=[row.pk])


def _grouped(acts: list[Act]) -> list[tuple[Any, list[Act]]]:
    groups = ((_("The tournament"), lifecycle.ACTS), (_("Rulings"), rulings.ACTS), (_("Officials"), people.ACTS))
    found = [(heading, [act for act in acts if act in part]) for heading, part in groups]
    return [(heading, part) for heading, part in found if part]


def _to_rule_on(tournament: Tournament, board: standings.Board, user: Player) -> set[int]:
    """The keys of the pairings that this user may rule on: neither their own nor those on which later rounds are built."""
    own, resting = standings.entry_of(tournament, user), results.built_upon(tournament)
    theirs = {meeting.pk for meeting in board.meetings if own is not None and own.seed in meeting.numbers}
    return {meeting.pk for meeting in board.meetings if meeting.game and not resting(meeting.round)} - theirs


@admin.register(AuditEvent)
class AuditEventAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("at", "by", "action", "subject", "reason")
    list_select_related = ("by",)
    search_fields = ("=subject", "=action")
    ordering = ("-id",)
    show_full_result_count = False
    paginator = EstimatingPaginator

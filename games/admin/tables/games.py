"""Games, seats and log lines in the admin: to be looked at. Whatever would tell a hidden card is left in the database."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.base.confirmed_actions import ActingAdmin
from games.admin.base.estimated_paginator import EstimatingPaginator
from games.admin.tables.game_actions import ACTS
from games.models import Game, Move, Player, Seat
from games.models.player import name_key
from games.rules.registry import all_games


class ReadOnly:
    """Machine-made rows: no adding, changing or deleting by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows are made by services."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows are changed by services."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows are kept."""
        return False


class NamesGame:
    """Rows of something that is played: a column with the name of the game instead of its key."""

    @admin.display(description=pgettext_lazy("rules", "game"), ordering="rules")
    def game_title(self, played: Any) -> str:
        """The key where this release does not have the game."""
        book = all_games().get(played.rules)
        return book.title.text if book is not None else str(played.rules)


class SeatInline(ReadOnly, admin.TabularInline):
    """Who sits where. Private notes and, in a sealed phase, who has answered stay private."""

    model = Seat
    fields = ("index", "player", "is_bot", "ready", "state", "nth", "due_at", "timeouts")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """By seat, with names in the same query."""
        return super().get_queryset(request).select_related("player").order_by("index")


class TroubleFilter(admin.SimpleListFilter):
    """Games whose rules stopped."""

    title = _("needs attention")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """One choice."""
        return [("yes", _("yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Those with a reason written down."""
        return queryset.exclude(trouble="") if self.value() == "yes" else queryset


class RulesFilter(admin.SimpleListFilter):
    """Choose by the games on the shelf, not by looking through all rows for those that occur."""

    title = pgettext_lazy("rules", "game")
    parameter_name = "rules"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every game of this release."""
        return [(key, book.title.text) for key, book in all_games().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Those of one game."""
        return queryset.filter(rules=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(NamesGame, ReadOnly, ActingAdmin):
    """Every table. The position and the secret are never shown."""

    acts = ACTS

    list_display = ("code", "game_title", "status", "visibility", "host", "seq", "moved_at", "in_trouble", "page")
    list_filter = ("status", RulesFilter, "visibility", TroubleFilter)
    list_select_related = ("host",)
    search_fields = ("code", "host__name_key")
    exclude = ("position", "secret", "invitation")
    inlines = (SeatInline,)
    ordering = ("-id",)
    show_full_result_count = False
    paginator = EstimatingPaginator

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Leave the hidden parts in the database."""
        return super().get_queryset(request).defer("position", "secret")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Game], search_term: str) -> tuple[QuerySet[Game], bool]:
        """A code or a host, each by its index: Django's own search would look at every row."""
        term = search_term.strip()
        if not term:
            return queryset, False
        hosts = list(Player.objects.filter(name_key=name_key(term)).values_list("pk", flat=True))
        return queryset.filter(Q(code=term.lower()) | Q(host__in=hosts)), False

    @admin.display(boolean=True, description=_("sound"))
    def in_trouble(self, game: Game) -> bool:
        """A tick while the rules run."""
        return not game.trouble

    @admin.display(description=_("table"))
    def page(self, game: Game) -> SafeString:
        """The table as the site shows it to this person."""
        return format_html('<a href="{}">{}</a>', game.get_absolute_url(), pgettext_lazy("link", "open"))


@admin.register(Move)
class MoveAdmin(ReadOnly, admin.ModelAdmin):
    """The log: who, when, by which way. Answers and events can name hidden cards and are not shown."""

    list_display = ("game", "seq", "seat", "kind", "source", "player", "at")
    list_filter = ("kind", "source")
    list_select_related = ("game", "player")
    search_fields = ("game__code__exact",)
    fields = ("game", "seq", "seat", "nth", "kind", "source", "player", "story", "at")
    ordering = ("-id",)
    show_full_result_count = False
    paginator = EstimatingPaginator

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        """Leave answers and events in the database."""
        return super().get_queryset(request).defer("text", "said", "events", "game__position", "game__secret")

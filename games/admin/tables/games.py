"""Games, seats and log lines in the admin, read-only. Columns with hidden information are not read."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from games.admin.base.confirmed_actions import ActingAdmin
from games.admin.tables.game_actions import ACTS
from games.models import Game, Move, Player, Seat
from games.models.player import name_key
from games.rules.registry import all_games
from notifications.admin import LargeTable, ReadOnly


class NamesGame:
    """A mixin with a column for the title of the game instead of its key."""

    @admin.display(description=pgettext_lazy("rules", "game"), ordering="rules")
    def game_title(self, played: Any) -> str:
        """The title of the game, or its key where this release does not have it."""
        book = all_games().get(played.rules)
        return book.title.text if book is not None else str(played.rules)


class SeatInline(ReadOnly, admin.TabularInline):
    """The seats of a game, without private notes and without whether a seat has answered."""

    model = Seat
    fields = ("index", "player", "is_bot", "ready", "state", "nth", "due_at", "timeouts")
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("player").order_by("index")


class TroubleFilter(admin.SimpleListFilter):
    """A filter for games whose rules have failed."""

    title = _("needs attention")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """The games with an error, if selected."""
        return queryset.exclude(trouble="") if self.value() == "yes" else queryset


class RulesFilter(admin.SimpleListFilter):
    """A filter by game, which does not query all rows for the values that occur."""

    title = pgettext_lazy("rules", "game")
    parameter_name = "rules"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(key, book.title.text) for key, book in all_games().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """The rows of the selected game."""
        return queryset.filter(rules=self.value()) if self.value() else queryset


@admin.register(Game)
class GameAdmin(NamesGame, LargeTable, ActingAdmin):
    """All tables, without position and secret."""

    acts = ACTS

    list_display = ("code", "game_title", "status", "seen_by", "host", "seq", "moved_at", "in_trouble", "page")
    list_filter = ("status", RulesFilter, "visibility", TroubleFilter)
    list_select_related = ("host",)
    search_fields = ("code", "host__name_key")
    exclude = ("position", "secret", "invitation")
    inlines = (SeatInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).defer("position", "secret")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Game], search_term: str) -> tuple[QuerySet[Game], bool]:
        """Games with exactly this code or host, each by its index; Django's default search would scan all rows."""
        term = search_term.strip()
        if not term:
            return queryset, False
        hosts = list(Player.objects.filter(name_key=name_key(term)).values_list("pk", flat=True))
        return queryset.filter(Q(code=term.lower()) | Q(host__in=hosts)), False

    @admin.display(boolean=True, description=_("sound"))
    def in_trouble(self, game: Game) -> bool:
        """False for a game whose rules have failed."""
        return not game.trouble

    @admin.display(description=_("visibility"), ordering="visibility")
    def seen_by(self, game: Game) -> str:
        """The visibility in one word; the filter beside the list explains it."""
        return str(game.get_visibility_display()).partition(":")[0].strip()

    @admin.display(description=_("table"))
    def page(self, game: Game) -> SafeString:
        return format_html('<a href="{}">{}</a>', game.get_absolute_url(), pgettext_lazy("link", "open"))


@admin.register(Move)
class MoveAdmin(LargeTable):
    """The log: seat, player, time and source. Answers and events are not shown because they can name hidden cards."""

    list_display = ("game", "seq", "seat", "kind", "source", "player", "at")
    list_filter = ("kind", "source")
    list_select_related = ("game", "player")
    search_fields = ("game__code__exact",)
    fields = ("game", "seq", "seat", "nth", "kind", "source", "player", "story", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        return super().get_queryset(request).defer("text", "said", "events", "game__position", "game__secret")

"""What can be done about a game, and how its consequences read beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.admin.base.confirmed_actions import Act
from games.models import Game, LateRule, Player
from games.models.player import name_key
from games.render.reader import reader_for
from games.render.text import scene_text
from games.services.operations import ending, hidden_cards, running
from games.services.operations.arranged_games import late_rule, witness_of_game
from games.services.operations.running import MOST_DAYS

REFEREE, REPAIR, PEEK = "games.referee_game", "games.repair_game", "games.peek_game"
Data = Mapping[str, Any]
JUDGED: Mapping[str, Any] = {
    LateRule.SCORES: lazy("The game ends now. Its public scores decide; where there are none, those who are still there draw."),
    LateRule.OUTLOOK: lazy("The game ends now. The house’s bots play it on many times; who does clearly better on average wins."),
    LateRule.DRAW: lazy("The game ends now. It is a draw for all who are still there."),
    LateRule.FORFEIT: lazy("The game ends now. Whoever has to move loses."),
    LateRule.MOVES: lazy("The game ends now. Whoever made the fewest moves of their own loses."),
}
"""As the tournament of the game announced it."""


UNMOVED: Any = lazy("A player without a move of their own loses to one who has moved; if nobody has moved, all lose.")


def is_running(game: Game) -> bool:
    """The rules ask somebody."""
    return game.status == Game.Status.ACTIVE


def seats(game: Game) -> list[tuple[int, str]]:
    """The seats by name."""
    return [(seat.index, seat.player.name if seat.player else "—") for seat in game.seats.select_related("player").order_by("index")]


def name_of(game: Game, seat: int) -> str:
    """Who sits there."""
    return dict(seats(game))[seat]


def seat_field(game: Game) -> forms.Field:
    """Which seat."""
    return forms.TypedChoiceField(label=lazy("Seat"), coerce=int, choices=seats(game))


def days_field() -> forms.Field:
    """How many days."""
    return forms.IntegerField(label=lazy("Days"), min_value=1, max_value=MOST_DAYS, initial=3)


class PersonField(forms.CharField):
    """Somebody by name."""

    def clean(self, value: Any) -> Player:
        """The active person of this name."""
        player = Player.objects.filter(name_key=name_key(super().clean(value)), is_active=True).first()
        if player is None:
            raise forms.ValidationError(lazy("There is nobody of that name."))
        return player


def show_view(request: HttpRequest, game: Game, view: Any) -> HttpResponse:
    """The looked-at view as text, on a page that nothing keeps."""
    voice = reader_for([name for _index, name in seats(game)], get_language() or "en")
    context = {
        **admin.site.each_context(request),
        "title": _("What this seat sees"),
        "row": game,
        "text": scene_text(game.book.scene(view), voice),
    }
    return TemplateResponse(request, "admin/games/game/peek.html", context)


def foresee_extend(game: Game, data: Data) -> list[str]:
    return [
        _("%(name)s gets %(days)d more days for the open question.") % {"name": name_of(game, data["seat"]), "days": data["days"]},
        logged(),
    ]


def foresee_pause(game: Game, data: Data) -> list[str]:
    return [_("No clock of this table runs for %(days)d days; everybody who plays is told.") % {"days": data["days"]}, logged()]


def foresee_replace(game: Game, data: Data) -> list[str]:
    names = {"old": name_of(game, data["seat"]), "new": data["substitute"].name}
    return [
        _("%(new)s takes the seat of %(old)s for good, sees its cards, and has time as at the start.") % names,
        _("%(old)s is told; for their rating the game counts as left.") % names,
        logged(),
    ]


def foresee_peek(game: Game, data: Data) -> list[str]:
    return [_("You will see what %(name)s sees, hidden cards included.") % {"name": name_of(game, data["seat"])}, logged()]


def foresee_adjudicate(game: Game, _data: Data) -> list[str]:
    return [str(JUDGED[late_rule(game.pk)]), str(UNMOVED), _("It counts for ratings and for its tournament."), logged()]


def logged() -> str:
    """What always happens besides."""
    return _("The log of the table says so, with your reason.")


def plainly(*sentences: Any) -> Any:
    """Consequences that do not depend on what was chosen."""
    return lambda _row, _data: [*sentences, logged()]


ACTS = (
    Act(
        "extend", lazy("Give more time"), REFEREE, running.extend, foresee_extend, is_running,
        lambda game: {"seat": seat_field(game), "days": days_field()},
    ),
    Act("pause", lazy("Stop the clocks"), REFEREE, running.pause, foresee_pause, is_running, lambda _game: {"days": days_field()}),
    Act(
        "resume", lazy("Let the clocks run again"), REFEREE, running.resume, plainly(lazy("The pause ends now; everybody is told.")),
        lambda game: is_running(game) and bool(game.pauses),
    ),
    Act(
        "replace", lazy("Replace somebody who is away"), REFEREE, running.replace, foresee_replace, is_running,
        lambda game: {"seat": seat_field(game), "substitute": PersonField(label=lazy("Name of the substitute"), max_length=30)},
    ),
    Act(
        "adjudicate", lazy("Judge the game as it stands"), REFEREE, ending.adjudicate, foresee_adjudicate, is_running,
        witness=lambda game: witness_of_game(game.pk),
    ),
    Act(
        "cancel", lazy("Call the game off"), REFEREE, ending.cancel,
        plainly(lazy("The game ends without a result and cannot be taken up again; everybody is told.")),
        is_running,
    ),
    Act(
        "void", lazy("Declare void"), REFEREE, ending.void,
        plainly(lazy("The result stays visible but counts for no rating and no tournament; later games are rated again without it.")),
        lambda game: game.status == Game.Status.FINISHED and game.voided_at is None,
        witness=lambda game: witness_of_game(game.pk),
    ),
    Act(
        "unstick", lazy("Set going again"), REPAIR, running.unstick,
        plainly(lazy("The rules are asked once more. If they answer, clocks start afresh; if not, nothing changes.")),
        lambda game: is_running(game) and bool(game.trouble),
    ),
    Act(
        "peek", lazy("Look at hidden cards"), PEEK, hidden_cards.peek, foresee_peek, is_running,
        lambda game: {"seat": seat_field(game)}, show_view,
    ),
)  # fmt: skip

"""The acts of staff on a game, with the sentences about their effects."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _, gettext_lazy as lazy

from games.admin.base.confirmed_actions import Act
from games.models import Game, LateRule, Player
from games.models.player import name_key
from games.render.reader import reader_for
from games.render.text import scene_text
from games.services.operations import arranged_games, ending, running
from games.services.operations.running import MOST_DAYS

REFEREE, REPAIR, PEEK = "games.referee_game", "games.repair_game", "games.peek_game"
Data = Mapping[str, Any]
JUDGED: Mapping[str, Any] = {
    LateRule.SCORES: lazy("The game ends now. Its public scores decide; without scores it is a draw for all remaining players."),
    LateRule.OUTLOOK: lazy(
        "The game ends now. The site’s bots play it to the end many times; the player who does clearly better on average wins."
    ),
    LateRule.DRAW: lazy("The game ends now. It is a draw for all remaining players."),
    LateRule.FORFEIT: lazy("The game ends now. The player who has to move loses."),
    LateRule.MOVES: lazy("The game ends now. The player who made the fewest moves loses."),
}
"""The effect of adjudicating a game, by its late rule."""


UNMOVED: Any = lazy("A player without a move of their own loses to one who has moved; if nobody has moved, all lose.")


def is_running(game: Game) -> bool:
    return game.status == Game.Status.ACTIVE


def seats(game: Game) -> list[tuple[int, str]]:
    """The seats as choices: index and player's name."""
    return [(seat.index, seat.player.name if seat.player else "—") for seat in game.seats.select_related("player").order_by("index")]


def name_of(game: Game, seat: int) -> str:
    return dict(seats(game))[seat]


def seat_field(game: Game) -> forms.Field:
    return forms.TypedChoiceField(label=lazy("Seat"), coerce=int, choices=seats(game))


def days_field() -> forms.Field:
    return forms.IntegerField(label=lazy("Days"), min_value=1, max_value=MOST_DAYS, initial=3)


class PersonField(forms.CharField):
    """The form field for a player by name."""

    def clean(self, value: Any) -> Player:
        """The active player with this name. Raises ValidationError."""
        player = Player.objects.filter(name_key=name_key(super().clean(value)), is_active=True).first()
        if player is None:
            raise forms.ValidationError(lazy("There is nobody of that name."))
        return player


def show_view(request: HttpRequest, game: Game, view: Any) -> HttpResponse:
    """The page with the view of a seat as text."""
    reader = reader_for([name for _index, name in seats(game)])
    context = {
        **admin.site.each_context(request),
        "title": _("What this seat sees"),
        "row": game,
        "text": scene_text(game.book.scene(view), reader),
    }
    return TemplateResponse(request, "admin/games/game/peek.html", context)


def foresee_extend(game: Game, data: Data) -> list[str]:
    return [
        _("%(name)s gets %(days)d more days for the open question.") % {"name": name_of(game, data["seat"]), "days": data["days"]},
        logged(),
    ]


def foresee_pause(game: Game, data: Data) -> list[str]:
    return [_("All clocks of this table stop for %(days)d days. All players are notified.") % {"days": data["days"]}, logged()]


def foresee_replace(game: Game, data: Data) -> list[str]:
    names = {"old": name_of(game, data["seat"]), "new": data["substitute"].name}
    return [
        _("%(new)s takes over the seat of %(old)s for good, sees its cards, and gets the full time.") % names,
        _("%(old)s is notified. For their rating, the game counts as abandoned.") % names,
        logged(),
    ]


def foresee_peek(game: Game, data: Data) -> list[str]:
    return [_("You will see what %(name)s sees, hidden cards included.") % {"name": name_of(game, data["seat"])}, logged()]


def foresee_adjudicate(game: Game, _data: Data) -> list[str]:
    return [str(JUDGED[arranged_games.late_rule(game.pk)]), str(UNMOVED), _("It counts for ratings and for its tournament."), logged()]


def logged() -> str:
    """The sentence about the line in the game's log, which every act writes."""
    return _("The game’s log shows this with your reason.")


def plainly(*sentences: Any) -> Any:
    """A `foresee` function with constant sentences and the one about the log."""
    return lambda _row, _data: [*sentences, logged()]


ACTS = (
    Act(
        "extend", lazy("Give more time"), REFEREE, running.extend, foresee_extend, is_running,
        lambda game: {"seat": seat_field(game), "days": days_field()},
    ),
    Act("pause", lazy("Stop the clocks"), REFEREE, running.pause, foresee_pause, is_running, lambda _game: {"days": days_field()}),
    Act(
        "resume", lazy("Let the clocks run again"), REFEREE, running.resume, plainly(lazy("The pause ends now. All players are notified.")),
        lambda game: is_running(game) and bool(game.pauses),
    ),
    Act(
        "replace", lazy("Replace an absent player"), REFEREE, running.replace, foresee_replace, is_running,
        lambda game: {"seat": seat_field(game), "substitute": PersonField(label=lazy("Name of the substitute"), max_length=30)},
    ),
    Act(
        "adjudicate", lazy("Judge the game as it stands"), REFEREE, ending.adjudicate, foresee_adjudicate, is_running,
        witness=lambda game: arranged_games.hooks.witness_of_game(game.pk),
    ),
    Act(
        "cancel", lazy("Cancel the game"), REFEREE, ending.cancel,
        plainly(lazy("The game ends without a result and cannot be resumed. All players are notified.")),
        is_running,
    ),
    Act(
        "void", lazy("Declare void"), REFEREE, ending.void,
        plainly(lazy("The result stays visible but does not count for ratings or tournaments. Later games are rated again without it.")),
        lambda game: game.status == Game.Status.FINISHED and game.voided_at is None,
        witness=lambda game: arranged_games.hooks.witness_of_game(game.pk),
    ),
    Act(
        "unstick", lazy("Resume the game"), REPAIR, running.unstick,
        plainly(lazy("The rules are run again. If this works, the clocks restart; otherwise nothing changes.")),
        lambda game: is_running(game) and bool(game.trouble),
    ),
    Act(
        "peek", lazy("Look at hidden cards"), PEEK, running.peek, foresee_peek, is_running,
        lambda game: {"seat": seat_field(game)}, show_view,
    ),
)  # fmt: skip

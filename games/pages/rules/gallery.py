"""The design gallery: every card of every game, and every component and state, in both themes."""

from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.tables.choices import choice_rows
from games.pages.tables.context import reader
from games.render.card_face import reference
from games.render.colors import INK, hue_of
from games.render.glyphs import DRAWN
from games.render.html import scene_html
from games.render.picking import Picked, pick
from games.rules.contract import Barred, Decision, Option, Shape, Wait
from games.rules.messages import Reader, msg
from games.rules.registry import all_games
from games.rules.scene import Card, Counter, Layout, Pile, Scene, Suit, Zone, back, single

NAMES = ["Ann", "Bartholomäus Überlang", "Χλόη"]
SUN, MOON = Suit("suns", msg("Suns"), "S", "☉"), Suit("moons", msg("Moons"), "M", "☾")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Glyphs, hues, buttons, badges, notices, forms, decision shapes, counters, zones."""
    _only_for_the_workshop(request)
    words = reader(NAMES)
    context = {
        "games": list(all_games().values()),
        "reader": words,
        "glyphs": [{"key": key, "ref": reference(key), "hue": hue_of(key)} for key in sorted(DRAWN)],
        "hues": list(INK),
        "forms": [_form(decision, words) for decision in sample_decisions()],
        "scene": scene_html(sample_scene(), words, decision=sample_decisions()[0], rules_url="/rules/turn_of_fate/"),
        "pressed": scene_html(sample_scene(), words, decision=sample_decisions()[0], picked=pick(sample_decisions()[0], ["cave"])),
        "themes": ("light", "dark"),
    }
    return render(request, "gallery/index.html", context)


@require_safe
def cards(request: HttpRequest, key: str) -> HttpResponse:
    """Every card of one game."""
    _only_for_the_workshop(request)
    book = all_games().get(key)
    if book is None:
        raise Http404("There is no such game.")
    words = reader(NAMES)
    context = {"book": book, "reader": words, "scene": scene_html(Scene(book.gallery()), words, texts=True), "themes": ("light", "dark")}
    return render(request, "gallery/cards.html", context)


def sample_scene() -> Scene:
    """A scene with one of every kind of object."""
    hermit = Card("hermit", msg("The Hermit"), "9", (SUN, MOON), art="hermit", marks=(msg("locked"),))
    cave = Card("cave", msg("The Cave"), "7", (MOON,), art="cave")
    oracle = Card("oracle", msg("The Oracle of the Long Name"), "", (), msg("At the end of your turn, look at the top card."), art="oracle")
    hand = (single(cave), single(Card("sun-3", msg("3 of Suns"), "3", (SUN,))), single(oracle))
    return Scene(
        zones=(
            Zone("a", msg("Congregation"), (Pile((hermit, cave), notes=(msg("worth 16"),)), single(hermit)), owner=0),
            Zone("b", msg("Congregation"), (single(cave),), owner=1),
            Zone("middle", msg("Agora"), (), empty=msg("Nobody is here.")),
            Zone("path", msg("A path"), (single(back()), single(back()), single(hermit, msg("3 of 4 tokens"))), Layout.PATH),
            Zone("decks", msg("Decks"), (Pile(count=23, title=msg("Fates")), Pile(count=0, title=msg("Discarded"))), Layout.STACK),
            Zone("hand", msg("Your hand"), hand, Layout.FAN, owner=0),
        ),
        counters=(
            Counter(msg("Round"), 3, most=7),
            Counter(msg("Coins"), 12, 0),
            Counter(msg("Favors"), 2, 0, 3),
            Counter(msg("Coins"), 4, 1),
        ),
        notes=(msg("Suns are trump."),),
    )


def sample_decisions() -> tuple[Decision, ...]:
    """One decision of each shape; the first with something that cannot be chosen."""
    options = (
        Option("cave>hermit", msg("The Cave on The Hermit"), ("cave", "hermit"), msg("joins your Congregation")),
        Option("sun-3>hermit", msg("3 of Suns on The Hermit"), ("sun-3",)),
        Option("pass", msg("Play nothing")),
    )
    barred = (Barred(("oracle",), msg("An Oracle is never played."), "R14"),)
    return (
        Decision(0, "play", msg("Play a Fate on a Citizen."), options, rule="R14", barred=barred),
        Decision(0, "discard", msg("Discard cards."), options, Shape.SOME, 1, 2, Wait.SEALED, given="pass"),
        Decision(0, "order", msg("In which order do they happen?"), options, Shape.ORDER, 3, 3),
        Decision(0, "bid", msg("How many coins do you bid?"), (), Shape.NUMBER, 1, 12),
    )


def _form(decision: Decision, words: Reader) -> dict[str, Any]:
    """The context of `games/_decision.html`, without a game."""
    return {
        "decision": decision,
        "rows": choice_rows(decision, Picked(), words),
        "so_far": (msg("The Cave on The Hermit"),) if decision.kind == "discard" else (),
        "reader": words,
        "game": SimpleNamespace(code="gallery", rules="turn_of_fate", rules_version=1, get_absolute_url="/dev/gallery/"),
        "look": SimpleNamespace(mine=SimpleNamespace(nth=1, due_at=None), may_undo=True),
        "typed": {},
        "longest_story": 600,
        "my_turns": 2,
    }


def _only_for_the_workshop(request: HttpRequest) -> None:
    if not (settings.FATE_MAILBOX or getattr(request.user, "is_staff", False)):
        raise Http404("There is no such page.")

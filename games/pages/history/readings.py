"""The readings of a finished game, and the form for a new one."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from games.models import Reading
from games.pages.refusals import sentence, status_of
from games.pages.requests import number_of, open_form_view, post_view
from games.pages.tables.context import at_table, reader_at, table
from games.queries.tables.table import Look
from games.requests import moment
from games.rules.errors import RulesError
from games.services.history import readings


@open_form_view
def show(request: HttpRequest, code: str) -> HttpResponse:
    """GET shows, POST draws a new reading. Players see all readings of their table, spectators the published ones."""
    look = table(request, code)
    if look.game.book.readings is None or look.session is None:
        raise Http404("This table has no readings.")
    error: RulesError | None = None
    if request.method == "POST" and request.user.is_authenticated:
        try:
            kind, layout = request.POST.get("kind", ""), request.POST.get("layout", "")
            number = number_of(request.POST.get("number", ""), digits=2)
            readings.ask(look.game, look.mine, 1 if number is None else number, kind, layout, now=moment(request))
            return redirect("games:readings", code=code)
        except RulesError as refused:
            error = refused
    return _page(request, look, error)


def _page(request: HttpRequest, look: Look, error: RulesError | None) -> HttpResponse:
    offered = readings.offered(look.game)
    reader = reader_at(look)
    kept = Reading.objects.filter(game=look.game).order_by("number", "seat", "at")
    if look.mine is None:
        kept = kept.filter(published=True)
    context: dict[str, Any] = {
        **at_table(look, reader),
        "readings": [(reading, offered.describe(reading.facts)) for reading in kept],
        "kinds": offered.KINDS,
        "layouts": offered.LAYOUTS,
        "numbers": range(1, readings.MOST_GAMES + 1),
        "error": sentence(error, reader) if error else "",
    }
    return render(request, "games/readings.html", context, status=status_of(error) if error else 200)


@post_view
def publish(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Show a reading to spectators, or hide it again."""
    look = table(request, code)
    reading = get_object_or_404(Reading, pk=pk, game=look.game)
    if look.mine is None:
        raise Http404("There is no such reading.")
    try:
        readings.publish(reading, look.mine, published=request.POST.get("published") == "1")
    except RulesError as error:
        return _page(request, look, error)
    return redirect("games:readings", code=code)

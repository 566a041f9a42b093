"""The chronicle of a finished game as a page, plain text and EPUB; and the consent to share it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language

from games.models import Game, Seat
from games.pages.history.chronicle_text import Draw, bound
from games.pages.tables.context import page_view, person, post_view, reader
from games.queries.history.chronicle import NoChronicle, chronicle, is_shared, seats_for
from games.render.document import Book, book_text
from games.render.epub import MIMETYPE, epub
from games.render.figure import table_html
from games.render.svg import scene_svg
from games.services.history.sharing import share_chronicle

Opened = tuple[Game, list[Seat], Seat | None]


def _open(request: HttpRequest, code: str) -> Opened:
    try:
        return seats_for(code, person(request))
    except NoChronicle as error:
        raise Http404("There is no such chronicle, or it is private.") from error


def _book(opened: Opened, draw: Draw = scene_svg) -> Book:
    game, seats, _mine = opened
    book = chronicle(game, seats)
    return bound(book, reader(book.names), get_language() or "en", draw)


@page_view
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The chronicle as a page; players also see who agrees to share it."""
    opened = _open(request, code)
    game, seats, mine = opened
    context = {"book": _book(opened, table_html), "game": game, "mine": mine, "shared": is_shared(seats), "seats": seats}
    return render(request, "games/chronicle.html", context)


@page_view
def as_text(request: HttpRequest, code: str) -> HttpResponse:
    """The chronicle as plain text."""
    return HttpResponse(book_text(_book(_open(request, code))), content_type="text/plain; charset=utf-8")


@page_view
def as_epub(request: HttpRequest, code: str) -> HttpResponse:
    """The chronicle as an EPUB file."""
    opened = _open(request, code)
    game = opened[0]
    assert game.ended_at is not None  # what is finished has ended
    response = HttpResponse(epub(_book(opened), game.ended_at), content_type=MIMETYPE)
    response["Content-Disposition"] = f'attachment; filename="{slugify(game.rules)}-{game.code}.epub"'
    return response


@post_view
def share(request: HttpRequest, code: str) -> HttpResponse:
    """Give or withdraw the consent to share it."""
    game, _seats, mine = _open(request, code)
    player = person(request)
    if mine is None or player is None:
        raise Http404("Only those who played can share the chronicle.")
    share_chronicle(game, mine, player.pk, agreed=request.POST.get("agreed") == "1")
    return redirect("games:chronicle", code=code)

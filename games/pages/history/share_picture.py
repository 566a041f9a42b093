"""Link previews of a finished public game: its picture, and the page that carries the Open Graph tags.

Tables are excluded from crawling (`robots.txt`), these two are not; the page is marked noindex.
"""

from dataclasses import replace
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.models import Game
from games.pages.tables.context import table_for
from games.pages.tables.ended import course_svg, headline
from games.queries.history.ending import curve
from games.queries.process_cache import BoundedCache
from games.queries.tables.table import Look, reason_of
from games.render.png import legible
from games.render.reader import reader_for
from games.render.share_card import MOST_CARDS, ShareCard, share_png
from games.render.words import clean, said
from games.rules.contract import Result
from games.rules.messages import Reader
from games.rules.scene import Card, Part

KEPT_FOR = 3600
"""Seconds for which it may be cached, so that a changed name disappears after an hour."""

pictures: BoundedCache[bytes] = BoundedCache(64)


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Who won, with the picture and a link to the game."""
    look, result = _finished(code)
    reader = reader_for(look.names)
    context = {
        "game": look.game,
        "reader": reader,
        "share_headline": headline(reader, result),
        "reason": reason_of(look, result),
        "host_url": request.build_absolute_uri("/")[:-1],
    }
    return render(request, "games/share.html", context)


@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The picture as spectators see it."""
    look, result = _finished(code)
    reader = legible(reader_for(look.names))
    key = (look.game.pk, look.game.seq, tuple(reader.names), get_language(), request.get_host())
    picture = pictures.get(key)
    if picture is None:
        picture = share_png(_card(request, look, reader, result), reader)
        pictures.put(key, picture)
    response = HttpResponse(picture, content_type="image/png")
    patch_cache_control(response, public=True, max_age=KEPT_FOR)
    return response


def _finished(code: str) -> tuple[Look, Result]:
    """A finished public game as spectators see it. Raises Http404 for all others."""
    look = table_for(None, code)
    result = look.result
    if look.game.status != Game.Status.FINISHED or look.game.visibility != Game.Visibility.PUBLIC or result is None:
        raise Http404("There is no picture of this table.")
    return look, result


def _card(request: HttpRequest, look: Look, reader: Reader, result: Result) -> ShareCard:
    seats = sorted(range(len(result.ranks)), key=lambda seat: (result.ranks[seat], seat))
    names = [clean(reader.name(seat)) for seat in range(len(look.seats))]
    people = [(names[seat], "" if result.scores[seat] is None else str(result.scores[seat]), seat in result.winners) for seat in seats]
    parts = tuple(look.game.book.breakdown(look.view)) if look.view is not None else ()
    return ShareCard(
        game=look.game.rules,
        title=said(look.game.title, reader),
        people=people,
        curve=course_svg(curve(look.game, result), names, dark=True),
        cards=best_cards(parts, seats, look),
        line=said(reason_of(look, result), reader) or headline(reader, result),
        site=urlsplit(request.build_absolute_uri("/")).netloc,
    )


def best_cards(parts: tuple[Part, ...], seats: list[int], look: Look) -> list[Card]:
    """The cards that made most points for whoever won, one of each part, the best one last and on top; else any of theirs."""
    own = sorted((part for part in parts if part.seat == seats[0]), key=lambda part: -(part.points or 0))
    own = [kept for part in own if (kept := replace(part, cards=tuple(card for card in part.cards if card.suits))).cards]
    cards = [part.cards[-1] for part in own] + [card for part in own for card in part.cards[:-1]]
    cards += [card for part in parts if part.seat is not None for card in part.cards if card.suits]
    cards += [card for zone in look.game.book.gallery() for pile in zone.piles for card in pile.cards]
    return list(reversed(list({(card.art, card.value): card for card in cards}.values())[:MOST_CARDS]))

"""The chronicle of a finished game as a page, plain text and EPUB; and the consent to share it."""

from collections.abc import Callable, Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, gettext as _

from games.models import Game, Letter, Seat
from games.pages.requests import page_view, post_view
from games.queries.history.chronicle import Chapter, Chronicle, NoChronicle, chronicle, is_shared, seats_for
from games.queries.history.log import LogLine
from games.render.ebook import EBook, Page, Passage, plain_text
from games.render.epub import MIMETYPE, epub
from games.render.figure import table_html
from games.render.reader import reader_for
from games.render.svg import scene_svg
from games.render.text import scene_text
from games.render.timestamps import dated
from games.render.words import clean, isolated, said
from games.requests import person
from games.rules.errors import RulesError
from games.rules.messages import Reader
from games.rules.scene import Scene
from games.services.history.sharing import share_chronicle
from games.services.tables import letters

Draw = Callable[[Scene, Reader], str]
Opened = tuple[Game, list[Seat], Seat | None]


def _open(request: HttpRequest, code: str) -> Opened:
    try:
        return seats_for(code, person(request))
    except NoChronicle as error:
        raise Http404("There is no such chronicle, or it is private.") from error


def _ebook(opened: Opened, draw: Draw = scene_svg) -> EBook:
    game, seats, _mine = opened
    told = chronicle(game, seats)
    return bound(told, reader_for(told.names), get_language() or "en", draw)


@page_view
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The chronicle as a page; players also see who agrees to share it."""
    opened = _open(request, code)
    game, seats, mine = opened
    context = {"ebook": _ebook(opened, table_html), "game": game, "mine": mine, "shared": is_shared(seats), "seats": seats}
    return render(request, "games/chronicle.html", context)


@page_view
def as_text(request: HttpRequest, code: str) -> HttpResponse:
    return HttpResponse(plain_text(_ebook(_open(request, code))), content_type="text/plain; charset=utf-8")


@page_view
def as_epub(request: HttpRequest, code: str) -> HttpResponse:
    opened = _open(request, code)
    game = opened[0]
    assert game.ended_at is not None  # what is finished has ended
    response = HttpResponse(epub(_ebook(opened), game.ended_at), content_type=MIMETYPE)
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


@post_view
def share_letter(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Give or withdraw the consent to include a private letter. Only sender and recipient may do this; for others the letter is a 404."""
    letter, player = Letter.objects.select_related("game").filter(pk=pk, game__code=code).first(), person(request)
    if letter is None or player is None:
        raise Http404("There is no such letter.")
    try:
        letters.share(letter, player, agreed=request.POST.get("agreed") == "1")
    except RulesError as error:
        raise Http404("There is no such letter.") from error
    return redirect(letter.game)


def bound(chronicle: Chronicle, reader: Reader, language: str, draw: Draw = scene_svg) -> EBook:
    """The e-book in this reader's language and time zone, with its pictures as `draw` makes them."""
    game = chronicle.game
    title = _("Chronicle of %(game)s") % {"game": said(game.title, reader)}
    people = ", ".join(isolated(clean(name)) for name in chronicle.names)
    moments = (timezone.localtime(when) for when in (game.started_at, game.ended_at) if when is not None)
    days = " – ".join(dict.fromkeys(dated(when, _("j F Y")) for when in moments))
    pages = (
        Page(_("How it started"), (), draw(chronicle.opening, reader), scene_text(chronicle.opening, reader)),
        *(_chapter(number, chapter, reader, draw) for number, chapter in enumerate(chronicle.chapters, start=1)),
        *_letters(chronicle),
        _end(chronicle, reader),
        _proof(chronicle),
    )
    return EBook(f"fateapp:{game.code}", language, title, f"{people}. {days}", pages)


def _chapter(number: int, chapter: Chapter, reader: Reader, draw: Draw) -> Page:
    passages = tuple(_passage(line, reader) for line in chapter.lines)
    heading = _("Chapter %(number)s") % {"number": number}
    return Page(heading, passages, draw(chapter.scene, reader), scene_text(chapter.scene, reader))


def _passage(line: LogLine, reader: Reader) -> Passage:
    text = " ".join(said(sentence, reader) for sentence in line.sentences)
    return Passage(text, clean(line.story), clean(reader.name(line.seat)) if line.story else "")


def _letters(chronicle: Chronicle) -> Iterator[Page]:
    """The private letters that both correspondents agreed to include."""
    if chronicle.letters:
        texts = [(clean(one.sender.name), clean(one.recipient.name), clean(one.text)) for one in chronicle.letters]
        heading = _("%(sender)s to %(recipient)s")
        told = tuple(Passage(heading % {"sender": sender, "recipient": recipient}, text, sender) for sender, recipient, text in texts)
        yield Page(_("Letters"), told)


def _end(chronicle: Chronicle, reader: Reader) -> Page:
    ranks = [Passage(f"{rank}. {isolated(clean(name))}{'' if score is None else f': {score}'}") for rank, name, score in chronicle.ranking]
    return Page(_("How it ended"), (Passage(said(chronicle.reason, reader)), *ranks))


def _proof(chronicle: Chronicle) -> Page:
    game = chronicle.game
    lines = [
        _("Every shuffle was fixed before the first move. This fingerprint was published at that time: %(it)s") % {"it": game.commitment},
        _("The secret behind it: %(it)s") % {"it": bytes(game.secret).hex()},
        _("The exported game (%(address)s) and the script docs/verify.py check every draw.")
        % {"address": f"{game.get_absolute_url()}game.json"},
    ]
    return Page(_("Proof of fair shuffles"), tuple(map(Passage, lines)))

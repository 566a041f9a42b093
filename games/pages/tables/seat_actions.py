"""POST views of a player at the table: answer, undo, notes, chat, resign. A refusal shows the table again."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.mails.reply_lines import told
from games.models import Game, Move
from games.models.game import table_url
from games.pages.requests import form_view, post_view, posted_number, signed_in
from games.pages.tables import confirmation, posted_answers
from games.pages.tables.context import reader_at, table
from games.pages.tables.table_page import table_page
from games.render.reader import reader_for
from games.requests import moment
from games.rules.errors import RulesError
from games.rules.messages import msg
from games.services.errors import Closed, NotYours
from games.services.replies import What, act, is_one_answer
from games.services.tables import answers as play, held_answers, leaving, seat_notes, store, talk, undo


def acting(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Decorator for a `post_view` at a table: an error of the rules shows the table again, with what was typed."""

    @post_view
    @wraps(view)
    def wrapped(request: HttpRequest, code: str) -> HttpResponse:
        try:
            return view(request, code)
        except RulesError as error:
            typed = {name: request.POST.get(name, "") for name in ("text", "story", "say")}
            return table_page(request, table(request, code), error=error, typed=typed)

    return wrapped


@acting
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Answer the open question. A refusal shows the table again with the reason and the typed text."""
    game_id, seat, game = _chair(request, code)
    story = request.POST.get("story", "")
    text = posted_answers.text_of(lambda: table(request, code).decision, request.POST)
    if request.POST.get("text", "").strip() and not is_one_answer(text):
        return _by_text(request, code, text, story)
    shown = (
        confirmation.page(request, table(request, code), posted_number(request, "nth"), text, story)
        if confirmation.wanted(request)
        else None
    )
    if shown is not None:
        return shown
    if _held(request, game, seat, text, story):
        return HttpResponseRedirect(_after(request, code, over=False))
    outcome = play.answer(
        game_id,
        seat,
        posted_number(request, "nth"),
        text,
        source=Move.Source.FORM,
        now=moment(request),
        player_id=signed_in(request).pk,
        story=story,
        reader=reader_for(),
        game=game,
        on_page=True,
    )
    if not outcome.final:
        messages.success(request, _("Saved. You can change it until everybody has answered."))
    return HttpResponseRedirect(_after(request, code, over=outcome.over))


def _held(request: HttpRequest, game: store.RunningGame | None, seat: int, text: str, story: str) -> bool:
    """Hold the answer for the grace period that this player has chosen. Raises RulesError if it is not legal."""
    player = signed_in(request)
    if not player.grace or game is None:
        return False
    return held_answers.hold(
        game,
        seat,
        posted_number(request, "nth"),
        text,
        seconds=player.grace,
        now=moment(request),
        player_id=player.pk,
        story=story,
        reader=reader_for(),
    )


@acting
def held(request: HttpRequest, code: str) -> HttpResponse:
    """Undo a held answer, or send it now."""
    look, now, me = table(request, code), moment(request), signed_in(request).pk
    if "send" in request.POST:
        held_answers.send_now(look.game.pk, look.acting_seat, now=now, player_id=me)
        return redirect(_after(request, code, over=False))
    text = held_answers.take_back(look.game.pk, look.acting_seat, now=now, player_id=me)
    chosen = QueryDict(mutable=True)
    chosen.setlist("pick", [f"={token}" for token in text.split()])
    return redirect(f"{_after(request, code, over=False)}?{chosen.urlencode()}")


def _chair(request: HttpRequest, code: str) -> tuple[int, int, store.RunningGame | None]:
    """The game and the seat that a form acts for. Raises Http404 for a game that is not visible to this player.

    The full look at the table is loaded only for viewers without a seat, and to show a refusal.
    """
    try:
        game = store.read_game(code=code)
    except Closed as error:
        raise Http404(str(error)) from error
    seat = game.seat_of(signed_in(request).pk)
    if seat is None:
        look = table(request, code)
        return look.game.pk, look.acting_seat, None
    request.moment = game.moment  # type: ignore[attr-defined]
    return game.id, seat, game


def _by_text(request: HttpRequest, code: str, text: str, story: str) -> HttpResponse:
    """Execute typed text with several answers line by line, as for a mail, up to the first refusal."""
    heard = act(
        text, code=code, player=signed_in(request), nth=posted_number(request, "nth"), source=Move.Source.FORM, now=moment(request),
        story=story,
    )  # fmt: skip
    for one in heard:
        if one.error is not None:
            raise one.error
        if one.what not in (What.PLAYED, What.SHOW, What.ASK_RESIGN):
            messages.info(request, f"{one.line}: {told(one)}")
    if any(one.what is What.ASK_RESIGN for one in heard):
        return redirect("games:resign", code=code)
    return redirect(_after(request, code, over=Game.objects.get(code=code).is_over))


def _after(request: HttpRequest, code: str, *, over: bool) -> str:
    """The redirect after a move: to the next game with a turn, if requested, else back to the same view of this table."""
    if "then_next" in request.POST and not over:
        return reverse("games:next") + ("?plain=1" if "plain" in request.POST else "")
    return table_url(code) + ("text/" if "plain" in request.POST else "")


@acting
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the last answer of an unfinished turn."""
    look = table(request, code)
    me, nth = signed_in(request).pk, posted_number(request, "nth")
    undo.take_back(look.game.pk, look.acting_seat, nth, source=Move.Source.FORM, now=moment(request), player_id=me)
    return redirect(look.game)


@acting
def note(request: HttpRequest, code: str) -> HttpResponse:
    """Save the player's private notes."""
    look = table(request, code)
    if look.own is None:
        raise NotYours(msg("Only players at this table can keep notes."))
    seat_notes.keep_note(look.own, request.POST.get("note", ""))
    messages.success(request, _("Your note has been saved. Only you can read it."))
    return redirect(look.game)


@acting
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Send a chat message to the table."""
    look = table(request, code)
    text = request.POST.get("say", "")
    talk.say(look.game.pk, look.acting_seat, text, source=Move.Source.FORM, now=moment(request), player_id=signed_in(request).pk)
    return redirect(_after(request, code, over=False) + ("" if "plain" in request.POST else "#talk"))


@form_view
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """GET asks for confirmation, POST resigns. 404 for viewers without a seat of their own."""
    look = table(request, code)
    if request.method != "POST":
        if look.own is None:
            raise Http404("Only those who play here can resign.")
        if not look.may_resign:
            return redirect(look.game)
        return render(request, "games/resign.html", {"look": look, "game": look.game, "reader": reader_at(look)})
    try:
        leaving.resign(look.game.pk, look.acting_seat, source=Move.Source.FORM, now=moment(request), player_id=signed_in(request).pk)
    except RulesError as error:
        return table_page(request, table(request, code), error=error)
    messages.success(request, _("You have resigned."))
    return redirect(look.game)

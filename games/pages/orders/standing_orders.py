"""Standing orders on the table page: save, change and delete."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.pages.requests import post_view, signed_in
from games.pages.tables.context import reader_at, table
from games.pages.tables.seat_actions import acting
from games.pages.tables.table_page import table_page
from games.queries.orders.standing_orders import sheet, trials
from games.queries.tables.table import Look
from games.render.words import said
from games.requests import moment
from games.rules.errors import RulesError
from games.rules.orders import written
from games.services.orders import filing
from games.services.replies.leaving_orders import leave as leave_order

ALL = "all"


@post_view
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Save an order that was typed or filled in by fields; a preset may hold several, one per line.

    A refusal shows the table again with what was typed.
    """
    look = table(request, code)
    text = request.POST.get("order", "").strip() or _filled_in(look, request)
    seat, player_id = _seat(look), signed_in(request).pk
    try:
        readers, now = [reader_at(look)], moment(request)
        orders = (leave_order(look.game, seat, line, readers, now=now, player_id=player_id) for line in text.splitlines() or [text])
        left = [order for filed in orders for order in filed]
    except RulesError as error:
        return table_page(request, table(request, code), error=error, typed={"order": text})
    told = " ".join(said(sentence, reader_at(look)) for order in left for sentence in order.says)
    messages.success(request, _("Your standing order has been saved. Only you can see it. %(words)s") % {"words": told})
    if tried := _tried(look, seat, {order.slot: order.text for order in left}):
        messages.info(request, tried)
    return redirect(_back(request, look))


@acting
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    look, slot = table(request, code), request.POST.get("slot", "")
    filing.withdraw(look.game.pk, _seat(look), None if slot == ALL else slot, now=moment(request), player_id=signed_in(request).pk)
    messages.success(request, _("Your standing order has been deleted."))
    return redirect(_back(request, look))


def _tried(look: Look, seat: int, orders: dict[str, str]) -> str:
    """A sentence about what the order would have answered recently; "" where it applies to no past decision."""
    reader, parts = reader_at(look), list[str]()
    for trial in trials(look.game, seat, orders):
        ordered, answered = (", ".join(said(label, reader) for label in labels) for labels in (trial.ordered, trial.answered))
        parts.append(_("%(ordered)s, as you did") % {"ordered": ordered} if trial.same else _("%(ordered)s instead of %(answered)s") % {
            "ordered": ordered, "answered": answered})  # fmt: skip
    return _("For your last decisions of this kind it would have played: %(answers)s.") % {"answers": "; ".join(parts)} if parts else ""


def _filled_in(look: Look, request: HttpRequest) -> str:
    """The text of a form; "" for a kind of order that is not offered (any more), which the rules refuse."""
    mine = sheet(look)
    offer = next((offer for offer in mine.offers if offer.slot == request.POST.get("slot")), None) if mine else None
    return written(offer, {field.key: request.POST.getlist(field.key) for field in offer.fields}) if offer else ""


def _back(request: HttpRequest, look: Look) -> str:
    return f"{look.game.get_absolute_url()}{'text/' if 'plain' in request.POST else ''}#orders"


def _seat(look: Look) -> int:
    """The viewer's own seat; -1 for a spectator or a deputy, which the service refuses."""
    return look.own.index if look.own is not None else -1

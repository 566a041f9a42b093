"""The page of a player's own time settings: quiet hours, days off, reminders and absences."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.models import CalendarLink, Player
from games.pages.clocks.personal_time_forms import AbsenceForm, RhythmForm
from games.pages.refusals import sentence, status_of
from games.pages.requests import form_view, page_view, post_view, signed_in
from games.queries.absence.presence import deputised_by, offered_seats
from games.render.reader import reader_for
from games.requests import moment
from games.rules.errors import RulesError
from games.rules.messages import msg
from games.services.clocks import personal_time
from games.services.errors import Refused


@form_view
def rhythm(request: HttpRequest) -> HttpResponse:
    """Show the time settings; POST saves the weekly schedule."""
    player = _me(request)
    form = RhythmForm(request.POST or None, initial=RhythmForm.initial_of(player))
    if request.method != "POST":
        return time_page(request, player, rhythm=form)
    if form.is_valid():
        try:
            personal_time.settle_rhythm(player.pk, **form.settings(), now=moment(request))
        except RulesError as error:
            return _refused(request, player, form, error, rhythm=form)
        messages.success(request, _("Saved. Your open deadlines have been adjusted."))
        return redirect("games:time")
    return time_page(request, player, status=422, rhythm=form)


@post_view
def declare(request: HttpRequest) -> HttpResponse:
    player, form = _me(request), AbsenceForm(request.POST)
    if not form.is_valid():
        return time_page(request, player, status=422, absence=form)
    start, end = form.interval()
    try:
        personal_time.declare(player.pk, start, end, now=moment(request))
    except RulesError as error:
        return _refused(request, player, form, error, absence=form)
    messages.success(request, _("Absence saved. Your clocks are stopped while you are away, at tables where absences count."))
    return redirect("games:time")


@post_view
def withdraw(request: HttpRequest) -> HttpResponse:
    """Cancel a future absence, or end a running one now."""
    player, form = _me(request), AbsenceForm()
    try:
        personal_time.withdraw(player.pk, _start(request), now=moment(request))
    except RulesError as error:
        messages.error(request, sentence(error, reader_for()))
        return time_page(request, player, status=status_of(error), absence=form)
    messages.success(request, _("The absence has been removed."))
    return redirect("games:time")


@login_required
@page_view
def offers(request: HttpRequest) -> HttpResponse:
    """Running games with a seat offered to a substitute."""
    return render(request, "games/time_offers.html", {"rows": offered_seats(_me(request)), "reader": reader_for()})


def _me(request: HttpRequest) -> Player:
    return Player.objects.get(pk=signed_in(request).pk)


def _start(request: HttpRequest) -> datetime:
    """The start of an absence in the format of the page. Raises `Refused` for any other text."""
    try:
        return datetime.fromisoformat(request.POST.get("start", "")).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Refused(msg("This absence no longer exists."), code="no_absence") from error


def _refused(request: HttpRequest, player: Player, form: Form, error: RulesError, **forms: Any) -> HttpResponse:
    form.add_error(None, sentence(error, reader_for()))
    return time_page(request, player, status=status_of(error), **forms)


def time_page(request: HttpRequest, player: Player, *, status: int = 200, calendar_address: str = "", **forms: Any) -> HttpResponse:
    """Render the time settings; `calendar_address` is shown once, when it is created."""
    now, known = moment(request), personal_time.absences_of(player)
    spent = max((personal_time.used(known, away.start) for away in known), default=None)
    context: dict[str, Any] = {
        "rhythm": RhythmForm(initial=RhythmForm.initial_of(player)),
        "absence": AbsenceForm(),
        **forms,
        "absences": [{"start": away.start, "end": away.end, "running": away.start <= now} for away in known if away.end > now],
        "budget": personal_time.BUDGET.days,
        "spent": -(-spent.total_seconds() // 86_400) if spent is not None else 0,
        "zone": player.zone,
        "calendar": CalendarLink.objects.filter(player=player).first(),
        "calendar_address": calendar_address,
        "deputised": deputised_by(player, now),
        "reader": reader_for(),
    }
    return render(request, "games/time_settings.html", context, status=status)

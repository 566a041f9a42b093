"""Downloads of a tournament: CSV tables, the FIDE report file, the JSON document, and an iCalendar file of its rounds."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.pages.requests import page_view
from games.tournaments.formats.trf import TooManyPointsError
from games.tournaments.models import Tournament
from games.tournaments.queries import exports, views

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters by which a spreadsheet recognises a formula."""
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?", re.ASCII)


def _table(rows: Iterable[exports.Row]) -> bytes:
    """The rows as CSV with a byte order mark; cells that look like formulas are quoted."""
    text = io.StringIO()
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([f"'{cell}" if is_formula(cell) else cell for cell in row])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def is_formula(cell: object) -> bool:
    """Whether a spreadsheet would compute this cell. A negative number is what it looks like."""
    return isinstance(cell, str) and cell.startswith(FORMULA) and NUMBER.fullmatch(cell) is None


KINDS: dict[str, tuple[str, Callable[[Tournament], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", lambda tournament: _table(exports.standings_rows(tournament))),
    "results.csv": ("text/csv; charset=utf-8", lambda tournament: _table(exports.result_rows(tournament))),
    "trf": ("text/plain; charset=utf-8", lambda tournament: exports.report(tournament).encode()),
    "json": ("application/json", lambda tournament: json.dumps(exports.whole(tournament), ensure_ascii=False, indent=1).encode()),
}


@page_view
def export(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Send a file of this `kind` (a key of `KINDS`). Raises Http404 for an unknown kind or one that does not apply to the tournament."""
    tournament = get_object_or_404(Tournament, code=code)
    if kind not in KINDS or (kind == "trf" and not exports.has_report(tournament)):
        raise Http404
    content_type, made = KINDS[kind]
    try:
        content = made(tournament)
    except TooManyPointsError:
        words = _("The FIDE report holds at most 99.5 points for each player, and somebody here has more. The JSON file holds them all.")
        return HttpResponse(f"{words}\n", status=409, content_type="text/plain; charset=utf-8")
    disposition = f'attachment; filename="tournament-{tournament.code}.{kind}"'
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": disposition})


@page_view
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """The iCalendar file of begun and scheduled rounds, or of the start. Its bytes depend on the state of the tournament only."""
    tournament = get_object_or_404(Tournament.objects.select_related("director"), code=code)
    made = Calendar()
    made.add("prodid", "-//fateapp//tournament//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", tournament.title)
    link, host = request.build_absolute_uri(tournament.get_absolute_url()), request.get_host()
    for uid, summary, begins, ends in _dates(tournament):
        event = Event()
        event.add("uid", f"tournament-{tournament.code}-{uid}@{host}")
        event.add("dtstamp", tournament.created_at)
        event.add("dtstart", begins)
        if ends is not None:
            event.add("dtend", ends)
        event.add("summary", summary)
        event.add("url", link)
        event.add("transp", "TRANSPARENT")
        made.add_component(event)
    return HttpResponse(made.to_ical(), content_type="text/calendar; charset=utf-8")


def _dates(tournament: Tournament) -> Iterator[tuple[str, str, datetime, datetime | None]]:
    """The events of the calendar: a stable id, summary, begin and end."""
    found = views.calendar(tournament)
    for stage in found:
        words = _("Round %(number)d of %(title)s") % {"number": stage.number, "title": tournament.title}
        yield f"round-{stage.number}", words, stage.begins, stage.ends
    if not found and tournament.starts_at is not None:
        yield "start", _("%(title)s begins") % {"title": tournament.title}, tournament.starts_at, None

"""The text version of a table: a page with one text field for the answer, as in a mail, and the same as a file.

For text browsers, braille displays, screen readers and slow connections: no pictures, only plain form controls.
"""

import textwrap
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.mails.table_words import log_lines
from games.pages.refusals import status_of
from games.pages.requests import page_view
from games.pages.tables.context import reader_at, table
from games.pages.tables.page_context import LINES_SHOWN, around, note_visit
from games.queries.tables.table import Look
from games.render.text import WIDTH, decision_text, scene_text
from games.render.words import said, text_on
from games.rules.errors import RulesError
from games.rules.messages import Reader
from notifications.links import absolute


@page_view
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The table as text, and the decision with its numbered choices. For players it stores how far they have read."""
    look = table(request, code)
    page = plain_page(request, look)
    note_visit(request, look)
    return page


def plain_page(request: HttpRequest, look: Look, *, error: RulesError | None = None, typed: dict[str, str] | None = None) -> HttpResponse:
    """Render the text version; with an error, the typed text is kept and the HTTP status is that of the refusal."""
    reader = reader_at(look)
    context: dict[str, Any] = {
        **around(request, look, reader, error=error, typed=typed),
        "scene": scene_text(look.scene, reader) if look.scene else "",
        "choices": decision_text(look.to_decide, reader, card_text=text_on(look.asking_card, reader)) if look.to_decide else "",
        "plain": True,
    }
    return render(request, "games/plain.html", context, status=status_of(error) if error else 200)


@page_view
def as_file(request: HttpRequest, code: str) -> HttpResponse:
    """The same as plain text in 80 columns: log, table, decision, and the URL where it is answered."""
    look = table(request, code)
    if look.scene is None:
        raise Http404("There is nothing on this table yet.")
    return HttpResponse(_document(look, reader_at(look)), content_type="text/plain; charset=utf-8")


def _document(look: Look, reader: Reader) -> str:
    assert look.scene is not None
    blocks = [f"{said(look.game.title, reader)} · {look.game.code}"]
    if happened := _happened(look, reader):
        blocks.append(_("What happened") + "\n" + happened)
    blocks += [_("The table"), scene_text(look.scene, reader)]
    if look.decision is not None:
        where = absolute(reverse("games:plain", args=[look.game.code]))
        asked = decision_text(look.decision, reader, card_text=text_on(look.asking_card, reader))
        blocks += [_("Your choice"), asked, _("Answer here:") + f" {where}"]
    return "\n\n".join(blocks) + "\n"


def _happened(look: Look, reader: Reader) -> str:
    lines = []
    for row in log_lines(look.log(most=LINES_SHOWN), reader):
        lines += _filled(row["text"], "- ")
        if row["story"]:
            lines += _filled(_("%(label)s: “%(text)s”") % {"label": row["teller"], "text": row["story"]}, "  ")
    return "\n".join(lines)


def _filled(text: str, first: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)

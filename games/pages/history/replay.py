"""Replay: the table at any line of the log, as the viewer could see it then; and exports as picture and JSON."""

from collections.abc import Mapping
from typing import Any

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from games.models import Game
from games.pages.requests import number_of, page_view
from games.pages.tables.context import at_table, reader_at, table
from games.pages.tables.what_moved import marks
from games.queries.history import playback, replay
from games.queries.history.export import export
from games.queries.tables.table import Look
from games.render.html import scene_html
from games.render.png import scene_png
from games.render.reader import reader_for
from games.render.svg import scene_svg
from games.render.tabletop import Seated, tabletop
from games.rules.contract import View
from games.rules.scene import Scene

NEAR = 90
"""How many rows before and after a moment are searched for its neighbours; some rows of the log have no text."""


@page_view
def show(request: HttpRequest, code: str, seq: int) -> HttpResponse:
    """The table when its log had `seq` lines, as the viewer saw it; once the game is over, as any seat saw it (`?eyes=2`)."""
    look = table(request, code)
    if not look.game.position or not 0 <= seq <= look.game.seq:
        raise Http404("The game has no such moment.")
    eyes = _eyes(request, look)
    reader = reader_at(look)
    session = replay.at(look.game, seq)
    view: View = session.view(eyes)
    lines = look.log(after=max(0, seq - NEAR), upto=seq + NEAR)
    context: dict[str, Any] = {
        **at_table(look, reader),
        "seq": seq,
        "eyes": eyes,
        "scene": scene_html(session.game.scene(view), reader),
        "line": next((line for line in reversed(lines) if line.seq < seq), None) if seq else None,
        "before": next((line.seq + 1 for line in reversed(lines) if line.seq + 1 < seq), 0 if seq else None),
        "after": next((line.seq + 1 for line in lines if line.seq + 1 > seq), None),
        "may_change_eyes": look.game.status == Game.Status.FINISHED,
    }
    return render(request, "games/replay.html", context)


@page_view
def steps(request: HttpRequest, code: str, seq: int) -> HttpResponse:
    """The lines of the log from `seq` on, each with the table as this viewer saw it then, for step-by-step playback."""
    look = table(request, code)
    if look.scene is None:
        raise Http404("There is nothing on this table yet.")
    reader, seated = reader_at(look), Seated(len(look.seats), look.viewer)
    shown = [(one.line, tabletop(one.scene, reader, seated, fresh=_moved(one))) for one in playback.steps(look, seq)]
    return render(request, "games/steps.html", {"steps": shown, "reader": reader})


def _moved(shown: playback.Shown) -> Mapping[str, int]:
    return marks([shown.line], shown.scene) if shown.line is not None else {}


def _eyes(request: HttpRequest, look: Look) -> int | None:
    """The seat whose view is shown: the viewer's own while the game runs; afterwards any seat on request."""
    wished = request.GET.get("eyes", "")
    if look.game.status != Game.Status.FINISHED or not wished:
        return look.viewer
    if wished == "public":
        return None
    number = number_of(wished, digits=2)
    if number is None or not 1 <= number <= len(look.seats):
        raise Http404("There is no such seat.")
    return number - 1


def _scene(request: HttpRequest, code: str) -> tuple[Look, Scene]:
    look = table(request, code)
    if look.scene is None:
        raise Http404("There is nothing on this table yet.")
    return look, look.scene


@page_view
def as_svg(request: HttpRequest, code: str) -> HttpResponse:
    look, scene = _scene(request, code)
    return HttpResponse(scene_svg(scene, reader_for(look.names)), content_type="image/svg+xml")


@page_view
def as_png(request: HttpRequest, code: str) -> HttpResponse:
    look, scene = _scene(request, code)
    return HttpResponse(scene_png(scene, reader_for(look.names)), content_type="image/png")


@page_view
def as_json(request: HttpRequest, code: str) -> HttpResponse:
    """A finished game as JSON, with everything needed to replay it and to verify its shuffles."""
    look = table(request, code)
    if look.game.status != Game.Status.FINISHED:
        words = gettext("A game can be exported only when it is over, because its log contains hidden information.")
        return HttpResponse(f"{words}\n", status=409, content_type="text/plain; charset=utf-8")
    document = export(look.game, look.seats)
    response = HttpResponse(orjson.dumps(document, option=orjson.OPT_INDENT_2), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{look.game.rules}-{look.game.code}.json"'
    return response

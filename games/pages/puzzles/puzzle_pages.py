"""The puzzles of all games, those of one game, and one puzzle with its table. No account or JavaScript is needed."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.pages.requests import number_of
from games.pages.rules.rulebooks import rulebook_text
from games.render.html import scene_html
from games.render.reader import reader_for
from games.render.text import scene_text
from games.render.words import said
from games.rulebooks import rules_page_of
from games.rules.puzzles import NAMES, Puzzle, asked, of_the_day, puzzles
from games.rules.registry import all_games
from games.rules.scene import Role, Scene


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    games = [{"book": book, "puzzles": listed(book.key)} for book in all_games().values() if puzzles(book.key)]
    return render(request, "games/puzzles.html", {"games": games, "today": todays(), "reader": reader_for()})


@require_safe
def of_game(request: HttpRequest, key: str) -> HttpResponse:
    if key not in all_games() or not puzzles(key):
        raise Http404("There are no puzzles of such a game.")
    games = [{"book": all_games()[key], "puzzles": listed(key)}]
    return render(request, "games/puzzles.html", {"games": games, "only": all_games()[key], "reader": reader_for()})


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    puzzle = of_the_day(timezone.localdate().toordinal())
    return redirect("games:puzzle", puzzle.game, puzzle.name) if puzzle is not None else redirect("games:puzzles")


@require_safe
def show(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """A puzzle; with `?answer=2` also the verdict on the second answer."""
    puzzle = puzzles(key).get(name) if key in all_games() else None
    if puzzle is None:
        raise Http404("There is no such puzzle.")
    reader, there = reader_for(list(NAMES)), asked(key, name)
    scene = _worth_showing(puzzle.book.shown(there.view, there.decision))
    context: dict[str, Any] = {
        "puzzle": puzzle,
        "book": puzzle.book,
        "rules_url": rules_page_of(key, puzzle.book.version),
        "you": NAMES[puzzle.seat],
        "scene": scene_html(scene, reader),
        "in_words": scene_text(scene, reader),
        "prompt": said(there.decision.prompt, reader),
        "answers": _answers(request, puzzle),
        "after": _after(puzzle),
        "hint": _hint(puzzle),
        "reader": reader,
        **_words(puzzle),
    }
    return render(request, "games/puzzle.html", context)


def listed(key: str) -> list[dict[str, str]]:
    """The puzzles of a game with their titles in the reader's language."""
    return [{"game": key, "name": name, "title": puzzle.text_in(puzzle.title, _language())} for name, puzzle in puzzles(key).items()]


def todays() -> dict[str, Any] | None:
    """The context of the puzzle of the day; None if there are no puzzles."""
    puzzle = of_the_day(timezone.localdate().toordinal())
    return {"puzzle": puzzle, "book": puzzle.book, **_words(puzzle)} if puzzle is not None else None


def _words(puzzle: Puzzle) -> dict[str, str]:
    spoken = {"title": puzzle.title, "question": puzzle.question, "why": puzzle.why}
    return {what: puzzle.text_in(words, _language()) for what, words in spoken.items()}


def _language() -> str:
    return get_language() or "en"


def _answers(request: HttpRequest, puzzle: Puzzle) -> dict[str, Any]:
    """The answers by number, with the given one marked."""
    reader, options = reader_for(list(NAMES)), asked(puzzle.game, puzzle.name).options
    number = number_of(request.GET.get("answer", ""), digits=2)
    given = number if number in range(1, len(options) + 1) else None
    rows = [
        {"number": n, "label": said(option.label, reader), "given": n == given, "best": option.token == puzzle.best}
        for n, option in enumerate(options, start=1)
    ]
    return {"rows": rows, "given": given, "right": any(row["given"] and row["best"] for row in rows)}


def _hint(puzzle: Puzzle) -> list[str]:
    """The paragraphs of the rulebook that the puzzle is about."""
    anchors = {rule.lower() for rule in puzzle.rules}
    text = rulebook_text(puzzle.game, puzzle.book.version, _language())
    return [paragraph.text for paragraph in text.paragraphs if paragraph.anchor in anchors]


def _after(puzzle: Puzzle) -> str:
    names = list(puzzles(puzzle.game))
    return next((second for first, second in pairwise(names) if first == puzzle.name), names[0])


def _worth_showing(scene: Scene) -> Scene:
    """The scene without empty and set-aside zones: a puzzle is a single view, so zones need no fixed place."""
    away = (Role.DECK, Role.PILE)
    return replace(scene, zones=tuple(zone for zone in scene.zones if zone.piles and zone.role not in away))

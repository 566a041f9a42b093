"""The page of a finished game: result, score breakdown, course of the game, revealed cards, next steps."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Game
from games.queries.history.ending import Curve, curve
from games.queries.history.log import LogLine
from games.queries.history.own_turn import visits_of
from games.queries.tables.table import Look
from games.render import card_face
from games.render.curve import curve as curve_svg
from games.render.words import clean, isolated, said, shortened, signed
from games.rules.contract import Result
from games.rules.messages import Message, Reader, Who, msg
from games.rules.scene import Part

LONGEST_LABEL = 16
"""The most letters of a name beside its curve."""


@dataclass(frozen=True, slots=True)
class Account:
    """The final account of one seat: rank, score, and its parts."""

    seat: int
    name: str
    rank: int
    score: int | None
    won: bool
    mine: bool
    parts: tuple[dict[str, Any], ...]


def ended(look: Look, reader: Reader, result: Result) -> dict[str, Any]:
    """The context of `games/_ending.html`. One query the first time a process renders this game, and one for its players."""
    parts = tuple(look.game.book.breakdown(look.view)) if look.view is not None else ()
    course = curve(look.game, result)
    turning = _turning(look, course)
    return {
        "headline": headline(reader, result),
        "share_headline": headline(replace(reader, you=None), result),
        "accounts": list(accounts_of(look.names, look.mine.index if look.mine is not None else None, reader, result, parts)),
        "nobodys": [_shown(part, reader) for part in parts if part.seat is None],
        "curve": course_svg(course, look.names),
        "turning": turning,
        "turning_seq": course.turning if turning else None,
        "visits": visits_of(look.game, look.own.index) if look.own is not None else None,
        "may_share": look.game.visibility == Game.Visibility.PUBLIC,
    }


def headline(reader: Reader, result: Result) -> str:
    """`Clotho wins, 98 to 79`, depending on the number of winners and scores."""
    winners, losers = list(result.winners), [seat for seat in range(len(result.ranks)) if seat not in result.winners]
    if result.drawn:
        return _("A draw")
    if len(winners) > 1:
        if len(losers) > 1:
            return said(msg("{names} lose", names=tuple(Who(seat) for seat in losers)), reader)
        return said(msg("{who:{who} loses|You lose}", who=Who(losers[0])), reader)
    winner, scores = Who(winners[0]), sorted((score for score in result.scores if score is not None), reverse=True)
    if len(scores) == 2 and result.scores[winner.seat] == scores[0] and scores[0] != scores[1]:
        return said(msg("{who:{who} wins|You win}, {more} to {less}", who=winner, more=scores[0], less=scores[1]), reader)
    return said(msg("{who:{who} wins|You win}", who=winner), reader)


def course_svg(course: Curve, names: Sequence[str], *, dark: bool = False) -> SafeString:
    """The score chart, if the scores ever differed; it escapes the names."""
    if len(course.points) < 2 or len({scores for _seq, scores in course.points}) < 2:
        return SafeString("")
    mark = (course.turning, _("turning point")) if course.turning is not None and not dark else None
    labels = (isolated(shortened(clean(name), LONGEST_LABEL)) for name in names)
    ends = [f"{label} {signed(score)}" for label, score in zip(labels, course.points[-1][1], strict=True)]
    return SafeString(curve_svg(course.points, ends, _("The scores over the game"), mark, dark=dark))


def accounts_of(names: Sequence[str], mine: int | None, reader: Reader, result: Result, parts: Sequence[Part]) -> Iterator[Account]:
    """The accounts of all seats, the best first; `mine` is the viewer's own. Where no part has points, a score only repeats the rank."""
    counted = not parts or any(part.points is not None for part in parts)
    for seat in sorted(range(len(result.ranks)), key=lambda seat: (result.ranks[seat], seat)):
        own = tuple(_without_repeats(_shown(part, reader) for part in parts if part.seat == seat))
        yield Account(
            seat, names[seat], result.ranks[seat], result.scores[seat] if counted else None, seat in result.winners, mine == seat, own
        )


def _without_repeats(shown: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Keep a title only on the first of the parts that share it."""
    above = ""
    for part in shown:
        yield part | {"title": "" if part["title"] == above else part["title"]}
        above = part["title"]


def _shown(part: Part, reader: Reader) -> dict[str, Any]:
    cards = "".join(f'<li class="{card_face.classes(card)}">{card_face.face(card, reader)}</li>' for card in part.cards)
    return {"title": said(part.title, reader), "cards": SafeString(cards), "points": part.points}


def _turning(look: Look, course: Curve) -> tuple[Message, ...]:
    """The log lines of the turning point, as this viewer may read them. One query."""
    if course.turning is None:
        return ()
    lines: list[LogLine] = look.log(after=course.turning - 1, upto=course.turning, most=1)
    return lines[-1].sentences if lines else ()

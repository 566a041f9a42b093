"""The review of a finished game: what looking ahead thinks of each decision of a person, from what they knew then.

It is asked for by somebody who played, worked on in the background for at most a minute of computing in all, and kept. What is found is
saved after every slice of work, so it goes on where it was stopped.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, TypedDict

from django.core.cache import cache

from games.models import Game, Player, Review
from games.rules.contract import Position
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.rules.search.budget import Budget, Clock
from games.rules.search.searcher import RandomSource, search
from games.services import task_signals
from games.services.errors import Closed, NotYours

SECONDS = 55.0
"""Of computing for a whole game; what reading and saving take comes on top."""
MOST_EACH = 1.0
SLICE = 5.0
"""Seconds after which what was found is saved, and bots that wait are answered first."""
CLAIM = 60
Asked = tuple[int, int, str, Rules[Any], Position]
"""A decision of a person: the line of the log, seat, answer, the rules, and the game before it."""


class Judged(TypedDict):
    """One decision: where it stands in the log, what was answered and what looks best, both with their worth from 0 to 1."""

    seq: int
    seat: int
    given: str
    best: str
    value: float
    best_value: float
    worlds: int


def ask(game: Game, player: Player, *, now: datetime) -> Review:
    """Have a finished game reviewed; asking again changes nothing. Raises `Closed` while it runs, `NotYours` for who had no seat."""
    if game.status != Game.Status.FINISHED or not game.position:
        raise Closed(msg("Only a finished game can be reviewed."), code="not_over")
    if not game.seats.filter(tenures__player=player).exists():
        raise NotYours(msg("Only those who played can have the game reviewed."))
    review, _new = Review.objects.get_or_create(game=game, defaults={"at": now})
    task_signals.search_after_commit()
    return review


def waiting() -> bool:
    """Whether any review is not done."""
    return Review.objects.filter(done=False).exists()


def work(decisions: Callable[[Game], Iterable[Asked]], clock: Clock = time.thread_time, *, seconds: float = SLICE) -> bool:
    """One slice of work on the review asked for first; whether there was anything to do. `decisions` plays a game again."""
    review = Review.objects.filter(done=False).select_related("game").order_by("at", "pk").first()
    if review is None or not cache.add(f"review:{review.pk}:{review.upto}", 1, CLAIM):
        return False
    begun = clock()
    asked = list(decisions(review.game))
    each = min(MOST_EACH, SECONDS / max(1, len(asked)))
    for seq, seat, text, book, position in asked:
        if seq < review.upto:
            continue
        if clock() - begun >= seconds:
            break
        review.judged.append(judge(book, position, seq, seat, text, Budget(each, clock)))
        review.upto = seq + 1
    else:
        review.done = True
    review.spent += clock() - begun
    review.done = review.done or review.spent > SECONDS
    review.save(update_fields=["judged", "upto", "spent", "done"])
    return True


def judge(book: Rules[Any], position: Position, seq: int, seat: int, text: str, budget: Budget) -> Judged:
    """What looking ahead thinks of one answer. The same decision is always judged with the same luck."""
    found = search(book, position, seat, RandomSource(seq, random.Random), budget, also=(text,))
    given, best = found.of(text), found.of(found.best)
    assert given is not None
    assert best is not None
    if given.value >= best.value:
        best = given
    return Judged(
        seq=seq,
        seat=seat,
        given=text,
        best=best.text,
        value=round(given.value, 4),
        best_value=round(best.value, 4),
        worlds=given.worlds,
    )

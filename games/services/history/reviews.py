"""The review of a finished game: a search evaluates each decision of a person from the view that they had.

A player of the game requests it. It is computed in the background, for at most a minute of CPU time, and stored. The result is saved
after each slice of work, so the review continues where it was interrupted.
"""

import logging
import random
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, TypedDict

from django.core.cache import cache
from django.db import DatabaseError

from games.models import Game, Player, Review
from games.rules.contract import Position
from games.rules.errors import UnknownRules
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.rules.search.budget import Budget, Clock
from games.rules.search.searcher import RandomSource, search
from games.services import task_signals
from games.services.errors import Closed, NotYours

log = logging.getLogger(__name__)

SECONDS = 55.0
"""CPU seconds of search for a whole game, without reading and saving."""
MOST_EACH = 1.0
"""CPU seconds of search for one decision."""
SLICE = 5.0
"""CPU seconds of one slice of work; between slices, waiting bots are served."""
CLAIM = 60
"""Seconds for which a process claims a review."""
Asked = tuple[int, int, str, Rules[Any], Position]
"""A decision of a person: line of the log, seat, answer, rules, and the position before it."""


class Judged(TypedDict):
    """One decision: its line of the log, the given and the best answer, and the values of both from 0 to 1."""

    seq: int
    seat: int
    given: str
    best: str
    value: float
    best_value: float
    worlds: int


def ask(game: Game, player: Player, *, now: datetime) -> Review:
    """Request the review of a finished game; a repeated request changes nothing.

    Raises `Closed` while the game runs, and `NotYours` for a person who never had a seat of it.
    """
    if game.status != Game.Status.FINISHED or not game.position:
        raise Closed(msg("Only a finished game can be reviewed."), code="not_over")
    if not game.seats.filter(tenures__player=player).exists():
        raise NotYours(msg("Only players of this game can request a review."))
    review, _new = Review.objects.get_or_create(game=game, defaults={"at": now})
    task_signals.search_after_commit()
    return review


def waiting() -> bool:
    return Review.objects.filter(done=False).exists()


def work(decisions: Callable[[Game], Iterable[Asked]], clock: Clock = time.thread_time, *, seconds: float = SLICE) -> bool:
    """Work on the oldest open review for `seconds` of CPU time; False where there is none or another process has claimed it.

    `decisions` returns the decisions of a game, by replaying it.
    """
    review = Review.objects.filter(done=False).select_related("game").order_by("at", "pk").first()
    if review is None or not cache.add(f"review:{review.pk}:{review.upto}", 1, CLAIM):
        return False
    started = clock()
    try:
        asked = list(decisions(review.game))
    except (UnknownRules, DatabaseError):
        raise
    except Exception:  # the log does not replay: without an end of this review, no later one would begin
        log.exception("review_failed: the log of game %s cannot be replayed", review.game.code)
        asked = []
    each = min(MOST_EACH, SECONDS / max(1, len(asked)))
    for seq, seat, text, book, position in asked:
        if seq < review.upto:
            continue
        if clock() - started >= seconds:
            break
        review.judged.append(judge(book, position, seq, seat, text, Budget(each, clock)))
        review.upto = seq + 1
    else:
        review.done = True
    review.spent += clock() - started
    review.done = review.done or review.spent > SECONDS
    review.save(update_fields=["judged", "upto", "spent", "done"])
    return True


def judge(book: Rules[Any], position: Position, seq: int, seat: int, text: str, budget: Budget) -> Judged:
    """Evaluate one answer by a search. The random seed is `seq`, so the same decision always gets the same evaluation."""
    found = search(book, position, seat, RandomSource(seq, random.Random), budget, also=(text,))
    given, best = found.of(text), found.of(found.best)
    assert given is not None
    assert best is not None
    if given.value >= best.value:
        best = given
    return Judged(
        seq=seq, seat=seat, given=text, best=best.text, value=round(given.value, 4), best_value=round(best.value, 4), worlds=given.worlds
    )

"""Framework for bots: a bot is a function from a `View` to the text of an answer, passed to `play`.

`view.question` is the open question: its `shape` (one, some, order or number), `least`, `most`, and `options` with their tokens.
"""

import logging
import random
import time
from collections.abc import Callable

import urllib3

from .http import Client
from .site import Problem
from .views import Line, View

Choose = Callable[[View], str]
log = logging.getLogger(__name__)
SHORTEST_BREAK, LONGEST_BREAK = 0.5, 30.0
"""Back-off in seconds before a stream is reopened: doubled each time, reset by the first line."""

MOVED_ON = ("stale", "not-asked", "closed", "precondition-failed", "not-found")
"""Kinds of problems after which the view is fetched again: the question was answered meanwhile, or the game is over."""


def first_choice(view: View) -> str:
    """The first options in the given order, or the smallest number."""
    question = view.question
    if question.shape == "number":
        return str(question.least)
    return " ".join(option.token for option in question.options[: question.least])


def random_player(view: View, rng: random.Random | None = None) -> str:
    """A random legal answer."""
    rng, question = rng or random.Random(), view.question
    count = rng.randint(question.least, question.most)
    if question.shape == "number":
        return str(count)
    return " ".join(option.token for option in rng.sample(question.options, count))


def step(client: Client, code: str, choose: Choose, view: View | None = None) -> bool:
    """Answer the open questions of one game until it is another player's turn. Returns True if the game is over.

    `view` is the present view if it is known.
    """
    while True:
        try:
            view = view or client.view(code)
            if view.decision is None or view.decision.given is not None or view.nth is None:
                return view.game.over
            outcome = client.answer(code, view.nth, choose(view))
            if outcome.over or not outcome.my_turn:
                return outcome.over
            view = outcome.view
        except Problem as problem:
            if problem.kind not in MOVED_ON:
                raise
            log.info("%s moved on: %s", code, problem)
            if problem.kind in ("closed", "not-found"):
                return True
            view = None


def play(client: Client, choose: Choose, *, until: Callable[[Line], bool] | None = None) -> None:
    """Play all games of the account in an endless loop: read the stream, answer open questions, reconnect with exponential back-off.

    `until(line)` is called after each processed line; the loop ends when it returns true.
    """
    last, pause = "", SHORTEST_BREAK
    while True:
        try:
            for line in client.stream(last):
                pause = SHORTEST_BREAK
                if line is None:
                    continue
                if line.type == "game" and line.my_turn and not client.is_old(line):
                    step(client, line.game, choose, line.view)
                last = line.id
                if until is not None and until(line):
                    return
        except Problem as problem:
            if not problem.passes:
                raise
            pause = problem.retry_after or pause
        except urllib3.exceptions.HTTPError as error:
            log.info("the stream broke, trying again: %s", error)
        time.sleep(pause)
        pause = min(pause * 2, LONGEST_BREAK)

"""A kit for bots: write one function from a view to a text, hand it to `play`.

`view["decision"]` says what is asked: `shape` one, some, order or number, `least`, `most`, and `options` with their tokens.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from typing import Any

import urllib3

from games.client.http import Client, Problem

Choose = Callable[[dict[str, Any]], str]
log = logging.getLogger(__name__)

MOVED_ON = ("stale", "not-asked", "closed", "precondition-failed", "not-found")
"""Somebody was faster, or the game is over: nothing to worry about."""


def first_choice(view: dict[str, Any]) -> str:
    """Always the first choice, the smallest number, the order as it is."""
    decision = view["decision"]
    if decision["shape"] == "number":
        return str(decision["least"])
    return " ".join(option["token"] for option in decision["options"][: decision["least"]])


def random_player(view: dict[str, Any], rng: random.Random | None = None) -> str:
    """Any legal answer."""
    rng = rng or random.Random()
    decision = view["decision"]
    if decision["shape"] == "number":
        return str(rng.randint(decision["least"], decision["most"]))
    count = rng.randint(decision["least"], decision["most"])
    return " ".join(option["token"] for option in rng.sample(decision["options"], count))


def step(client: Client, code: str, choose: Choose) -> bool:
    """Answer in one game as long as something is asked; True when the game is over."""
    while True:
        try:
            view = client.view(code)
            if view["decision"] is None or view["decision"]["given"] is not None:
                return view["game"]["status"] in ("finished", "cancelled")
            if client.answer(code, view["nth"], choose(view))["over"]:
                return True
        except Problem as problem:
            if problem.kind not in MOVED_ON:
                raise
            log.info("%s moved on: %s", code, problem)
            if problem.kind in ("closed", "not-found"):
                return True


def play(client: Client, choose: Choose, *, until: Callable[[dict[str, Any]], bool] | None = None) -> None:
    """Play all my games for ever: wait on the stream, answer where it is my turn, come back after every break.

    `until(line)` ends it: it is asked after each line of the stream has been dealt with.
    """
    last, pause = "", 0.5
    while True:
        try:
            for line in client.stream(last):
                pause = 0.5
                if line is None:
                    continue
                if line["type"] == "game" and line["my_turn"]:
                    step(client, line["game"], choose)
                last = line["id"]
                if until is not None and until(line):
                    return
        except Problem as problem:
            if problem.status not in (429, 503):
                raise
            pause = problem.retry_after or pause
        except urllib3.exceptions.HTTPError as error:
            log.info("the stream broke, trying again: %s", error)
        time.sleep(pause)
        pause = min(pause * 2, 30.0)

"""One number through everything that follows from one cause: request, rows, tasks, log lines, mails.

The cause is a request, a received mail or a call of a task. Its number stands in every log line of that work (field
`request_id`), in the rows it puts into the outbox, in the calls it sends to the broker, and in the head of the mails that
come of it. It says nothing about people or games; who has the logs can follow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from uuid import uuid4

from structlog.contextvars import bound_contextvars, get_contextvars

HEADER = "X-Request-ID"
FIELD = "request_id"
LONGEST = 64
WELL_FORMED = re.compile(rf"[A-Za-z0-9._-]{{8,{LONGEST}}}")
MOST_IN_A_MAIL = 5
"""A daily mail may have many causes; their messages know the others."""


def current() -> str:
    """The number of the running work; "" when it has none (a command at the terminal), the first where it has several causes."""
    return str(get_contextvars().get(FIELD, "")).partition(",")[0]


def fresh() -> str:
    """A number nobody has had."""
    return uuid4().hex


def accepted(given: str) -> str:
    """A number that came from elsewhere, if it is one; a fresh one otherwise, so that nobody writes into our logs."""
    return given if WELL_FORMED.fullmatch(given) else fresh()


@contextmanager
def during(number: str) -> Iterator[None]:
    """All work and every log line of the block belong to this number."""
    with bound_contextvars(**{FIELD: number}):
        yield


def joined(numbers: Iterable[str]) -> str:
    """Several causes in one header, each once, the oldest first; "" when none is known."""
    return ", ".join(list(dict.fromkeys(number for number in numbers if number))[:MOST_IN_A_MAIL])

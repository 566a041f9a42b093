"""The correlation id: one value for everything that follows from one cause, in requests, rows, tasks, log lines and mails.

The cause is a request, a received mail or a scheduled task. Its id is in every log line of that work (field `request_id`), in the rows it
adds to the outbox, in the tasks it signals and in a header of the mails that are sent. It contains nothing about people or games.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import uuid4

from structlog.contextvars import bind_contextvars, bound_contextvars, unbind_contextvars

HEADER = "X-Request-ID"
FIELD = "request_id"
LONGEST = 64
WELL_FORMED = re.compile(rf"[A-Za-z0-9._-]{{8,{LONGEST}}}")
MOST_IN_A_MAIL = 5
"""A daily mail may have many causes; the others are in the rows of its messages."""
_current: ContextVar[str] = ContextVar("correlation_id", default="")
"""The same value as in the variables of structlog, which are found by a search through all context variables."""


def current() -> str:
    """The id of the running work; "" when there is none (a command at the terminal), the first of several."""
    return _current.get().partition(",")[0]


def fresh() -> str:
    """A new unique id."""
    return uuid4().hex


def accepted(given: str) -> str:
    """An id from outside if it is well-formed; otherwise a fresh one, so that nobody can write arbitrary text into the logs."""
    return given if WELL_FORMED.fullmatch(given) else fresh()


def begin(number: str) -> None:
    """Bind the id to the work that follows, until `end`."""
    _current.set(number)
    bind_contextvars(**{FIELD: number})


def end() -> None:
    """Remove the id that `begin` has bound."""
    _current.set("")
    unbind_contextvars(FIELD)


@contextmanager
def during(number: str) -> Iterator[None]:
    """Bind the id to all work and log lines of the block."""
    token = _current.set(number)
    try:
        with bound_contextvars(**{FIELD: number}):
            yield
    finally:
        _current.reset(token)


def joined(numbers: Iterable[str]) -> str:
    """Several ids for one header, without duplicates, the oldest first; "" when there is none."""
    return ", ".join(list(dict.fromkeys(number for number in numbers if number))[:MOST_IN_A_MAIL])

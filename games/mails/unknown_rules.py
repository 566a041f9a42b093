"""Mails about games whose rules this process does not have are left to another process, incoming and outgoing."""

from collections.abc import Callable
from functools import cache, wraps
from typing import ParamSpec, TypeVar

from games.rules.errors import UnknownRules
from notifications.process.other_process import NotHere

P = ParamSpec("P")
T = TypeVar("T")


@cache
def leave_what_is_unknown(work: Callable[P, T]) -> Callable[P, T]:
    """Wrap a composer or handler; for such a game it raises the exception that makes the mail service leave the message to others."""

    @wraps(work)
    def known(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        except UnknownRules as error:
            raise NotHere(str(error)) from error

    return known

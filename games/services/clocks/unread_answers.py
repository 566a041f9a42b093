"""Answers by mail that were received before the deadline and are not processed yet: their seats do not time out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Game
from notifications.models import InboundMail

LONGEST_WAIT = timedelta(minutes=15)
"""A mail that has waited for so long holds up nobody any more."""

Due = tuple[int, int, datetime]
"""Game, seat, and when its time was over."""


def before_deadline(due: Sequence[Due], now: datetime) -> frozenset[tuple[int, int]]:
    """The seats among these whose turn mail was answered in time by a mail that nobody has read yet. Two queries at most."""
    waiting = InboundMail.objects.filter(state=InboundMail.State.RECEIVED, received_at__gt=now - LONGEST_WAIT)
    came = list(waiting.order_by("-received_at").values_list("address__payload__game", "address__payload__seat", "received_at"))
    if not came:
        return frozenset()
    codes = dict(Game.objects.filter(code__in={code for code, _seat, _at in came if code}).values_list("code", "pk"))
    first = {(codes[code], seat): at for code, seat, at in came if code in codes}  # the earliest is the last one here
    return frozenset((game, seat) for game, seat, due_at in due if first.get((game, seat), due_at) < due_at)

"""Answers by mail that were received before the deadline but are not processed yet: their seats do not time out."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Game
from notifications.models import InboundMail

LONGEST_WAIT = timedelta(minutes=15)
"""A mail that has waited for longer no longer prevents a timeout."""

Due = tuple[int, int, datetime]
"""Game id, seat and deadline."""


def before_deadline(due: Sequence[Due], now: datetime) -> frozenset[tuple[int, int]]:
    """Those of the seats (game id and index) for which an unprocessed mail was received before the deadline. Two queries at most."""
    unread = InboundMail.objects.filter(state=InboundMail.State.RECEIVED, received_at__gt=now - LONGEST_WAIT)
    mails = list(unread.order_by("-received_at").values_list("address__payload__game", "address__payload__seat", "received_at"))
    if not mails:
        return frozenset()
    codes = dict(Game.objects.filter(code__in={code for code, _seat, _at in mails if code}).values_list("code", "pk"))
    first = {(codes[code], seat): at for code, seat, at in mails if code in codes}  # the latest comes first, so the earliest is kept
    return frozenset((game, seat) for game, seat, due_at in due if first.get((game, seat), due_at) < due_at)

"""Limits on answers to replies per player: enough for people who make mistakes, few for mail loops between machines."""

from datetime import datetime, timedelta
from typing import Literal

from django.db.models import QuerySet

from games.models import Player
from games.services.replies import What
from notifications.inbound.handlers import Reply
from notifications.models import InboundMail, Message

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_AN_HOUR = 20
"""The most answers in an hour since the last reply that changed something; players stay well below this."""
MOST_A_DAY = 100


def answers_allowed(reply: Reply, now: datetime) -> Literal["yes", "note", "no"]:
    """Whether this reply is answered: "yes"; "note" if the answer says that the limit is reached; "no" within an hour after that."""
    full = (
        _answers(reply.person, now - HOUR, since_change=True) >= MOST_AN_HOUR
        or _answers(reply.person, now - DAY, since_change=False) >= MOST_A_DAY
    )
    if not full:
        return "yes"
    noted = _sent(reply.person, now - HOUR).filter(payload__has_key="until").exists()
    return "no" if noted else "note"


def free_again(person: Player, now: datetime) -> datetime:
    day = _times(person, now - DAY)
    hour = [at for at in day if at > now - HOUR]
    return (day[0] + DAY) if len(day) >= MOST_A_DAY else (hour[0] + HOUR if hour else now)


def _answers(person: Player, after: datetime, *, since_change: bool) -> int:
    last = _last_change(person, after) if since_change else None
    return len([at for at in _times(person, after) if last is None or at > last])


def _times(person: Player, after: datetime) -> list[datetime]:
    """Times of answers that reported no change, oldest first; notes about the limit do not count."""
    sent = _sent(person, after).exclude(payload__has_key="until")
    return list(sent.order_by("created_at").values_list("created_at", flat=True))


def _sent(person: Player, after: datetime) -> QuerySet[Message]:
    return Message.objects.filter(recipient=person, kind="reply_answer", created_at__gt=after, payload__changed=False)


def _last_change(person: Player, after: datetime) -> datetime | None:
    """Time of the newest reply that changed something."""
    mails = InboundMail.objects.filter(address__person=person, received_at__gt=after).exclude(progress=[]).order_by("-pk")
    for progress, at in mails.values_list("progress", "received_at")[: MOST_A_DAY * 2]:
        if any("what" in step and What(step["what"]).changed for step in progress):
            return at
    return None

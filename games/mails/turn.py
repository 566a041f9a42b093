"""The turn mail and its reminders: everything needed to decide, and what happens if the deadline passes."""

from datetime import datetime, timedelta
from typing import Any

from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _

from games.mails import answering, question, table_words
from games.mails.recap import recap
from games.models import Player, Seat
from games.queries.tables.lists import has_other_games
from games.queries.tables.table import Look
from games.render.words import said
from games.rules.messages import Reader
from notifications.composed import Composed
from notifications.models import Message
from notifications.render import render_mail


def your_turn(message: Message, now: datetime) -> Composed | None:
    """A new decision of the recipient; None once it was answered or has changed."""
    return _turn_mail(message, now, "your_turn")


def reminder(message: Message, now: datetime) -> Composed | None:
    """The same decision with the time left; None once it was answered."""
    return _turn_mail(message, now, "reminder")


def nudge(message: Message, now: datetime) -> Composed | None:
    """The same decision, because another player asks for it; None once it was answered."""
    by = Player.objects.filter(pk=message.payload["by"]).values_list("name", flat=True).first()
    return _turn_mail(message, now, "reminder", by or _("somebody"))


def _turn_mail(message: Message, now: datetime, template: str, by: str = "") -> Composed | None:
    look = table_words.look_for(message)
    if look is None or look.mine is None or look.decision is None or not _still_asked(look.mine, message.payload):
        return None
    person = message.recipient
    reader = table_words.reader_of(look, person.language)
    news = recap(look, reader)
    asked = question.question(look, person, reader, now)
    facts, picture = question.table(look, reader, 2 * (len(asked["choices"]) + news.length))
    where = table_words.table_name(look, reader)
    if by:
        subject = (_("%(name)s asks you to move in %(game)s.") % {"name": by, "game": said(look.game.title, reader)}).rstrip(".")
    elif template == "reminder":
        subject = _reminder_subject(look, where, now)
    else:
        subject = _turn_subject(look, person, news.news, reader, now)
    context = {
        "subject": subject,
        "by": by,
        "game": said(look.game.title, reader),
        "where": where,
        "since": news.first,
        "left": _left(look.mine, now),
        "recap": news.lines,
        "talk": news.talk,
        "note": look.mine.notes,
        "link": table_words.own_link(look.game, person),
        **facts,
        **asked,
    }
    return render_mail(
        template, context,
        attachments=picture, headers=answering.reply_to(asked["answers"]), thread=look.game.code, link=table_words.table_link(look.game),
        preview=news.first or asked["prompt"],
    )  # fmt: skip


def _turn_subject(look: Look, person: Any, news: str, reader: Reader, now: datetime) -> str:
    """`Your turn · Clotho took the Author · until Tue 19:00`; with several running games, the name of the game comes before the news."""
    title = [said(look.game.title, reader)] if has_other_games(person, look.game) else []
    what = [*title, news] if news else [table_words.table_name(look, reader)]
    return " · ".join(part for part in (_("Your turn"), *what, question.until(look, now)) if part)


def _reminder_subject(look: Look, where: str, now: datetime) -> str:
    if look.mine is None or look.mine.due_at is None:
        return " · ".join((_("Still your turn"), where))
    return " · ".join((_("%(time)s left") % {"time": _left(look.mine, now)}, _("your turn in %(table)s") % {"table": where}))


def _left(seat: Seat, now: datetime) -> str:
    """The time until the deadline, rounded to hours, below two hours to minutes: `1 day`, not `23 hours, 59 minutes`."""
    if seat.due_at is None:
        return ""
    left, unit = seat.due_at - now, timedelta(hours=1)
    if left < 2 * unit:
        unit = timedelta(minutes=1)
    return timeuntil(now + round(left / unit) * unit, now)


def _still_asked(seat: Seat, payload: dict[str, Any]) -> bool:
    return seat.pending and seat.nth == payload["nth"] and seat.index == payload["seat"]

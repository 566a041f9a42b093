"""The turn mail and its reminders: what happened, everything needed to decide, and what happens if the deadline passes."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _

from games.mails import answering, question, table_words
from games.models import Seat
from games.queries.history.log import LogLine, said_since_my_last_move, since_my_last_move
from games.queries.tables.lists import has_other_games
from games.queries.tables.table import Look
from games.render.words import said
from games.rules.messages import Reader
from notifications.mail.composed import Composed
from notifications.mail.render import render_mail
from notifications.models import Message
from notifications.sanitise import one_line

MOST_LINES = 40
FIRST_LINES, FIRST_LENGTH = 3, 260
SUBJECT_LENGTH = 60


def your_turn(message: Message, now: datetime) -> Composed | None:
    """A new decision of the recipient; None once it was answered or has changed."""
    return _turn_mail(message, now, "your_turn")


def reminder(message: Message, now: datetime) -> Composed | None:
    """The same decision with the time left; None once it was answered."""
    return _turn_mail(message, now, "reminder")


def nudge(message: Message, now: datetime) -> Composed | None:
    """The same decision, because another player asks for it; None once it was answered."""
    return _turn_mail(message, now, "reminder", table_words.player_name(message.payload["by"]))


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


@dataclass(frozen=True, slots=True)
class Recap:
    """`first` is for the top of the mail and `news` for its subject; `lines` is the full list if `first` is incomplete."""

    news: str
    first: str
    lines: list[dict[str, str]]
    talk: list[Any]

    @property
    def length(self) -> int:
        return len(self.first) + sum(len(line["text"]) + len(line["story"]) for line in self.lines)


def recap(look: Look, reader: Reader) -> Recap:
    """What the viewer has not seen yet. Four queries."""
    assert look.mine is not None
    mine = look.mine.index
    lines = since_my_last_move(look.game, mine, look.view, most=MOST_LINES, deputy=look.deputy)
    others = [line for line in lines if line.seat != mine and line.sentences]
    first = _newest(others, reader)
    told = table_words.log_lines(lines, reader)
    all_is_said = len(first) == len(lines) and not any(line.story for line in lines)
    talk = said_since_my_last_move(look.game, mine, deputy=look.deputy)
    return Recap(_news(others, reader), " ".join(first), [] if all_is_said else told, talk)


def _newest(lines: list[LogLine], reader: Reader) -> list[str]:
    """The newest lines that fit, oldest first; at least one, truncated if necessary."""
    kept: list[str] = []
    for line in reversed(lines[-FIRST_LINES:]):
        words = " ".join(said(sentence, reader) for sentence in line.sentences)
        if kept and len(words) + sum(map(len, kept)) > FIRST_LENGTH:
            break
        kept.insert(0, one_line(words, FIRST_LENGTH))
    return kept


def _news(lines: list[LogLine], reader: Reader) -> str:
    """The latest action in a few words; "" if there was none."""
    by_people = [line for line in lines if not line.by_chance] or lines
    if not by_people:
        return ""
    return one_line(said(by_people[-1].sentences[0], reader), SUBJECT_LENGTH).rstrip(".")

"""What all mails about a table share: its look for one person, its subject, its links, the log as sentences."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Game
from games.queries.history.log import LogLine
from games.queries.tables.table import Look, NoSuchTable, look_at
from games.render.reader import reader_for
from games.render.timestamps import dated
from games.render.words import said
from games.rules.messages import Reader
from notifications.links import absolute as absolute  # for the mails beside it
from notifications.models import Message


def look_for(message: Message) -> Look | None:
    """The table as the recipient may see it now, or None when it is gone or not theirs to see any more."""
    person: Any = message.recipient
    try:
        return look_at(message.payload["game"], person)
    except NoSuchTable:
        return None


def may_follow(person: Any, code: str) -> bool:
    """Whether somebody may be told of every change of a table: whoever may see it may."""
    try:
        look_at(code, person)
    except NoSuchTable:
        return False
    return True


def reader_of(look: Look, language: str) -> Reader:
    """The names at this table and the recipient's language."""
    return reader_for(look.names, language)


def subject(look: Look, reader: Reader) -> str:
    """One constant subject per game, because mail programs file equal subjects into one thread."""
    others = [name for seat, name in zip(look.seats, look.names, strict=True) if seat != look.mine]
    title = reader.say(look.game.title)
    return _("%(game)s with %(people)s [%(code)s]") % {"game": title, "people": ", ".join(others), "code": look.game.code}


def table_link(game: Game) -> str:
    """The table's page."""
    return absolute(game.get_absolute_url())


def local_moment(when: datetime) -> str:
    """A moment in the time zone that is active, the recipient's, as `Tue, 3 Mar, 19:00`."""
    return dated(timezone.localtime(when), _("D, j M, H:i"))


def log_lines(lines: list[LogLine], reader: Reader) -> list[dict[str, str]]:
    """Log lines as `{"text": …, "story": …, "teller": …}` for templates."""
    return [
        {
            "text": " ".join(said(sentence, reader) for sentence in line.sentences),
            "story": line.story,
            "teller": reader.name(line.seat) if line.story else "",
        }
        for line in lines
    ]

"""Shared by all mails about a table: the look of one player, subject, links, the log as sentences."""

from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Game, Player
from games.queries.history.log import LogLine
from games.queries.tables.table import Look, NoSuchTable, look_at
from games.render.reader import reader_for
from games.render.timestamps import dated
from games.render.words import said
from games.rules.messages import Reader
from notifications.links import Purpose, absolute as absolute  # for the mails beside it
from notifications.models import Message

ANSWER = Purpose("answer", timedelta(days=60))
"""The purpose of a link to one decision of one player: `{"player", "game", "nth"}`. Invalid once the decision is closed."""

GUEST = Purpose("guest", timedelta(days=60))
"""The purpose of a link to a seat offered to a guest known only by address: `{"player", "game"}`."""


def look_for(message: Message) -> Look | None:
    """The table as the recipient may see it now, or None if it is deleted or no longer visible to them."""
    return _visible(message.payload["game"], message.recipient)


def _visible(code: str, person: Any) -> Look | None:
    try:
        return look_at(code, person)
    except NoSuchTable:
        return None


def look_of_nobody(game: Game) -> Look:
    """A table without a view of its cards, for somebody who has no seat and may not be allowed to see it."""
    return Look(game, list(game.seats.select_related("player").order_by("index")), None)


def may_follow(person: Any, code: str) -> bool:
    """Whether a player may be notified of every change of a table: everybody who may see it."""
    return _visible(code, person) is not None


def reader_of(look: Look, language: str) -> Reader:
    """A reader with the names at this table and the recipient's language; the recipient's own actions are in the second person."""
    return reader_for(look.names, language, look.you)


def recipients_reader(look: Look, message: Message) -> Reader:
    return reader_of(look, message.recipient.language)


def table_name(look: Look, reader: Reader) -> str:
    """`Turn of Fate with Clotho`: what distinguishes a table from others for this player. Free seats are omitted."""
    others = [seat.player.name for seat in look.seats if seat != look.mine and seat.player]
    title = reader.say(look.game.title)
    return _("%(game)s with %(people)s") % {"game": title, "people": ", ".join(others)} if others else title


def subject(look: Look, reader: Reader, news: str = "") -> str:
    """What happened, then where: `You won, 58 to 21 · Turn of Fate with Clotho`. Threads are set by headers (`channels.email`)."""
    return " · ".join(part for part in (news, table_name(look, reader)) if part)


def table_link(game: Game) -> str:
    return absolute(game.get_absolute_url())


def own_link(game: Game, person: Any, page: str = "mine") -> str:
    """The link to the recipient's own seat: the table page, after signing in if necessary.

    A guest who has never signed in gets a personal link that shows the table; other actions require signing in.
    """
    if page == "mine" and person.last_login is None:
        return absolute(reverse("games:guest-seat", args=[GUEST.sign({"player": person.pk, "game": game.code})]))
    return absolute(reverse(f"games:{page}", args=[game.code]))


def player_name(player_id: int) -> str:
    return Player.objects.filter(pk=player_id).values_list("name", flat=True).first() or _("somebody")


def local_moment(when: datetime) -> str:
    """A moment in the time zone that is active, the recipient's, as `Tue, 3 Mar, 19:00`."""
    return dated(timezone.localtime(when), _("D, j M, H:i"))


def short_moment(when: datetime, now: datetime) -> str:
    """The same for a subject: `Tue 19:00` within the week, else `3 Mar`."""
    return dated(timezone.localtime(when), _("D H:i") if when - now < timedelta(days=6) else _("j M"))


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

"""Composition of a mail about a tournament at the time of sending."""

from collections.abc import Callable
from datetime import datetime

from games.mails import table_words
from games.tournaments.mails import directing, playing, taking_part
from games.tournaments.mails.told import About, MailText
from games.tournaments.models import Tournament
from notifications.mail.composed import Composed
from notifications.mail.render import render_mail
from notifications.models import Message

SORTS: dict[str, Callable[[About], MailText | None]] = {**taking_part.SORTS, **playing.SORTS, **directing.SORTS}
"""By the value `what` of a message's payload: a function that returns the text, or None if the event no longer holds."""


def notice(message: Message, now: datetime) -> Composed | None:
    """Compose the mail of a message by `what` in its payload; None if the event no longer holds, so that no mail is sent."""
    tournament = Tournament.objects.select_related("director").filter(code=message.payload["tournament"]).first()
    if tournament is None:
        return None
    entry = tournament.entries.filter(player_id=message.recipient_id).first()
    text = SORTS[message.payload["what"]](About(tournament, entry, message.payload, message.recipient_id))
    if text is None:
        return None
    link = table_words.absolute(text.link or tournament.get_absolute_url())
    facts = {"title": tournament.title, **text.facts}
    context = {
        "subject": f"{tournament.title}: {text.subject % facts}",
        "headline": text.headline % facts,
        "lines": text.lines,
        "button": text.button,
        "link": link,
    }
    return render_mail("notice", context, thread=tournament.code, link=link, preview=" ".join(text.lines))

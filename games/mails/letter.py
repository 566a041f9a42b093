"""The mail that carries a private letter to its recipient."""

from datetime import datetime

from django.utils.translation import gettext as _

from games.mails import table_words
from games.mails.answering import LETTER, reply_to
from games.models import Letter
from games.queries.tables.table import Look
from games.render.words import said
from notifications.composed import Composed
from notifications.inbound.addresses import address_for
from notifications.inbound.quotes import MARKER
from notifications.models import Message
from notifications.render import render_mail


def letter(message: Message, now: datetime) -> Composed | None:
    """The letter as written; None once it was deleted with its writer's account."""
    found = Letter.objects.select_related("game", "sender").filter(pk=message.payload.get("letter"), recipient=message.recipient_id).first()
    if found is None:
        return None
    person = message.recipient
    seats = list(found.game.seats.select_related("player").order_by("index"))
    look = Look(found.game, seats, next((seat for seat in seats if seat.player_id == person.pk), None))
    reader = table_words.reader_of(look, person.language)
    address = address_for(person.pk, LETTER, f"letter:{found.pk}", {"game": found.game.code, "letter": found.pk})
    link = table_words.table_link(found.game)
    context = {
        "subject": table_words.subject(look, reader, _("Private letter from %(name)s") % {"name": found.sender.name}),
        "game": said(found.game.title, reader),
        "name": found.sender.name,
        "lines": found.text.split("\n"),
        "link": link,
        "answers": address,
        "marker": MARKER,
    }
    return render_mail("letter", context, headers=reply_to(address), thread=found.game.code, link=link)

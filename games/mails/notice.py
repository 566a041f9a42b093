"""A mail without templates of its own: a headline, sentences and a button."""

from collections.abc import Sequence
from typing import Any

from games.mails import table_words
from games.mails.answering import reply_to
from games.queries.tables.table import Look
from games.render.words import said
from notifications.inbound.quotes import MARKER
from notifications.mail.composed import Composed
from notifications.mail.render import render_mail
from notifications.models import Message


def notice(
    message: Message, look: Look, headline: str, lines: Sequence[str], button: str, *, link: str | None = None, address: str = ""
) -> Composed:
    """The mail; without `link`, the button leads to the recipient's own seat. With a reply address the mail can be answered."""
    said_lines = [line for line in lines if line.strip()]
    context: dict[str, Any] = {"headline": headline, "lines": said_lines, "button": button, "subject": headline.rstrip(".")}
    context["link"] = link or table_words.own_link(look.game, message.recipient)
    if address:
        context |= {"answers": address, "marker": MARKER}
    plain = table_words.table_link(look.game)  # other channels never get a link that acts without signing in
    return render_mail("notice", context, headers=reply_to(address), thread=look.game.code, link=plain, preview=" ".join(said_lines))


def game_title(look: Look, message: Message) -> str:
    """The title of the game in the recipient's language."""
    return said(look.game.title, table_words.recipients_reader(look, message))

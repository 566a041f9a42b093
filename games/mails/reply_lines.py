"""The result of one line of a reply as a sentence, for the answer mail, the page and the API."""

from django.utils.translation import gettext as _

from games.render.reader import reader_for
from games.render.words import said
from games.services.replies import Heard, What


def told(heard: Heard) -> str:
    """The sentence in the active language; several lines for commands with longer output."""
    if heard.words:
        return "\n".join(heard.words)
    if heard.what is What.ORDERED:
        return _orders(heard)
    if heard.reason is not None:
        text = said(heard.reason, reader_for())
        return _("%(text)s (Rule %(rule)s)") % {"text": text, "rule": heard.rule} if heard.rule else text
    return {
        What.PLAYED: _("played"),
        What.SEALED: _("saved; you can change it until everybody has answered"),
        What.REPEATED: _("played before"),
        What.UNDONE: _("your last choice has been undone"),
        What.NOTED: _("note saved; only you can read it"),
        What.SAID: _("sent to everybody at the table"),
        What.SENT: _("sent as a private letter; nobody else can read it"),
        What.PAUSED: _("the table is paused"),
        What.PROPOSED: _("the others are asked to agree to the pause"),
        What.RESIGNED: _("you have resigned"),
        What.AGAIN: _("the others are invited to play again"),
        What.ASK_RESIGN: _("to resign this game, write: resign yes"),
        What.SHOW: _("here is the table"),
    }.get(heard.what, "")


def _orders(heard: Heard) -> str:
    reader = reader_for()
    orders = [" ".join(said(sentence, reader) for sentence in says) for says in heard.orders]
    words = orders[0] if len(orders) == 1 else "\n".join(["", *(f"- {order}" for order in orders)])
    return _("your standing orders; only you can see them: %(orders)s") % {"orders": words} if orders else _("you have no standing orders")

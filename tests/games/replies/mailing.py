"""Helpers for playing by mail in tests: find the mail a person has received and reply to it as mail programs do."""

from __future__ import annotations

import itertools
from email.message import EmailMessage
from typing import Any

from games.mails import account
from games.models import Game, Player
from notifications.clock import database_now
from notifications.delivery import deliver
from notifications.inbound import addresses, store, worker
from notifications.models import InboundMail, Message

AUTHSERV = "mx.testserver.example"
_numbers = itertools.count(1)


def post() -> int:
    """Send everything that is due; returns the number of messages sent, without mails to bare addresses."""
    while account.send_due(database_now):
        continue
    sent = 0
    while (done := deliver.deliver_due(database_now())).found:
        sent += done.sent
    return sent


def newest(player: Player, kind: str = "") -> Message:
    """The newest mail to a player."""
    mails = Message.objects.filter(recipient=player, state="sent").order_by("-sent_at", "-pk")
    return (mails.filter(kind=kind) if kind else mails)[0]


def words(text: str) -> str:
    """A text without its line breaks, whose places depend on the width."""
    return " ".join(text.split())


def raw_reply(sender: str, to: str, text: str, *, results: str | None = None, message_id: str = "", **headers: str) -> bytes:
    """A reply as it arrives, with the Authentication-Results of the site's mail server on top."""
    mail = EmailMessage()
    domain = sender.rpartition("@")[2]
    mail["Authentication-Results"] = results if results is not None else f"{AUTHSERV}; dmarc=pass header.from={domain}"
    mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: your turn"
    mail["Message-ID"] = message_id or f"<{next(_numbers)}.test@{domain}>"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes()


def send(player: Player, text: str, *, mail: Message | None = None, sender: str = "", to: str = "", **how: Any) -> InboundMail | None:
    """Reply to a mail (the newest turn mail by default), or write to an address, and process what arrived.

    Returns the stored mail, None for a duplicate.
    """
    to = to or (mail or newest(player, "your_turn")).reply_to
    raw = raw_reply(sender or str(player.email), to, text, **how)
    address = addresses.find(to)
    assert address is not None
    new = store.keep(raw, address, sender=sender or str(player.email), way=InboundMail.Way.SMTP)
    worker.work_off(database_now)
    return InboundMail.objects.get(address=address, message_id=store.message_id(raw)) if new else None


def facts(game: Game) -> tuple[int, str, list[tuple[int, bool, str]]]:
    """The state that a reply without effect must leave unchanged: the log's length, the position, the seats."""
    game.refresh_from_db()
    return game.seq, game.position, list(game.seats.order_by("index").values_list("nth", "pending", "state"))

"""The site's mail server in this process, and reply addresses whose answers are recorded."""

from __future__ import annotations

import asyncio
import smtplib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from notifications.inbound import handlers
from notifications.inbound.handlers import Reply
from notifications.inbound.server import listen
from notifications.models import ReplyAddress

PURPOSE = "written-down"
ANSWERS: list[tuple[str, ...]] = []


def _write_down(reply: Reply, now: datetime) -> None:
    ANSWERS.append(reply.lines)


handlers.register(PURPOSE, _write_down)


def question(person: Any, token: str = "abcdefghijkmnpqrstuvwxyz23456789") -> ReplyAddress:
    """An open reply address; the recorded answers are cleared."""
    ANSWERS.clear()
    return ReplyAddress.objects.create(person=person, purpose=PURPOSE, key=token, token=token)


@contextmanager
def open_door(kind: str = "smtp") -> Iterator[int]:
    """Run the mail server; yields its port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def closed(server: asyncio.Server) -> None:
        server.close()

    def do(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(120)

    servers, receptions = do(listen([f"{kind}://127.0.0.1:0"], waker=lambda: None))
    try:
        yield servers[0].sockets[0].getsockname()[1]
    finally:
        do(closed(servers[0]))  # in the loop's thread: asyncio servers are not thread-safe
        do(receptions[0].close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


def hand_over(port: int, mails: Iterator[bytes], to: str, *, sender: str = "anna@example.org", kind: str = "smtp") -> int:
    """Send mails as a mail server does; returns how many were accepted."""
    taken = 0
    make = smtplib.LMTP if kind == "lmtp" else smtplib.SMTP
    with make("127.0.0.1", port, timeout=120) as line:
        for raw in mails:
            line.sendmail(sender, [to], raw)
            taken += 1
    return taken

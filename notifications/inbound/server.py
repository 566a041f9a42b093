"""SMTP and LMTP server for replies. It accepts one recipient per mail and stores the mail before it answers 250.

It runs behind a mail server that writes Authentication-Results, or accepts mail directly. In the second case the worker verifies the
sender (`trust`) with the IP address and HELO name of the client that are stored here.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import close_old_connections, connection

from notifications.broker.task_signals import READ_MAIL, publish
from notifications.inbound import addresses, references, results, store
from notifications.inbound.authentication.verdict import vouched
from notifications.inbound.reading import Reading, read
from notifications.models import ReplyAddress
from notifications.process import faults
from notifications.process.call_stack import with_stack_chunk

log = logging.getLogger(__name__)

T = TypeVar("T")
THREADS = 4
UNKNOWN = "550 5.1.1 Nobody has this address; please answer a mail of ours as it came"
STRANGER = "550 5.7.1 Nobody here has the address that you write from; please write from the one you play with"
LATER = "451 4.3.0 Please try again later"
MOST_CALLERS = 20
"""Simultaneous sessions; each may hold a mail of `store.LARGEST` bytes in memory."""
MOST_WAITING = 200
"""Connections that wait for a session; Postfix opens up to a hundred (default_process_limit)."""
BUSY = b"421 4.3.2 Too many callers at the moment; please try again later\r\n"


class Reception:
    """aiosmtpd handler: checks recipients and stores mails. `way` is one of `InboundMail.Way`; `waker` is called after each stored mail."""

    def __init__(self, way: str, waker: Callable[[], object] | None = None) -> None:
        self.way = way
        self._signal_reader = waker or partial(publish, READ_MAIL)
        self._database = ThreadPoolExecutor(THREADS, thread_name_prefix="mailin-database")
        self._broker = ThreadPoolExecutor(1, thread_name_prefix="mailin-broker")

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        """Accept a known reply address or the site's own address. Refuse all others here, so that no bounce has to be sent later."""
        if envelope.rcpt_tos:
            return "452 4.5.3 One recipient at a time, please"
        if addresses.is_own(address):  # the owner is found by the mail's headers
            envelope.rcpt_tos.append(address)
            session.reply_address = None  # type: ignore[attr-defined]
            return "250 OK"
        try:
            found = await self._in_thread(addresses.find, address)
        except Exception:  # any database error: the sending server keeps the mail and retries
            log.exception("mailin_unavailable: recipient could not be looked up")
            return LATER
        if found is None:
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        session.reply_address = found  # type: ignore[attr-defined]
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Store the mail, signal a worker, and acknowledge the mail."""
        raw = envelope.content if isinstance(envelope.content, bytes) else str(envelope.content or "").encode()
        address: ReplyAddress | None = session.reply_address  # type: ignore[attr-defined]
        try:
            if address is None:
                new = await self._in_thread(self._keep_by_reference, raw, envelope.mail_from or "", _caller(session))
            else:
                new = await self._in_thread(
                    partial(store.keep, raw, address, sender=envelope.mail_from or "", way=self.way, **_caller(session))
                )
        except Exception:  # as above: not stored, so not acknowledged
            log.exception("mailin_unavailable: a mail could not be kept")
            return LATER
        if new is None:
            return STRANGER
        faults.hit("mailin.stored")
        self._broker.submit(self._signal_reader)
        log.info("mail_received: %s bytes by %s%s", len(raw), self.way, "" if new else ", known already")
        return "250 2.0.0 Kept"

    def _keep_by_reference(self, raw: bytes, sender: str, caller: dict[str, str]) -> bool | None:
        """Store a mail to the site's own address. Return whether it was new; None if it is to be refused."""
        reading = read(raw)
        address = references.address_of(reading)
        if address is not None:
            return store.keep(raw, address, sender=sender, way=self.way, to=addresses.own(), **caller)
        return None if self._may_be_refused(reading) else False

    def _may_be_refused(self, reading: Reading) -> bool:
        """Return whether a refusal reaches the author: the client is the author's server, or the site's mail server vouches for the author.

        In any other case the site's mail server would send a bounce to a sender that may be forged, so the mail is accepted and dropped.
        """
        if self.way == "smtp":
            return True
        told = results.ours(reading.mime, settings.FATE_MAILIN_AUTHSERV) if settings.FATE_MAILIN_AUTHSERV else None
        return bool(reading.sender and told and vouched(told, reading.sender.rpartition("@")[2]))

    async def _in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._database, partial(_with_database, work, *arguments))

    async def close(self) -> None:
        """Shut the thread pools down. Each database thread closes its own connection; the barrier assigns one such job to every thread."""
        loop, together = asyncio.get_running_loop(), threading.Barrier(THREADS, timeout=60)
        await asyncio.gather(*(loop.run_in_executor(self._database, _close_own_connection, together) for _thread in range(THREADS)))
        self._database.shutdown()
        self._broker.shutdown(cancel_futures=True)


def _caller(session: Session) -> dict[str, str]:
    """Return the IP address and the HELO name of the client, which SPF needs."""
    peer = session.peer if isinstance(session.peer, tuple) else ("",)
    return {"client": str(peer[0]), "helo": str(session.host_name or "")}


def _close_own_connection(together: threading.Barrier) -> None:
    connection.close()
    together.wait()


def _with_database(work: Callable[..., T], *arguments: Any) -> T:
    close_old_connections()
    return with_stack_chunk(work, *arguments)


@dataclass
class _Callers:
    """The connections in a session, and those that wait for one, in their order."""

    served: set["Smtp"] = field(default_factory=set)
    waiting: dict["Smtp", asyncio.Transport] = field(default_factory=dict)


class Smtp(SMTP):
    """SMTP protocol that accepts long lines and limits the number of simultaneous sessions.

    Mail programs write long lines, and other servers pass them on. Connections beyond `MOST_CALLERS` are greeted when a session ends; a
    client waits five minutes for that (RFC 5321, 4.5.3.2.1). Those beyond `MOST_WAITING` get a temporary error (421), after which
    a mail server comes again in minutes only.
    """

    line_length_limit = 100_000

    def __init__(self, *arguments: Any, callers: _Callers, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._callers = callers

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the session now or later, or refuse it if too many wait."""
        assert isinstance(transport, asyncio.Transport)
        if len(self._callers.served) < MOST_CALLERS:
            self._begin(transport)
        elif len(self._callers.waiting) < MOST_WAITING:
            transport.pause_reading()
            self._callers.waiting[self] = transport
        else:
            transport.write(BUSY)
            transport.close()

    def _begin(self, transport: asyncio.Transport) -> None:
        self._callers.served.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Give the place of this connection to the one that has waited longest."""
        self._callers.waiting.pop(self, None)
        if self not in self._callers.served:
            return
        self._callers.served.discard(self)
        super().connection_lost(error)
        if self._callers.waiting:
            following = next(iter(self._callers.waiting))
            transport = self._callers.waiting.pop(following)
            transport.resume_reading()
            following._begin(transport)


class Lmtp(LMTP, Smtp):
    """LMTP protocol with limited connections."""


async def listen(urls: Iterable[str], waker: Callable[[], object] | None = None) -> tuple[list[asyncio.Server], list[Reception]]:
    """Listen on every `smtp://host:port` and `lmtp://host:port`; return the servers and their handlers.

    Raises OSError if a socket cannot be opened.
    """
    loop = asyncio.get_running_loop()
    servers, receptions = [], []
    callers = _Callers()
    for url in urls:
        parts = urlsplit(url)
        kind = Lmtp if parts.scheme == "lmtp" else Smtp
        reception = Reception(parts.scheme, waker)
        how = {"data_size_limit": store.LARGEST, "enable_SMTPUTF8": True, "ident": "fateapp", "loop": loop, "timeout": 60}
        make = partial(kind, reception, callers=callers, **how)
        servers.append(await loop.create_server(make, parts.hostname, parts.port or 0))
        receptions.append(reception)
    return servers, receptions

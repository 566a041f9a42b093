"""A scripted SMTP server on loopback: the recipient's address decides the response."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from types import TracebackType

from aiosmtpd.smtp import SMTP, Envelope, Session


@dataclass
class Sink:
    """Counts connections and keeps mails. `script` maps an address to an SMTP response or to a fault.

    "450 ..." / "550 ..." is the response to RCPT, "data 554 ..." to DATA; "stall" never answers DATA, "drop" closes the connection after
    DATA without a response (the mail is kept). `mail_from` lists the responses to MAIL FROM, one after the other.
    """

    script: dict[str, str] = field(default_factory=dict)
    mail_from: list[str] = field(default_factory=list)
    mails: list[EmailMessage] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    connections: int = 0
    port: int = 0
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    _thread: threading.Thread | None = None
    _open: list[SMTP] = field(default_factory=list)

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to this address."""
        return [mail for mail in self.mails if mail["To"] == address]

    async def handle_MAIL(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        """Answer as scripted, else accept."""
        if self.mail_from and (answer := self.mail_from.pop(0)) != "accept":
            return answer
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]) -> str:
        """Accept unless a response for this address is scripted."""
        said = self.script.get(address, "accept")
        if said[:3].isdigit():
            return said
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep the mail and answer as scripted."""
        said = self.script.get(envelope.rcpt_tos[0], "accept")
        if said.startswith("data "):
            return said.removeprefix("data ")
        if said == "stall":
            await asyncio.sleep(3600)
        assert isinstance(envelope.content, bytes)
        self.senders.append(str(envelope.mail_from))
        self.mails.append(message_from_bytes(envelope.content.replace(b"\r\n", b"\n"), policy=policy.default))
        if said == "drop":
            _hang_up(server)
        return "250 kept"

    def __enter__(self) -> Sink:
        listening = threading.Event()
        self._thread = threading.Thread(target=self._run, args=[listening], daemon=True)
        self._thread.start()
        assert listening.wait(10)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._thread is not None
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self, listening: threading.Event) -> None:
        """The server's thread: listen on a free port until stopped, then close everything."""
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(self._loop.create_server(self._connected, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        listening.set()
        self._loop.run_forever()
        server.close()
        for protocol in self._open:
            _hang_up(protocol)
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._loop.close()

    def _connected(self) -> SMTP:
        self.connections += 1
        self._open.append(SMTP(self, hostname="sink", enable_SMTPUTF8=True, loop=self._loop))
        return self._open[-1]


def _hang_up(protocol: SMTP) -> None:
    """Close the connection, if it is still open."""
    if isinstance(protocol.transport, asyncio.Transport):
        protocol.transport.abort()

"""Players who use only their mailbox: what they read there, and how their mail programs write replies."""

from __future__ import annotations

import itertools
import random
import re
import smtplib
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from html import escape

AUTHSERV = "mx.play.example.org"
_numbers = itertools.count(1)
_CHOICE = re.compile(r"^ {0,3}(\d+)\) ", re.MULTILINE)


def text_of(mail: EmailMessage) -> str:
    """The text part, as a mail program shows it."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def choose(text: str, rng: random.Random) -> str:
    """A reply to a turn mail, chosen by its text alone: one of the choices, or its first example where several are wanted."""
    asked, answered = text.split("Reply to this mail, for example:", 1)
    example = answered.strip().split("\n")[0].strip()
    choices = _CHOICE.findall(asked)
    return rng.choice(choices) if example == "1" and choices else example


def gmail(reply: EmailMessage, typed: str, quoted: str) -> None:
    """Plain text and HTML; the quoted mail below a wrapped attribution."""
    old = "\n".join(f"> {line}" for line in quoted.split("\n"))
    reply.set_content(f"{typed}\n\nOn Sat, Nov 21, 2026 at 9:41 AM Fate <\nfate@play.example.org> wrote:\n\n{old}\n")
    reply.add_alternative(f'<div dir="ltr">{escape(typed)}</div><div class="gmail_quote">{escape(quoted)}</div>', subtype="html")


def outlook(reply: EmailMessage, typed: str, quoted: str) -> None:
    """HTML only, in paragraphs; the quoted mail below a line."""
    lines = "".join(f'<p class="MsoNormal">{escape(line)}</p>' for line in typed.split("\n"))
    rule = '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Fate</p></div>'
    reply.set_content(
        f"<html><head><style>p{{}}</style></head><body>{lines}{rule}<pre>{escape(quoted)}</pre></body></html>", subtype="html"
    )


def apple(reply: EmailMessage, typed: str, quoted: str) -> None:
    """Plain text in quoted-printable with the phone's signature between answer and old mail."""
    old = "\n".join(f"> {line}" for line in quoted.split("\n"))
    text = f"{typed}\n\nSent from my iPhone\n\n> On Nov 21, 2026, at 09:41, Fate <fate@play.example.org> wrote:\n> \n{old}\n"
    reply.set_content(text, cte="quoted-printable")


PROGRAMS: tuple[Callable[[EmailMessage, str, str], None], ...] = (gmail, outlook, apple)


@dataclass
class Correspondent:
    """A player with an address, a mail program, and a mail server."""

    address: str
    write: Callable[[EmailMessage, str, str], None]
    port: int
    lmtp: bool = False
    seen: set[str] = field(default_factory=set)

    def reply(self, mail: EmailMessage, typed: str) -> bytes:
        """Answer a mail by SMTP or LMTP; returns the reply."""
        answer = EmailMessage()
        domain = self.address.rpartition("@")[2]
        answer["Authentication-Results"] = f"{AUTHSERV}; dmarc=pass header.from={domain}"  # this header is added by the site's mail server
        answer["From"], answer["To"], answer["Subject"] = self.address, mail["Reply-To"], f"Re: {mail['Subject']}"
        answer["Message-ID"], answer["In-Reply-To"] = f"<{next(_numbers)}@{domain}>", mail["Message-ID"]
        self.write(answer, typed, text_of(mail))
        self.send(answer.as_bytes(), str(mail["Reply-To"]))
        return answer.as_bytes()

    def send(self, raw: bytes, to: str) -> None:
        """Send a mail."""
        make = smtplib.LMTP if self.lmtp else smtplib.SMTP
        with make("127.0.0.1", self.port, timeout=20) as server:
            server.sendmail(self.address, [to], raw)

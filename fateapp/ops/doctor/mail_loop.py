"""Send a mail and a reply through every hop: relay, reception, worker, and back.

The mail goes from the site's sender to a reply address of the site. It belongs to an account that exists during the examination only; no
mail is sent to anybody else.
"""

import re
import smtplib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.policy import SMTP, compat32
from email.utils import format_datetime, make_msgid, parseaddr
from functools import partial
from typing import TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.smtp import EmailBackend

from fateapp.ops.doctor.finding import Finding, fail, ok, warn
from fateapp.ops.doctor.mail import PATIENCE, SETTING, listening, refusal, start
from games.models import Player
from notifications.clock import database_now
from notifications.inbound import mail_loop
from notifications.inbound.addresses import address_for
from notifications.models import InboundMail, ReplyAddress

T = TypeVar("T")
REPLY = "2"
EVERY = 0.3
NAME = "Mail loop"
_BY = re.compile(r"\bby\s+([^\s;]+)")
_LMTP = "Let the mail server hand mail for {domain} to {listen} (docs/mail.md, Receiving replies), and look into its log for {address}."


@dataclass(frozen=True, slots=True)
class Loop:
    """The two addresses, and the timeout of each hop."""

    ours: str
    address: str
    row: ReplyAddress
    seconds: float


def examine(seconds: float) -> Iterator[Finding]:
    """Every hop in order; the first failure is the last finding, because later hops depend on it."""
    backend = get_connection()
    if not settings.FATE_REPLIES:
        yield fail("mail loop", "replies are not received (FATE_MAILIN_DOMAIN is not set)", "Set it; docs/mail.md, Receiving replies.")
    elif not isinstance(backend, EmailBackend):
        yield fail("mail loop", "mails do not go by SMTP (FATE_EMAIL_URL is not set)", "Set FATE_EMAIL_URL to your mail relay.")
    else:
        with _loop(seconds) as loop:
            yield from _check_mail(loop, backend)


def _check_mail(loop: Loop, backend: EmailBackend) -> Iterator[Finding]:
    letter = _mail(loop, "The letter of a mail loop", "What do you play?\n\n  1) The Mill\n  2) The Well\n")
    begun = time.monotonic()
    accepted = _by_relay(loop, backend, letter)
    yield accepted
    if accepted.remedy:
        return
    mail = _wait_for_arrival(loop, str(letter["Message-ID"]))
    if mail is None:
        yield from _not_delivered(loop)
        return
    yield ok("loop: delivered", f"the letter came in after {time.monotonic() - begun:.1f} s, by {mail.way.upper()}; {_received_by(mail)}")
    read = _wait_until_processed(loop, mail)
    yield _verdict(read) if read is not None else _not_processed(loop)
    if read is not None:
        yield from _check_reply(loop, letter, backend)


def _check_reply(loop: Loop, letter: EmailMessage, backend: EmailBackend) -> Iterator[Finding]:
    """A reply as a mail program writes it, sent to the reception; by the relay if none listens here."""
    answer = _mail(loop, "Re: The letter of a mail loop", "")
    answer["In-Reply-To"] = answer["References"] = letter["Message-ID"]
    old = "".join(f"> {line}\n" for line in str(letter.get_content()).splitlines())
    answer.set_content(f"{REPLY}\n\nOn {letter['Date']}, {letter['From']} wrote:\n{old}")
    listens = listening()
    accepted = _by_reception(loop, listens[0], answer) if listens else _by_relay(loop, backend, answer, "loop: reception")
    yield accepted
    if accepted.remedy:
        return
    mail = _wait_for_arrival(loop, str(answer["Message-ID"]))
    read = _wait_until_processed(loop, mail) if mail is not None else None
    if read is None:
        yield _not_processed(loop)
    elif read["lines"] == [REPLY]:
        yield ok("loop: understood", f"the answer was read as “{REPLY}”, and the quotation below it was left out")
    else:
        yield fail(
            "loop: understood", f"the answer “{REPLY}” was read as {read['lines']}", "See what changes mails on their way to mailin."
        )


@contextmanager
def _loop(seconds: float) -> Iterator[Loop]:
    """The account and its reply address; both are deleted at the end, together with those of an examination that was killed."""
    sender, name = parseaddr(settings.DEFAULT_FROM_EMAIL)[1], f"mail-loop@{settings.MAILIN_DOMAIN}"
    Player.objects.filter(email=name).delete()
    person = Player.objects.create_user(name, None, name=Player.objects.free_name(NAME), is_active=False)
    try:
        address = address_for(person.pk, mail_loop.PURPOSE, "loop", {"sender": sender})
        yield Loop(sender, address, ReplyAddress.objects.get(person=person), seconds)
    finally:
        person.delete()


def _mail(loop: Loop, subject: str, text: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = settings.DEFAULT_FROM_EMAIL, loop.address, subject
    mail["Message-ID"], mail["Date"] = make_msgid("mail-loop", settings.MAIL_DOMAIN), format_datetime(database_now())
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    return mail


def _by_relay(loop: Loop, backend: EmailBackend, mail: EmailMessage, name: str = "loop: relay") -> Finding:
    """Send it as the worker does; the finding has the relay's response."""
    backend.timeout = int(PATIENCE)
    where = f"{backend.host}:{backend.port}"
    try:
        backend.open()
        line = backend.connection
        assert line is not None
        return _submit(name, where, line, loop, mail)
    except (OSError, smtplib.SMTPException) as error:
        return fail(name, f"{where}: {error}", SETTING)
    finally:
        backend.close()


def _by_reception(loop: Loop, address: str, mail: EmailMessage) -> Finding:
    """Send it to mailin directly."""
    parts = urlsplit(address)
    make = smtplib.LMTP if parts.scheme == "lmtp" else smtplib.SMTP
    try:
        with make(parts.hostname or "", parts.port or 0) as line:
            return _submit("loop: reception", address, line, loop, mail)
    except (OSError, smtplib.SMTPException) as error:
        return fail("loop: reception", f"{address}: {error}", start("mailin"))


def _submit(name: str, where: str, line: smtplib.SMTP, loop: Loop, mail: EmailMessage) -> Finding:
    line.ehlo_or_helo_if_needed()
    said = b""
    raw = mail.as_bytes(policy=SMTP)
    for step in (partial(line.mail, loop.ours), partial(line.rcpt, loop.address), partial(line.data, raw)):
        code, said = step()
        if code >= 400:
            return _refused(name, f"{where} does not take it: {code} {said.decode(errors='replace')}", code)
    return ok(name, f"{where} has taken it: {said.decode(errors='replace')}")


def _refused(name: str, said: str, code: int) -> Finding:
    """The recipient is in our own domain, so the server does not know where to deliver our replies."""
    found = refusal(said, code)
    domain = f"{settings.MAILIN_DOMAIN} (docs/mail.md, Receiving replies)"
    return Finding(found.level, name, said, f"Let it take mail for {domain}, or see whether mailin runs." if code >= 500 else found.remedy)


def _wait_for_arrival(loop: Loop, message_id: str) -> InboundMail | None:
    return _poll(loop, lambda: InboundMail.objects.filter(address=loop.row, message_id=message_id).first())


def _wait_until_processed(loop: Loop, mail: InboundMail) -> dict[str, list[str] | str | None] | None:
    """What the worker has recorded about it."""
    done = InboundMail.objects.filter(pk=mail.pk, state=InboundMail.State.DONE)
    found = _poll(loop, done.first)
    return found.progress[0] if found is not None else None


def _poll(loop: Loop, look: Callable[[], T | None]) -> T | None:
    """Poll until there is a result or the timeout."""
    end = time.monotonic() + loop.seconds
    while (found := look()) is None and time.monotonic() < end:
        time.sleep(EVERY)
    return found


def _not_delivered(loop: Loop) -> Iterator[Finding]:
    """The relay took the mail, and it never arrived; whether the reception would accept the address narrows it down."""
    said = f"the letter has not come in within {loop.seconds:.0f} s"
    domain, listens = settings.MAILIN_DOMAIN, listening()
    if not listens:
        remedy = f"See that mail for {domain} gets to /mail/hook/ or to the mailbox of FATE_MAILIN_IMAP_URL; look for {loop.address} there."
        yield fail("loop: delivered", said, remedy)
        return
    asked = _by_reception(loop, listens[0], _mail(loop, "The letter of a mail loop", "Said to the reception itself.\n"))
    yield asked
    remedy = _LMTP.format(domain=domain, listen=listens[0], address=loop.address)
    yield fail("loop: delivered", said, remedy if not asked.remedy else f"First the line above; then: {remedy}")


def _received_by(mail: InboundMail) -> str:
    """The servers it passed, by its Received headers."""
    head: Message = BytesParser(policy=compat32).parsebytes(bytes(mail.raw), headersonly=True)
    names = [found[1] for line in head.get_all("Received", [])[::-1] if (found := _BY.search(str(line)))]
    return f"Received by {', then '.join(names)}" if names else "it has no Received header: it came straight here"


def _verdict(read: dict[str, list[str] | str | None]) -> Finding:
    """Whether a person who sends through this relay would be trusted."""
    name, told, authserv = "loop: who wrote it", read["told"], settings.FATE_MAILIN_AUTHSERV
    words = f"{authserv} says {', '.join(told or ['nothing'])}" if isinstance(told, list) else f"no result of {authserv} is above Received"
    said = f"{read['verdict']}: {read['why']}" + (f" ({words})" if authserv else "")
    if read["verdict"] == "believed":
        return ok(name, said)
    if authserv and told is None:
        remedy = (
            f"Only mails from outside may get the header; answer a turn mail. If it is held, let {authserv} write Authentication-Results"
        )
        return warn(name, said, f"{remedy} (docs/mail.md, Who wrote this mail?).")
    remedy = "Let the relay sign with DKIM for the domain of FATE_EMAIL_FROM. People are believed by what their own servers sign."
    return warn(name, said, remedy)


def _not_processed(loop: Loop) -> Finding:
    if InboundMail.objects.filter(address=loop.row, attempts__gt=0).exists():
        return fail("loop: understood", "the worker has taken it up and not finished", "See the worker's log: inbound_failed.")
    return fail("loop: understood", f"no worker has taken it up within {loop.seconds:.0f} s", start("worker"))

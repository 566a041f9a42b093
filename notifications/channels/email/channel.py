"""E-mail: headers that threads, filters and one-click unsubscribe rely on, and SMTP's answers in our words."""

from __future__ import annotations

import smtplib
from collections.abc import Iterable
from datetime import datetime
from email.mime.base import MIMEBase
from email.mime.image import MIMEImage
from email.utils import format_datetime
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from notifications import correlation_id
from notifications.channels.base import Destination, MailingChannel, Refused, Unreachable
from notifications.composed import Inline
from notifications.letters import Letter, return_path
from notifications.mail import Mail
from notifications.models import Message
from notifications.sanitise import label, one_line

MAIL = "email"
BAD_ADDRESS_CODES = frozenset({550, 551, 553})
PATIENCE = 3
"""So many letters in a row without any answer, and the server counts as unreachable."""


class EmailChannel(MailingChannel):
    """The `email` channel, over whatever Django's EMAIL_BACKEND is."""

    name = MAIL
    title = _("by e-mail")

    def addresses(self, rows: Iterable[Message]) -> dict[int, str]:
        """The lower-case addresses of recipients that have one."""
        return {row.pk: address for row in rows if (address := address_of(row.recipient))}

    def destinations(self, people: Iterable[int]) -> list[Destination]:
        """None: this is where messages begin."""
        return []

    def session(self) -> EmailSession:
        """One connection for one round."""
        return EmailSession()


def address_of(person: Any) -> str:
    """Somebody's lower-case address; bots have none."""
    return (person.email or "").lower()


class WithPictures(EmailMultiAlternatives):
    """A mail whose attachments belong to its HTML."""

    mixed_subtype = "related"


class EmailSession:
    """One SMTP connection, reopened when it breaks; a broken conversation costs only the letter it was about."""

    def __init__(self) -> None:
        self._backend: BaseEmailBackend | None = None
        self._silent = 0

    def send(self, letter: Letter, mail: Mail, now: datetime) -> str:
        """Hand over one letter. A connection the server has had enough of (421) is replaced once."""
        message = build(letter, mail, now)
        try:
            provider_id = self._send(message)
        except smtplib.SMTPSenderRefused:
            self.close()
            try:
                provider_id = self._send(message)
            except smtplib.SMTPSenderRefused as error:
                raise Unreachable(f"The mail server does not accept our sender: {_said(error.smtp_code, error.smtp_error)}") from error
        self._silent = 0
        return provider_id

    def _send(self, message: EmailMultiAlternatives) -> str:
        backend = self._open()
        try:
            backend.send_messages([message])
        except smtplib.SMTPRecipientsRefused as error:
            code, said = next(iter(error.recipients.values()))
            raise self._refused(code, said, at_recipient=True) from error
        except smtplib.SMTPSenderRefused:
            raise
        except smtplib.SMTPResponseException as error:
            raise self._refused(error.smtp_code, error.smtp_error, at_recipient=False) from error
        except (OSError, smtplib.SMTPException) as error:
            raise self._broken(error) from error
        return str(getattr(getattr(message, "anymail_status", None), "message_id", None) or "")

    def _open(self) -> BaseEmailBackend:
        if self._backend is None:
            backend = get_connection()
            try:
                backend.open()
            except (OSError, smtplib.SMTPException) as error:
                raise Unreachable(f"The mail server cannot be reached: {error}") from error
            self._backend = backend
        return self._backend

    def _refused(self, code: int, said: bytes | str, *, at_recipient: bool) -> Refused:
        """A clear answer about this letter. Policy refusals (5.7.x) are about us, so they never block an address."""
        self._silent = 0
        answer = _said(code, said)
        if code == 421:
            self.close()
        policy = " 5.7." in f" {answer[4:]}"
        suppress = at_recipient and code in BAD_ADDRESS_CODES and not policy
        return Refused(f"The mail server answered: {answer}", permanent=code >= 500, suppress=suppress)

    def _broken(self, error: Exception) -> Exception:
        """The conversation broke off; the letter may or may not have arrived, so it is repeated under its Message-ID."""
        self.close()
        self._silent += 1
        reason = f"The connection to the mail server broke off: {error or type(error).__name__}"
        return Unreachable(reason) if self._silent >= PATIENCE else Refused(reason)

    def close(self) -> None:
        """Say goodbye; a server that no longer listens is no error."""
        backend, self._backend = self._backend, None
        if backend is not None:
            try:
                backend.close()
            except (OSError, smtplib.SMTPException):
                return


def _said(code: int, said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    return one_line(f"{code} {text}", 300)


def build(letter: Letter, mail: Mail, now: datetime) -> EmailMultiAlternatives:
    """The message as Django sends it. Raises Refused when the recipient's address is none."""
    address = str(letter.recipient.email or "")
    try:
        validate_email(address)
    except ValidationError as error:
        raise Refused("The recipient has no valid e-mail address.", permanent=True) from error
    message = WithPictures(
        subject=one_line(mail.subject, 120),
        body=mail.text,
        from_email=return_path(letter.message_id) or settings.DEFAULT_FROM_EMAIL,
        to=[address],
        headers=headers(letter, mail, now),
    )
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
        for picture in mail.attachments:
            message.attach(_inline(picture))
    return message


def headers(letter: Letter, mail: Mail, now: datetime) -> dict[str, str]:
    """All headers beside From, To and Subject; a kind's own headers never replace ours."""
    domain = settings.MAIL_DOMAIN
    thread = label(mail.thread)
    ours = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": letter.message_id,
        "Date": format_datetime(now),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fate-Ref": ",".join(f"o{row.pk}" for row in letter.rows),
        **({correlation_id.HEADER: letter.request_id} if letter.request_id else {}),
        "List-Id": f"<{thread or label(letter.rows[0].kind)}.{domain}>",
    }
    if thread:
        ours["In-Reply-To"] = ours["References"] = f"<thread-{thread}@{domain}>"
    if mail.unsubscribe:
        ours["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        ours["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    reserved = {name.lower() for name in ours} | {"to", "cc", "bcc", "subject"}
    extra = {name: one_line(value, 900) for name, value in mail.headers.items() if name.lower() not in reserved}
    return extra | ours


def _inline(picture: Inline) -> MIMEBase:
    part = MIMEImage(picture.content, picture.mimetype.partition("/")[2])
    part.add_header("Content-ID", f"<{picture.cid}>")
    part.add_header("Content-Disposition", "inline", filename=one_line(picture.filename, 60))
    return part


CHANNEL = EmailChannel()

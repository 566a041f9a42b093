"""The email channel: headers for threads, filters and one-click unsubscribe, and the translation of SMTP errors."""

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
from notifications.delivery.batches import Batch, return_path
from notifications.email_addresses import with_plain_domain
from notifications.mail.composed import Inline
from notifications.mail.mail import Mail
from notifications.models import Message
from notifications.sanitise import label, one_line

MAIL = "email"
BAD_ADDRESS_CODES = frozenset({550, 551, 553})
MAX_SILENT = 3
"""Mails in a row without an SMTP reply after which the server counts as unreachable."""


class EmailChannel(MailingChannel):
    name = MAIL
    title = _("by email")

    def addresses(self, rows: Iterable[Message]) -> dict[int, str]:
        """The lower-case addresses of recipients that have one."""
        return {row.pk: address for row in rows if (address := address_of(row.recipient))}

    def destinations(self, people: Iterable[int]) -> list[Destination]:
        """None: messages are queued for email first and copied to other channels."""
        return []

    def session(self) -> EmailSession:
        return EmailSession()


def address_of(person: Any) -> str:
    """A person's address in lower case; bots have none."""
    return (person.email or "").lower()


class MailWithPictures(EmailMultiAlternatives):
    """A mail whose attachments are inline pictures of its HTML."""

    mixed_subtype = "related"


class EmailSession:
    """One SMTP connection, reopened when it breaks; only the mail that was being sent is affected."""

    def __init__(self) -> None:
        self._backend: BaseEmailBackend | None = None
        self._silent = 0

    def send(self, batch: Batch, mail: Mail, now: datetime) -> str:
        """Send one mail. A connection that the server closes (421) is replaced once."""
        message = build(batch, mail, now)
        try:
            provider_id = self._send(message)
        except smtplib.SMTPSenderRefused:
            self.close()
            try:
                provider_id = self._send(message)
            except smtplib.SMTPSenderRefused as error:
                raise Unreachable(f"The mail server does not accept our sender: {_text(error.smtp_code, error.smtp_error)}") from error
        self._silent = 0
        return provider_id

    def _send(self, message: EmailMultiAlternatives) -> str:
        backend = self._open()
        try:
            backend.send_messages([message])
        except smtplib.SMTPRecipientsRefused as error:
            code, reply = next(iter(error.recipients.values()))
            raise self._refused(code, reply, at_rcpt=True) from error
        except smtplib.SMTPSenderRefused:
            raise
        except smtplib.SMTPResponseException as error:
            raise self._refused(error.smtp_code, error.smtp_error, at_rcpt=False) from error
        except (OSError, smtplib.SMTPException) as error:
            raise self._disconnected(error) from error
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

    def _refused(self, code: int, reply: bytes | str, *, at_rcpt: bool) -> Refused:
        """An SMTP error reply. Policy refusals (5.7.x) are about the sending site, so they never suppress an address."""
        self._silent = 0
        answer = _text(code, reply)
        if code == 421:
            self.close()
        policy = " 5.7." in f" {answer[4:]}"
        suppress = at_rcpt and code in BAD_ADDRESS_CODES and not policy
        return Refused(f"The mail server answered: {answer}", permanent=code >= 500, suppress=suppress)

    def _disconnected(self, error: Exception) -> Exception:
        """The connection broke. The mail may have arrived, so it is retried under its Message-ID."""
        self.close()
        self._silent += 1
        reason = f"The connection to the mail server broke off: {error or type(error).__name__}"
        return Unreachable(reason) if self._silent >= MAX_SILENT else Refused(reason)

    def close(self) -> None:
        """Close the connection; errors of a server that is gone are ignored."""
        backend, self._backend = self._backend, None
        if backend is not None:
            try:
                backend.close()
            except (OSError, smtplib.SMTPException):
                return


def _text(code: int, reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else str(reply)
    return one_line(f"{code} {text}", 300)


def build(batch: Batch, mail: Mail, now: datetime) -> EmailMultiAlternatives:
    """The message for Django. Raises Refused when the recipient has no valid address."""
    address = str(batch.recipient.email or "")
    try:
        validate_email(address)
        address = with_plain_domain(address)
    except ValidationError as error:
        raise Refused("The recipient has no valid email address.", permanent=True) from error
    message = MailWithPictures(
        subject=one_line(mail.subject, 120),
        body=mail.text,
        from_email=return_path(batch.message_id) or settings.DEFAULT_FROM_EMAIL,
        to=[address],
        headers=headers(batch, mail, now),
    )
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
        for picture in mail.attachments:
            message.attach(_inline(picture))
    return message


def headers(batch: Batch, mail: Mail, now: datetime) -> dict[str, str]:
    """All headers; those that a kind adds never replace the standard ones."""
    domain = settings.MAIL_DOMAIN
    thread = label(mail.thread)
    own = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": batch.message_id,
        "Date": format_datetime(now),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Fate-Ref": ",".join(f"o{row.pk}" for row in batch.rows),
        **({correlation_id.HEADER: batch.request_id} if batch.request_id else {}),
        "List-Id": f"<{thread or label(batch.rows[0].kind)}.{domain}>",
    }
    if thread:
        own["In-Reply-To"] = own["References"] = f"<thread-{thread}@{domain}>"
    if mail.unsubscribe:
        own["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        own["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    reserved = {name.lower() for name in own} | {"to", "cc", "bcc", "subject"}
    extra = {name: one_line(value, 900) for name, value in mail.headers.items() if name.lower() not in reserved}
    return extra | own


def _inline(picture: Inline) -> MIMEBase:
    part = MIMEImage(picture.content, picture.mimetype.partition("/")[2])
    part.add_header("Content-ID", f"<{picture.cid}>")
    part.add_header("Content-Disposition", "inline", filename=one_line(picture.filename, 60))
    return part


CHANNEL = EmailChannel()

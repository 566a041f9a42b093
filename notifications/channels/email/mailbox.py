"""Django's mail back end of a site without SMTP: mails stay in the database, where `/dev/mail/` shows them."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from notifications.models import StrayMail
from notifications.sanitise import body, one_line


class Backend(BaseEmailBackend):
    """Keeps the mails of other apps (sign-in codes); our own messages already carry what was sent."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store what is not stored yet; every mail counts as sent."""
        strays = [_stray(mail) for mail in email_messages if "X-Fate-Ref" not in mail.extra_headers]
        StrayMail.objects.bulk_create(strays)
        return len(email_messages)


def _stray(mail: EmailMessage) -> StrayMail:
    pages = [content for content, mimetype in getattr(mail, "alternatives", []) if mimetype == "text/html"]
    return StrayMail(
        to=one_line(", ".join(mail.recipients()), 500),
        subject=one_line(str(mail.subject), 500),
        text=body(str(mail.body)),
        html=body(str(pages[0])) if pages else "",
    )

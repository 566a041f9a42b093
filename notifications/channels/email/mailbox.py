"""Mail back end of a site without SMTP: mails stay in the database and are shown at `/dev/mail/`."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from notifications.models import StrayMail
from notifications.sanitise import body, one_line


class Backend(BaseEmailBackend):
    """Stores the mails of other apps (sign-in codes); messages of the outbox are stored already."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store mails that are not in the outbox; all count as sent."""
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

"""Handler of the test mail that `manage.py doctor --mail-loop` sends to this site. It records how a reply would be judged.

The command creates the address for each test and does not publish it, so that only its own mail arrives there.
"""

from django.conf import settings

from notifications.inbound import results, trust
from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.reading import Reading
from notifications.models import InboundMail

PURPOSE = "mail_loop"
MOST_LINES = 20


def take(mail: InboundMail, reading: Reading, arrival: Arrival) -> str:
    """Store in `mail.progress` how a reply like this one would be judged, and return the reason to store with the mail."""
    person = mail.address.person
    person.email = mail.address.payload["sender"]  # the site itself is the sender, and is judged as if it were the player
    found = trust.judge(reading, person, arrival)
    told = results.ours(reading.mime, settings.FATE_MAILIN_AUTHSERV) if settings.FATE_MAILIN_AUTHSERV else None
    mail.progress = [
        {
            "verdict": found.verdict.value,
            "why": found.why,
            "told": None if told is None else [f"{one.method}={one.result}" for one in told],
            "lines": list(reading.lines[:MOST_LINES]),
        }
    ]
    mail.save(update_fields=["progress"])
    return "mail loop"

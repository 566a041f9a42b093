"""The letter that `manage.py doctor --mail-loop` sends to this site, and its answer: noted as a reply's would be, and nothing is done.

Whoever may run commands here has made the address, and nobody else was told it.
"""

from __future__ import annotations

from django.conf import settings

from notifications.inbound import results, trust
from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.reading import Reading
from notifications.models import InboundMail

PURPOSE = "mail_loop"
MOST_LINES = 20


def take(mail: InboundMail, reading: Reading, arrival: Arrival) -> str:
    """Note what a reply like this one would be judged by; returns in a word what it was."""
    person = mail.address.person
    person.email = mail.address.payload["sender"]  # the letter is from the site itself, and judged as if the site were the player
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

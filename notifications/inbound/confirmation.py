"""The mail that asks the owner of a reply address to confirm unverified replies (`holding`), and the handler of the answer to it.

The Reply-To of this mail is sent to the owner only. An answer to it proves access to the owner's mailbox, as opening the link does.
"""

import re
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from notifications.inbound import holding
from notifications.inbound.addresses import address_for
from notifications.inbound.reading import read
from notifications.kinds import Kind
from notifications.links import absolute
from notifications.mail.composed import Composed
from notifications.mail.render import render_mail
from notifications.models import InboundMail, Message

PURPOSE = "confirm"
QUOTED = 3
"""Number of held mails whose lines are quoted; the linked page shows all."""

MOST_LINES = 20
_WORD = re.compile(r"[^\W_]+")
YES = frozenset("yes y yeah ok okay ja j jo oui o sure yep jep si sí genau exactly".split())  # noqa: SIM905
NO = frozenset("no n nope nein nö non".split())  # noqa: SIM905
BESIDE = frozenset(
    "please thanks thank you this that it was is me mine i did sent wrote bitte danke das es war ist ich von mir stimmt"  # noqa: SIM905
    " merci c est était moi bien sûr hi hello hallo bonjour fate".split()
)
"""Words beside a yes that change nothing."""
DENIALS = BESIDE | frozenset("not nicht pas ce send didn t".split())  # noqa: SIM905
"""Words beside a no that change nothing."""
ALL = frozenset({"all", "alle", "tous", "toutes", "tout"})


def _compose(message: Message, now: datetime) -> Composed | None:
    """Compose the mail with the lines of the newest held mails; None if no mail of the address is held any more."""
    asked = InboundMail.objects.filter(pk=message.payload["mail"]).first()
    held = holding.waiting(asked.address_id) if asked else []
    if not held:
        return None
    shown = held[:QUOTED]
    address = address_for(message.recipient_id, PURPOSE, f"confirm:{message.pk}", {"mails": [mail.pk for mail in shown]})
    context = {
        "link": absolute(reverse("notifications:confirm_reply", args=[holding.CONFIRM.sign(held[0].pk)])),
        "shown": [{"number": number, **_shown(mail, str(message.recipient.email))} for number, mail in enumerate(shown, start=1)],
        "address": message.recipient.email,
        "several": len(shown) > 1,
        "more": len(held) > QUOTED,
        "answers": address,
    }
    return render_mail("confirm_reply", context, headers={"Reply-To": address} if address else {})


def _shown(mail: InboundMail, own: str) -> dict[str, Any]:
    """The lines of a held mail, and the address in its From if that is not the owner's."""
    reading = read(bytes(mail.raw))
    return {"lines": reading.lines[:MOST_LINES], "sender": reading.sender if reading.sender != own.lower() else ""}


def take(mail: InboundMail, lines: tuple[str, ...], now: datetime) -> str:
    """Confirm the held mails that the owner names and return the outcome in a few words. Idempotent.

    `lines` is the text of the owner's answer. If it is not understood, the question is sent again.
    """
    asked = mail.address.payload["mails"]
    if _means(lines, NO, DENIALS):
        return "disowned" if holding.disown(asked) else "settled before"
    chosen = _chosen(lines, asked)
    if chosen is None:
        held = InboundMail.objects.filter(pk__in=asked, state=InboundMail.State.HELD).select_related("address").first()
        if held is not None:
            holding.ask_again(held, f"again:{mail.pk}", now)
        return "not understood"
    confirmed = sum(holding.confirm(pk) for pk in chosen)
    return "confirmed" if confirmed else "settled before"


def _chosen(lines: tuple[str, ...], asked: list[int]) -> list[int] | None:
    """Return the ids of the mails that yes, numbers or all refer to; None if the answer is not clear. `asked` holds the ids in order."""
    words = " ".join((lines[0] if lines else "").casefold().replace(",", " ").rstrip(".!").split())
    if words in ALL or (_means(lines, YES, BESIDE) and len(asked) == 1):
        return asked
    numbers = [int(word) for word in words.split() if word.isascii() and word.isdecimal() and len(word) < 3]
    if words and len(numbers) == len(words.split()) and all(1 <= number <= len(asked) for number in numbers):
        return [asked[number - 1] for number in numbers]
    return None


def _means(lines: tuple[str, ...], wanted: frozenset[str], beside: frozenset[str]) -> bool:
    """Return whether the first line, or the second one below a greeting, is the wanted word, perhaps with courtesies."""
    for line in [line for line in lines if line.strip()][:2]:
        said = _WORD.findall(line.casefold())
        if any(word in wanted for word in said):
            return all(word in wanted or word in beside for word in said)
        if not all(word in beside for word in said):
            return False
    return False


KIND = Kind(holding.KIND, _("An answer that needs my confirmation"), _compose, channels=("email",), optional=False)

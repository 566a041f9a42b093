"""Every kind of mail as it leaves: what is caused by each event of `audience`, the mails of accounts, a day's mail, turns of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

from django.core import mail

from games.models import AccountMail
from games.rules.registry import all_games
from games.services.people import account_mails
from notifications.models import Message
from tests.games.conftest import person, start
from tests.games.mails import audience
from tests.games.mails.audience import House, furnish
from tests.games.moves import move
from tests.games.replies.mailing import post

KINDS: dict[str, Callable[[House], object]] = {
    "your turn": audience.deputised_mover_is_asked,
    "reminder": audience.time_runs_short,
    "nudge": audience.opponent_nudges,
    "started": audience.table_fills,
    "over": audience.game_ends,
    "invitation": audience.host_invites,
    "ready": audience.table_fills_late,
    "withdrawn": audience.table_is_withdrawn,
    "called off": audience.house_calls_the_game_off,
    "reply not understood": audience.reply_makes_no_sense,
    "reply not proven": audience.reply_is_not_proven,
    "autopilot": audience.mover_goes_on_autopilot,
    "seat taken": audience.seat_is_taken_over,
    "seat offered": audience.host_offers_the_seat,
    "deputy": audience.appoint,
    "pause": audience.pause_begins,
    "site was away": audience.site_was_away,
    "tournament": audience.final_table_is_approved,
    "tournament invitation": audience.director_invites,
    "webhook off": audience.webhook_is_switched_off,
    "test": audience.mover_tries_the_mail,
}


def sent() -> list[EmailMessage]:
    """All that is due, as it arrives, with the mails sent before."""
    Message.objects.filter(state="queued", channel="email").update(not_before="2026-01-01T00:00:00Z")
    post()
    return [parsed(one.message().as_bytes()) for one in mail.outbox]


def parsed(raw: bytes) -> EmailMessage:
    """A mail from its bytes."""
    found = BytesParser(policy=default).parsebytes(raw)
    assert isinstance(found, EmailMessage)
    return found


def every_kind() -> Iterator[tuple[str, EmailMessage]]:
    """One mail of each kind, by name; each in a house of its own. The caller rolls back between two of them."""
    for name in KINDS:
        yield name, of_kind(name)


def of_kind(name: str) -> EmailMessage:
    """One mail of a kind."""
    house = furnish()
    mail.outbox.clear()
    KINDS[name](house)
    return sent()[-1]


def account_mail(purpose: str, address: str = "alice@example.org") -> EmailMessage:
    """A code, or the answer to somebody who has no account."""
    mail.outbox.clear()
    account_mails.ask(AccountMail.Purpose(purpose), address, language="en")
    return sent()[-1]


def turn_of(key: str, moves: int = 14, seats: int = 0) -> EmailMessage:
    """A turn mail from the middle of a game of that kind."""
    book = all_games()[key]
    people = [person(f"{key.replace('_', '-')}-{number}") for number in range(seats or max(2, min(book.seats)))]
    game = start(*people, rules=key)
    for _move in range(moves):
        move(game)
    Message.objects.all().delete()
    mail.outbox.clear()
    while not Message.objects.filter(kind="your_turn").exists():
        move(game)
    return sent()[-1]


def text_of(letter: EmailMessage) -> str:
    """The plain text."""
    return _content(letter, "plain")


def page_of(letter: EmailMessage) -> str:
    """The HTML."""
    return _content(letter, "html")


def pictures_of(letter: EmailMessage) -> dict[str, bytes]:
    """The pictures inside, by content id."""
    found: dict[str, bytes] = {}
    for part in letter.walk():
        if part.get_content_maintype() == "image":
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            found[str(part["Content-ID"]).strip("<>")] = content
    return found


def _content(letter: EmailMessage, subtype: str) -> str:
    part = letter.get_body((subtype,))
    return str(part.get_content()) if part is not None else ""

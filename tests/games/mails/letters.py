"""Sample mails as they are sent: by cause, of accounts, turns of every game, and the daily mail."""

from __future__ import annotations

import random
from collections.abc import Callable
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import NamedTuple

from django.core import mail

from games.models import AccountMail
from games.rules.registry import all_games
from games.services.people import account_mails
from notifications.clock import database_now
from notifications.models import Message, Preference
from tests.games.conftest import person, start
from tests.games.mails import audience
from tests.games.mails.audience import House, furnish
from tests.games.moves import asked, move
from tests.games.replies.mailing import post

GAMES = ("turn_of_fate", "destined_to_fail", "tempting_fate", "council_of_kings", "fate_foretold")
KINDS: dict[str, Callable[[House], object]] = {
    "your turn": audience.deputised_mover_is_asked,
    "reminder": audience.time_runs_short,
    "nudge": audience.opponent_nudges,
    "started": audience.table_fills,
    "over": audience.game_ends,
    "invitation": audience.host_invites,
    "invitation declined": audience.invited_one_declines,
    "private letter": audience.mover_writes_a_letter,
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


class Letter(NamedTuple):
    """A mail as bytes and as a parsed message."""

    raw: bytes
    mail: EmailMessage


def outbox() -> list[Letter]:
    """All mails sent so far."""
    return [_taken_apart(one.message().as_bytes()) for one in mail.outbox]


def sent() -> list[Letter]:
    """Send all queued mails, due or not; returns all mails sent so far."""
    Message.objects.filter(state="queued", channel="email").update(not_before=database_now())
    post()
    return outbox()


def of_kind(name: str) -> Letter:
    """A mail of this kind; answers to replies come after the mail that was answered."""
    house = furnish()
    mail.outbox.clear()
    KINDS[name](house)
    return sent()[-1 if name.startswith("reply") else 0]


def account_mail(purpose: str, address: str) -> Letter:
    """A code, or the answer to an address without an account."""
    mail.outbox.clear()
    account_mails.ask(AccountMail.Purpose(purpose), address, language="en")
    return sent()[-1]


def turn_of(key: str, moves: int = 14, seats: int = 0, language: str = "en") -> Letter:
    """A turn mail from the middle of a game, in the language of all players."""
    rng, names = random.Random(5), ("Ada", "Clotho", "Lachesis", "Atropos", "Mira", "Nona", "Decima")
    people = [person(name, language=language) for name in names[: seats or max(2, min(all_games()[key].seats))]]
    game = start(*people, rules=key)
    for _move in range(moves):
        move(game, rng=rng)
    Message.objects.all().delete()
    mail.outbox.clear()
    while not Message.objects.filter(kind="your_turn").exists():
        move(game, rng=rng)
    return sent()[-1]


def day_of_games() -> Letter:
    """The daily mail to a person with three open games."""
    ada, people = person("Ada"), [person(name) for name in ("Clotho", "Lachesis", "Atropos")]
    Preference.objects.create(player=ada, kind="your_turn", channel="email", mode="daily")
    for key, other in zip(("turn_of_fate", "tempting_fate", "destined_to_fail"), people, strict=True):
        game = start(ada, other, rules=key)
        while asked(game).player != ada:
            move(game)
    Message.objects.exclude(kind="your_turn", recipient=ada).delete()
    mail.outbox.clear()
    sent()  # holds them until the morning
    return sent()[-1]


def _taken_apart(raw: bytes) -> Letter:
    found = BytesParser(policy=default).parsebytes(raw)
    assert isinstance(found, EmailMessage)
    return Letter(raw, found)

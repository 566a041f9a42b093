"""Guests: people who have not signed up.

Those invited by mail are known by their address alone: they play by mail and by signed links, and sign in with a code when they wish to.
Those who open the invitation link of a table are known by their browser and by a link of their own, until they confirm an address.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from secrets import token_urlsafe

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import translation
from django.utils.crypto import salted_hmac

from games.models import AccountMail, Game, Player, Seat
from games.rules.errors import RulesError
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused
from games.services.people import account_mails, addresses, erasure, profile
from games.services.tables import bot_games, invitations, lobby
from notifications import delivery_results

MOST_A_DAY = 20
"""Invitations one person may send to addresses in a day: nobody is to be flooded with mails through us."""

MOST_TO_ONE = 5
"""Invitations one address may get in a day, from everybody together."""

DAY = timedelta(days=1)
SALT = "games.guest"
MOST_AT_ONCE = 500
ABANDONED_AFTER = timedelta(days=180)
"""A guest without an address who has not been here for so long is forgotten; their own link has ended by then."""


def invite(game: Game, by: Player, address: str, *, network: str = "", now: datetime) -> None:
    """Invite an address to a free seat. Whether it is known is looked up later, by whoever sends the mail (`games.mails.account`).

    Raises `NotYours` for anybody but the host, `Closed` or `Refused`; each of them for reasons that say nothing about the address.
    """
    if game.host_id != by.pk:
        raise NotYours(msg("Only the host of this table can do that."), code="not_host")
    if game.status != Game.Status.OPEN:
        raise Closed(msg("This table is no longer looking for players."), code="not_open")
    addresses.check(by)
    address = address.strip()
    try:
        validate_email(address)
    except ValidationError as error:
        raise Refused(msg("“{text}” is not an e-mail address.", text=address[:60]), code="bad_address") from error
    asked = AccountMail.objects.filter(purpose=AccountMail.Purpose.INVITE, created_at__gt=now - DAY)
    if asked.filter(payload__by=by.pk).count() >= MOST_A_DAY or asked.filter(address=address.lower()).count() >= MOST_TO_ONE:
        raise Refused(msg("That is enough invitations for one day."), code="too_many_invitations")
    facts = {"game": game.code, "by": by.pk}
    account_mails.ask(AccountMail.Purpose.INVITE, address, network=network, language=by.language, payload=facts)


def deliver(game: Game, by: Player, address: str, *, language: str) -> None:
    """Invite whoever has this address; somebody new becomes a guest with a neutral name in the language of the host."""
    player = person_at(address, language)
    if not player.name_chosen and player.last_login is None:
        delivery_results.try_again(address)  # the host asks for it, within the day's limits
    invitations.invite(game, by, [player], address=address)


def person_at(address: str, language: str) -> Player:
    """Whoever has this address, or a new guest, who cannot sign in by password.

    The address is noted as not confirmed: the first code that signs them in then confirms it, and no second one is asked for.
    """
    known = Player.objects.at(address)
    if known is not None:
        return known
    try:
        with transaction.atomic(), translation.override(language):
            guest = Player.objects.create_user(address, None, language=language)
            EmailAddress.objects.create(user=guest, email=address.lower(), primary=True, verified=False)
            return guest
    except IntegrityError:  # somebody else has invited the same address this very moment
        return Player.objects.get(email__iexact=address)


def sit_down(game: Game, name: str, *, invitation: str, slip: str, language: str, zone: str, now: datetime) -> Player:
    """Take a free seat under a name, by the invitation link of a table: somebody new without an address. The last seat starts the game.

    `slip` is a secret of the form, different each time the form is shown: sending it twice gives the same guest. Raises what
    `lobby.take_seat` and `profile.change` raise; then there is nobody new.
    """
    try:
        with transaction.atomic():
            guest = _new(name, slip, language=language, zone=zone, now=now)
            lobby.take_seat(game, guest, now=now, invitation=invitation)
            return guest
    except RulesError:
        known = _of(slip)
        if known is None or not game.seats.filter(player=known).exists():
            raise
        return known


def play_bots(rules: str, name: str, *, slip: str, language: str, zone: str, now: datetime) -> tuple[Player, Game]:
    """A game against bots for somebody new without an address, who gets this name. `slip` is as in `sit_down`.

    Raises what `bot_games.start` and `profile.change` raise; then there is nobody new.
    """
    try:
        with transaction.atomic():
            guest = _new(name, slip, language=language, zone=zone, now=now)
            return guest, bot_games.start(guest, rules, now=now)
    except RulesError:
        known = _of(slip)
        if known is None:
            raise
        return known, bot_games.start(known, rules, now=now)


def _new(name: str, slip: str, *, language: str, zone: str, now: datetime) -> Player:
    """Somebody new without an address. Raises what `profile.change` raises."""
    with translation.override(language):
        guest = Player.objects.create_user(None, None, language=language, zone=zone)
        Player.objects.filter(pk=guest.pk).update(password=_mark(slip or token_urlsafe()))
        return profile.change(guest, now=now, name=name.strip())


def _of(slip: str) -> Player | None:
    """The guest whom this form has made already."""
    return Player.objects.filter(password=_mark(slip), email=None).first() if slip else None


def _mark(slip: str) -> str:
    """What stands in the place of a password that can never be typed."""
    return UNUSABLE_PASSWORD_PREFIX + salted_hmac(SALT, slip, algorithm="sha256").hexdigest()


def forget_abandoned(now: datetime) -> int:
    """Forget guests without an address who play nowhere and have not been here for long; returns how many."""
    long_ago = now - ABANDONED_AFTER
    gone = Player.objects.filter(is_bot=False, is_active=True, email=None, joined_at__lt=long_ago).exclude(last_login__gte=long_ago)
    playing = Seat.objects.filter(game__status__in=(Game.Status.OPEN, Game.Status.READY, Game.Status.ACTIVE))
    seats = (playing | Seat.objects.filter(seen_at__gt=long_ago)).filter(player=OuterRef("pk"))
    found = list(gone.exclude(Exists(seats)).order_by("pk")[:MOST_AT_ONCE])
    for guest in found:
        erasure.erase(guest, now=now)
    return len(found)

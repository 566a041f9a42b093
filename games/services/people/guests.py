"""Guests: people who play without having signed up.

Guests invited by mail are identified by their address: they play by mail and by signed links, and can sign in with a code. Guests who
open the invitation link of a table are identified by their session and by a personal link, until they confirm an address.
"""

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
from games.services.errors import Refused
from games.services.people import account_mails, erasure, profile
from games.services.tables import bot_games, invitations, lobby
from notifications.delivery import results
from notifications.email_addresses import with_plain_domain

MOST_A_DAY = 20
"""The most invitations that one player may send to addresses in a day."""

MOST_TO_ONE = 5
"""The most invitations to one address in a day, from all players together."""

DAY = timedelta(days=1)
SALT = "games.guest"
MOST_AT_ONCE = 500
ABANDONED_AFTER = timedelta(days=180)
"""A guest without an address is erased after this time without a visit; their personal link has expired by then."""


def invite(game: Game, by: Player, address: str, *, network: str = "", now: datetime) -> None:
    """Invite an address to a free seat. The address is looked up later, by the task that sends the mail (`games.mails.account`).

    Raises `NotYours` for anybody but the host, `Closed` or `Refused`; no error depends on whether the address is known.
    """
    lobby.check_may_invite(game, by)
    address = address.strip()
    try:
        validate_email(address)
        address = with_plain_domain(address)
    except ValidationError as error:
        raise Refused(msg("“{text}” is not an email address.", text=address[:60]), code="bad_address") from error
    asked = AccountMail.objects.filter(purpose=AccountMail.Purpose.INVITE, created_at__gt=now - DAY)
    if asked.filter(payload__by=by.pk).count() >= MOST_A_DAY or asked.filter(address=address.lower()).count() >= MOST_TO_ONE:
        raise Refused(msg("The limit of invitations for one day is reached. Please try again tomorrow."), code="too_many_invitations")
    facts = {"game": game.code, "by": by.pk}
    account_mails.ask(AccountMail.Purpose.INVITE, address, network=network, language=by.language, payload=facts)


def deliver(game: Game, by: Player, address: str, *, language: str) -> None:
    """Invite the player with this address; for an unknown address a guest is created, with a neutral name in the host's language."""
    player = person_at(address, language)
    if not player.name_chosen and player.last_login is None:
        results.try_again(address)  # lifts an earlier bounce, within the daily limits of invitations
    invitations.invite(game, by, [player], address=address)


def person_at(address: str, language: str) -> Player:
    """The player with this address, or a new guest without a usable password.

    The address of a guest is stored as unverified; the first sign-in by a code verifies it.
    """
    existing = Player.objects.at(address)
    if existing is not None:
        return existing
    try:
        with transaction.atomic(), translation.override(language):
            guest = Player.objects.create_user(address, None, language=language)
            EmailAddress.objects.create(user=guest, email=address.lower(), primary=True, verified=False)
            return guest
    except IntegrityError:  # another request has created the guest meanwhile
        return Player.objects.get(email__iexact=address)


def join_table(game: Game, name: str, *, invitation: str, slip: str, language: str, zone: str, now: datetime) -> Player:
    """Create a guest with this name and take a free seat, by the invitation link of a table. The last seat starts the game.

    `slip` is the random token of the form, new each time the form is rendered: submitting a form again returns the same guest. Raises
    what `lobby.take_seat` and `profile.change` raise; then no guest is created.
    """
    try:
        with transaction.atomic():
            guest = _create(name, slip, language=language, zone=zone, now=now)
            lobby.take_seat(game, guest, now=now, invitation=invitation)
            return guest
    except RulesError:
        existing = _created_by(slip)
        if existing is None or not game.seats.filter(player=existing).exists():
            raise
        return existing


def play_bots(rules: str, name: str, *, slip: str, language: str, zone: str, now: datetime) -> tuple[Player, Game]:
    """Create a guest with this name and start a game against bots. `slip` is as in `join_table`.

    Raises what `bot_games.start` and `profile.change` raise; then no guest is created.
    """
    try:
        with transaction.atomic():
            guest = _create(name, slip, language=language, zone=zone, now=now)
            return guest, bot_games.start(guest, rules, now=now)
    except RulesError:
        existing = _created_by(slip)
        if existing is None:
            raise
        return existing, bot_games.start(existing, rules, now=now)


def _create(name: str, slip: str, *, language: str, zone: str, now: datetime) -> Player:
    """Create a guest without an address. Raises what `profile.change` raises."""
    with translation.override(language):
        guest = Player.objects.create_user(None, None, language=language, zone=zone)
        Player.objects.filter(pk=guest.pk).update(password=_unusable_password(slip or token_urlsafe()))
        return profile.change(guest, now=now, name=name.strip())


def _created_by(slip: str) -> Player | None:
    """The guest that an earlier submission of this form has created."""
    return Player.objects.filter(password=_unusable_password(slip), email=None).first() if slip else None


def _unusable_password(slip: str) -> str:
    """An unusable password with the HMAC of the form's token, by which a repeated submission is recognised."""
    return UNUSABLE_PASSWORD_PREFIX + salted_hmac(SALT, slip, algorithm="sha256").hexdigest()


def forget_abandoned(now: datetime) -> int:
    """Erase guests without an address who have no unfinished game and no visit within `ABANDONED_AFTER`; returns their number."""
    limit = now - ABANDONED_AFTER
    inactive = Player.objects.filter(is_bot=False, is_active=True, email=None, joined_at__lt=limit).exclude(last_login__gte=limit)
    playing = Seat.objects.filter(game__status__in=(Game.Status.OPEN, Game.Status.READY, Game.Status.ACTIVE))
    seats = (playing | Seat.objects.filter(seen_at__gt=limit)).filter(player=OuterRef("pk"))
    abandoned = list(inactive.exclude(Exists(seats)).order_by("pk")[:MOST_AT_ONCE])
    for guest in abandoned:
        erasure.erase(guest, now=now)
    return len(abandoned)

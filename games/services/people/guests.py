"""Guests: people known by an address alone. They play by mail and by signed links, and sign in with a code when they wish to."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils import translation

from games.models import AccountMail, Game, Player
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused
from games.services.people import account_mails
from games.services.tables import lobby
from notifications import delivery_results

MOST_A_DAY = 20
"""Invitations one person may send to addresses in a day: nobody is to be flooded with mails through us."""

MOST_TO_ONE = 5
"""Invitations one address may get in a day, from everybody together."""

DAY = timedelta(days=1)


def invite(game: Game, by: Player, address: str, *, network: str = "", now: datetime) -> None:
    """Invite an address to a free seat. Whether it is known is looked up later, by whoever sends the mail (`games.mails.account`).

    Raises `NotYours` for anybody but the host, `Closed` or `Refused`; each of them for reasons that say nothing about the address.
    """
    if game.host_id != by.pk:
        raise NotYours(msg("Only the host of this table can do that."), code="not_host")
    if game.status != Game.Status.OPEN:
        raise Closed(msg("This table does not look for players any more."), code="not_open")
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
    lobby.invite(game, by, [player], address=address)


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

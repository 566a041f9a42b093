"""Guests: people known by an address alone. They play by mail and by signed links, and sign in with a code when they wish to."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from games.models import Game, Player
from games.rules.messages import msg
from games.services import lobby
from games.services.errors import Closed, NotYours, Refused
from notifications.models import Message

MOST_A_DAY = 20
"""Invitations one person may send to addresses in a day: nobody is to be flooded with mails through us."""

MOST_TO_ONE = 5
"""Invitations one address may get in a day, from everybody together."""

DAY = timedelta(days=1)


def invite(game: Game, by: Player, address: str, *, now: datetime) -> Player:
    """Invite an address to a free seat; somebody new becomes a guest with a name made from the address.

    The answer is the same whether the address is known here. Raises `NotYours` for anybody but the host, `Closed` or `Refused`.
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
    sent = Message.objects.filter(kind="invitation", created_at__gt=now - DAY)
    if sent.filter(payload__by=by.pk).count() >= MOST_A_DAY or sent.filter(recipient__email__iexact=address).count() >= MOST_TO_ONE:
        raise Refused(msg("That is enough invitations for one day."), code="too_many_invitations")
    guest = person_at(address)
    lobby.invite(game, by, [guest])
    return guest


def person_at(address: str) -> Player:
    """Whoever has this address, or a new guest, who cannot sign in by password.

    The address is noted as not confirmed: the first code that signs them in then confirms it, and no second one is asked for.
    """
    known = Player.objects.filter(email__iexact=address).first()
    if known is not None:
        return known
    try:
        with transaction.atomic():
            guest = Player.objects.create_user(address, None)
            EmailAddress.objects.create(user=guest, email=address.lower(), primary=True, verified=False)
            return guest
    except IntegrityError:  # somebody else has invited the same address this very moment
        return Player.objects.get(email__iexact=address)

"""Sign-in: one-time links that are valid for an hour, personal links of guests, and the account that a mailed code signs in."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.urls import reverse

from games.models import Player
from notifications.links import BadLink, Purpose

SIGN_IN = Purpose("sign-in", timedelta(hours=1))
GUEST_SIGN_IN = Purpose("guest-sign-in", timedelta(days=180))


@dataclass(frozen=True, slots=True)
class SignUp:
    """The data of a sign-up form; it is used once the address is verified."""

    name: str
    zone: str
    language: str


def whom_a_code_signs_in(address: str, sign_up: SignUp | None) -> Player | None:
    """The player of an address that has just been verified; created now for a sign-up with a new address.

    A sign-up stores nothing before, so that neither names nor pages show whether an address is known. A guest who signs up gets the name
    of the form. None for a banned player, or for an unknown address without a sign-up.
    """
    with transaction.atomic():
        person = Player.objects.at(address)
        if person is None and sign_up is not None:
            person = _create(address, sign_up)
        if person is None or not person.is_active:
            return None
        if sign_up is not None and not person.name_chosen and person.last_login is None:
            person.name, person.name_chosen = Player.objects.free_name(sign_up.name, mine=person), True
            person.zone, person.language = sign_up.zone, sign_up.language
            person.save(update_fields=["name", "name_key", "name_chosen", "zone", "language"])
        if not EmailAddress.objects.filter(user=person, email__iexact=address).exists():
            EmailAddress.objects.create(user=person, email=address, primary=True, verified=True)
        return person


def _create(address: str, sign_up: SignUp) -> Player:
    """Create an account with the data of a sign-up; a taken name gets a number."""
    facts = {"zone": sign_up.zone, "language": sign_up.language}
    try:
        with transaction.atomic():
            return Player.objects.create_user(address, None, name=Player.objects.free_name(sign_up.name), **facts)
    except IntegrityError:  # another request has taken the name meanwhile
        return Player.objects.create_user(address, None, name=Player.objects.free_name(sign_up.name), **facts)


def one_time_link(player: Player) -> str:
    """The path of a page with a button that signs this player in. The link is invalid after one sign-in."""
    return reverse("games:sign-in", args=[SIGN_IN.sign({"player": player.pk, "seen": _seen(player)})])


def own_link(guest: Player) -> str:
    """The path of such a page for a guest without an address: valid for any number of sign-ins until they confirm an address."""
    return reverse("games:sign-in", args=[GUEST_SIGN_IN.sign({"player": guest.pk})])


def read_link(token: str) -> Player | None:
    """The player whom a link signs in, or None when it is no longer valid. Raises `BadLink` for one that is damaged or expired."""
    try:
        guest = _person(GUEST_SIGN_IN.read(token))
        return guest if guest is not None and guest.without_address else None
    except BadLink:
        facts = SIGN_IN.read(token)
    player = _person(facts)
    return player if player is not None and facts["seen"] == _seen(player) else None


def _person(facts: dict[str, Any]) -> Player | None:
    return Player.objects.filter(pk=facts["player"], is_active=True, is_bot=False).first()


def _seen(player: Player) -> str:
    """The time of the last sign-in, which invalidates used links."""
    return player.last_login.isoformat() if player.last_login else ""

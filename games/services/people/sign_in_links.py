"""Signing in: one-time links, good for one use within an hour; the own links of guests; whom a code sent to an address signs in."""

from __future__ import annotations

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
    """What somebody who signs up says about themselves; it counts once the address is proved."""

    name: str
    zone: str
    language: str


def whom_a_code_signs_in(address: str, sign_up: SignUp | None) -> Player | None:
    """The person of an address that has just been proved; made now when there is none and they want to sign up.

    Until then a sign-up leaves no trace: neither a name that is taken nor a page could tell that the address was new. A guest who
    signs up gets the name they wished for. None for who is shut out, or unknown and only wanted to sign in.
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
    facts = {"zone": sign_up.zone, "language": sign_up.language}
    try:
        with transaction.atomic():
            return Player.objects.create_user(address, None, name=Player.objects.free_name(sign_up.name), **facts)
    except IntegrityError:  # the name was taken this very moment
        return Player.objects.create_user(address, None, name=Player.objects.free_name(sign_up.name), **facts)


def one_time_link(player: Player) -> str:
    """The path of a page with a button that signs this person in. Signing in once makes the link worthless."""
    return reverse("games:sign-in", args=[SIGN_IN.sign({"player": player.pk, "seen": _seen(player)})])


def own_link(guest: Player) -> str:
    """The path of such a page for a guest without an address: it works any number of times, and ends when they confirm an address."""
    return reverse("games:sign-in", args=[GUEST_SIGN_IN.sign({"player": guest.pk})])


def read_link(token: str) -> Player | None:
    """Whom a link signs in, or None when it is worth nothing any more. Raises `BadLink` for one that is damaged or too old."""
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
    """Changes with every sign-in, so that a used link no longer fits."""
    return player.last_login.isoformat() if player.last_login else ""

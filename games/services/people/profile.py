"""Change a player's name and settings (`games.models.player.SETTINGS`)."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.models import Player
from games.models.player import SETTINGS, check_name, setting
from games.rules.messages import msg
from games.services.clocks import replan
from games.services.errors import Refused


def check_language(_player: Player, language: str) -> None:
    """Raises `Refused` for a language that the site does not have."""
    known = dict(settings.LANGUAGES)
    if language not in known:
        raise Refused(msg("Please choose one of these languages: {languages}.", languages=", ".join(known)), code="bad_language")


OF_NO_PLACE = frozenset({"Factory", "localtime"})
"""Names in the time zone database that mean no zone: "not set", and whatever the server is set to."""


def check_zone(_player: Player, zone: str) -> None:
    """Raises `Refused` for an unknown time zone."""
    if zone not in available_timezones() - OF_NO_PLACE:
        raise Refused(msg("Unknown time zone. Please use a name like Europe/Vienna."), code="bad_zone")


def check_by_program(player: Player, by_program: bool) -> None:
    """Raises `Refused` for a change during a running game, or of a rated program: people and programs have separate ratings."""
    if by_program == player.by_program:
        return
    if player.seats.filter(live=True).exists():
        raise Refused(msg("You can change whether a program plays for you once none of your games is running."), code="games_running")
    if not by_program and player.ratings.exists():
        raise Refused(msg("This account has a rating as a program, so this cannot be changed."), code="rated_as_program")


CHECKS: Mapping[str, Callable[[Player, Any], None]] = {"language": check_language, "zone": check_zone, "by_program": check_by_program}


def change(player: Player, *, now: datetime, name: str | None = None, **given: Any) -> Player:
    """Change the name and the `given` settings; returns the player as stored.

    A new time zone replans open deadlines. Raises `Refused`, and `TypeError` for an unknown setting; nothing has changed then.
    """
    fresh = Player.objects.get(pk=player.pk)
    before = fresh.zone
    if name is not None:
        try:
            if name != fresh.name:
                check_name(name)
        except ValidationError as error:
            raise Refused(msg("{why}", why=" ".join(error.messages)), code="bad_name") from error
        fresh.name, fresh.name_chosen = name, True
    for key, value in given.items():
        if key not in SETTINGS:
            raise TypeError(f"People have no setting {key!r}; there are {', '.join(SETTINGS)}.")
        if key in CHECKS:
            CHECKS[key](fresh, value)
        setattr(fresh, key, value)
    try:
        with transaction.atomic():
            fresh.save(update_fields=["name", "name_key", "name_chosen", *SETTINGS])
    except IntegrityError as error:
        raise Refused(msg("This name is taken. Please choose another one."), code="name_taken") from error
    if fresh.zone != before:
        replan.games_of(fresh.pk, now)
    return fresh


def forget(player: Player) -> None:
    """Reset every setting to its default; the caller saves."""
    for key in SETTINGS:
        setattr(player, key, setting(key).get_default())

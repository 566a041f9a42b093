"""Changing one's own name, language and time zone."""

from __future__ import annotations

from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.models import Player
from games.models.player import check_name
from games.rules.messages import msg
from games.services.errors import Refused


def change(
    player: Player,
    *,
    name: str | None = None,
    language: str | None = None,
    zone: str | None = None,
    challenges: str | None = None,
    by_program: bool | None = None,
) -> Player:
    """Change what is given; returns the person as stored. Raises `Refused` and then nothing has changed."""
    fresh = Player.objects.get(pk=player.pk)
    if name is not None:
        try:
            check_name(name)
        except ValidationError as error:
            raise Refused(msg("{why}", why=" ".join(error.messages)), code="bad_name") from error
        fresh.name, fresh.name_chosen = name, True
    if language is not None:
        if language not in dict(settings.LANGUAGES):
            raise Refused(
                msg("There are these languages: {languages}.", languages=", ".join(dict(settings.LANGUAGES))), code="bad_language"
            )
        fresh.language = language
    if zone is not None:
        if zone not in available_timezones():
            raise Refused(msg("There is no time zone of that name; they are like Europe/Vienna."), code="bad_zone")
        fresh.zone = zone
    if challenges is not None:
        fresh.challenges = challenges
    if by_program is not None:
        check_by_program(fresh, by_program)
        fresh.by_program = by_program
    try:
        with transaction.atomic():
            fresh.save(update_fields=["name", "name_key", "name_chosen", "language", "zone", "challenges", "by_program"])
    except IntegrityError as error:
        raise Refused(msg("Somebody is called that already. Please choose another name."), code="name_taken") from error
    return fresh


def check_by_program(player: Player, by_program: bool) -> None:
    """People and programs are rated apart, so nobody changes sides in the middle of a game. Raises `Refused`."""
    if by_program == player.by_program:
        return
    if player.seats.filter(live=True).exists():
        raise Refused(msg("Whether a program plays for you can be changed as soon as none of your games is running."), code="games_running")
    if not by_program and player.ratings.exists():
        raise Refused(msg("This account has a rating as a program and stays one."), code="rated_as_program")

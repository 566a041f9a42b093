"""Announcing a tournament by API: what the declaration of announcements names, each field as its own JSON type."""

from __future__ import annotations

from typing import Any

from django.db import models
from rest_framework import serializers

from games.api.base.fields import (
    Body,
    OptionsField,
    PaceField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictDateTimeField,
    StrictIntegerField,
)
from games.services.operations.audit import LONGEST_REASON
from games.tournaments.formats.standings import KNOWN
from games.tournaments.services.announcement import ANNOUNCED, Announced

NEEDED = ("title", "rules")
ELSEWHERE = ("follows",)
"""Said by the act that makes the next season of a tournament."""
MOST = 32_767


class TournamentRequest(Body):
    """The announcement of a tournament. Fields left out get their defaults. All can be changed until registration opens."""

    reason = StrictCharField(max_length=LONGEST_REASON, allow_blank=False, help_text="The reason, stored with the announcement.")

    def get_fields(self) -> dict[str, Any]:
        announced = {one.name: field(one) for one in ANNOUNCED if one.name not in ELSEWHERE}
        return {**announced, **super().get_fields()}


def field(one: Announced) -> serializers.Field[Any, Any, Any, Any]:
    model = one.field
    how: dict[str, Any] = {"required": one.name in NEEDED, "help_text": sentence(model)}
    if one.name in ("options", "pace"):
        return OptionsField(**how) if one.name == "options" else PaceField(**how)
    if isinstance(model, models.JSONField):
        known = f"{how['help_text']} Some of: {', '.join(KNOWN)}."
        return serializers.ListField(child=StrictCharField(max_length=40), max_length=len(KNOWN), **(how | {"help_text": known}))
    if isinstance(model, models.BooleanField):
        return StrictBooleanField(**how)
    if isinstance(model, models.DateTimeField):
        return StrictDateTimeField(allow_null=True, **(how | {"help_text": how["help_text"].replace("Empty:", "Null:")}))
    if isinstance(model, models.IntegerField):
        numbers = [int(value) for value, _label in model.choices or ()]
        return StrictIntegerField(min_value=min(numbers, default=0), max_value=max(numbers, default=MOST), **how)
    if model.choices:
        return StrictChoiceField(choices=[value for value, _label in model.choices], **how)
    return StrictCharField(max_length=model.max_length, allow_blank=model.blank, **how)


def sentence(model: models.Field[Any, Any]) -> str:
    """Its label and its help, as forms show them."""
    label = str(model.verbose_name)
    return " ".join([f"{label[:1].upper()}{label[1:]}.", str(model.help_text)]).strip()

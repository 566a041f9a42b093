"""Strict serializer fields for request bodies: each accepts its own JSON type only. A `Body` accepts its own field names only.

The fields of DRF convert "yes" to true, 3.0 to 3 and 7 to "7". Here such values are refused, because they indicate an error of the client.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.core.validators import MaxValueValidator
from django.db.models import BooleanField, Field, IntegerField
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.utils.serializer_helpers import BindingDict

RFC3339 = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})")


class StrictCharField(serializers.CharField):
    """A JSON string; "" is fine unless `allow_blank` is False."""

    def __init__(self, **how: Any) -> None:
        least = {"min_length": 1} if how.get("allow_blank") is False else {}  # for the OpenAPI document
        super().__init__(**{"allow_blank": True, "trim_whitespace": False, **least, **how})

    def to_internal_value(self, data: Any) -> str:
        """The string. Fails with "invalid" for another JSON type."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class StrictIntegerField(serializers.IntegerField):
    """A JSON number without a fraction."""

    def to_internal_value(self, data: Any) -> int:
        """The integer. Fails with "invalid" for another JSON type."""
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class StrictBooleanField(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        """The boolean. Fails with "invalid" for another JSON type."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictDateTimeField(StrictCharField):
    """A moment as RFC 3339 writes it, with its offset; in UTC."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**{"allow_blank": False, "min_length": None, **how})

    def to_internal_value(self, data: Any) -> Any:
        """The time in UTC. Raises ValidationError for a text that is not in RFC 3339."""
        text = super().to_internal_value(data)
        try:
            if RFC3339.fullmatch(text) is None:
                raise ValueError("Python reads more than RFC 3339 allows")
            return datetime.fromisoformat(text).astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise serializers.ValidationError("A moment like 2026-03-02T12:00:00Z is wanted.", code="bad_moment") from error


class StrictChoiceField(serializers.ChoiceField):
    """A JSON string that is one of the choices; the error lists them."""

    def __init__(self, choices: Sequence[str], **how: Any) -> None:
        super().__init__(choices, **how)
        self.error_messages["invalid_choice"] = f"One of these is wanted: {', '.join(choices)}."

    def to_internal_value(self, data: Any) -> Any:
        """The choice. Fails with "invalid_choice" for another JSON type or value."""
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


def of_column(field: Field[Any, Any], **how: Any) -> serializers.Field[Any, Any, Any, Any]:
    """The request field for a model field: boolean, integer from 0, choices, or text; keyword arguments go to the field."""
    if isinstance(field, BooleanField):
        return StrictBooleanField(**how)
    if isinstance(field, IntegerField):
        most = next((one.limit_value for one in field.validators if isinstance(one, MaxValueValidator)), None)
        return StrictIntegerField(min_value=0, max_value=most, **how)
    if field.choices:
        return StrictChoiceField(choices=[word for word, _title in field.flatchoices], **how)
    return StrictCharField(max_length=field.max_length, **how)


class StrictDictField(serializers.DictField):
    """A JSON object whose content a service checks."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The object, unchanged. Fails with "not_a_dict" for another JSON type."""
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        return data


class OptionsField(StrictDictField):
    """Values of a game's settings; its rules judge them."""


class PaceField(StrictDictField):
    """A pace; `games.services.clocks.pace` checks it."""


class LadderField(StrictDictField):
    """An absence ladder; `games.services.absence.ladder` checks it."""


class PreferencesField(StrictDictField):
    """By kind of message: whether one wants it, and how."""


class Body(serializers.Serializer[Any]):
    """A request body: an object with these fields and no others.

    Fields keep nothing of a request, so all bodies of a class share those that were made for the first one.
    """

    @property
    def fields(self) -> BindingDict:
        """The fields by name, shared by all instances of the class."""
        return _fields_of(type(self))

    def to_internal_value(self, data: Any) -> Any:
        """The values. Raises ValidationError with every fault at once: of known fields, then every unknown name."""
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if not unknown:
                raise
            raise serializers.ValidationError({**error.detail, **self._unknown_names(unknown)}) from error  # type: ignore[dict-item]
        if unknown:
            raise serializers.ValidationError(self._unknown_names(unknown))
        return values

    def _unknown_names(self, names: Sequence[str]) -> dict[str, list[ErrorDetail]]:
        known = ", ".join(self.fields) or "none"
        text = f"There is no such field here; there are: {known}."
        return {name[:80]: [ErrorDetail(text, code="unknown")] for name in names}


@cache
def _fields_of(shape: type[Body]) -> BindingDict:
    body = shape()
    found = BindingDict(body)
    for name, field in body.get_fields().items():
        found[name] = field
    return found


class EmptyBody(Body):
    """No fields: the body is empty or {}."""

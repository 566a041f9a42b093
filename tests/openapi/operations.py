"""Schema of one operation for drf-spectacular: security, responses and headers, derived from the view."""

from __future__ import annotations

import re
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework.permissions import SAFE_METHODS

from games.api.base import fields
from games.api.base.describe import Operation, Parameter
from tests.openapi import parts

BODIES = ("POST", "PUT", "PATCH")


class OperationSchema(AutoSchema):
    """The AutoSchema of drf-spectacular, completed from the attributes of `games.api.base.views.View`."""

    view: Any

    @property
    def described(self) -> Operation:
        """The description that `games.api.base.describe.operation` stores with the method of the view."""
        found: Operation = getattr(self.view, self.method.lower()).operation
        return found

    def get_operation_id(self) -> str:
        """The declared id."""
        return self.described.name

    def get_tags(self) -> list[str]:
        """The declared tag."""
        return [self.described.tag]

    def get_request_serializer(self) -> Any:
        """The class of the body."""
        return self.described.body

    def get_response_serializers(self) -> Any:
        """The declared schemas by status."""
        return dict(self.described.answers)

    def get_override_parameters(self) -> list[Any]:
        """The declared parameters."""
        return [_parameter(one) for one in self.described.parameters]

    def get_summary(self) -> str:
        """The first sentence or clause of the description."""
        return re.split(r"[.;:] |\.$", self.get_description(), maxsplit=1)[0]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """The security requirements: scope of the token, session only (scope None), and none for public reads."""
        reading = self.method in SAFE_METHODS
        scope = self.view.read_scope if reading else self.view.write_scope
        open_to_all: list[dict[str, list[str]]] = [{}] if reading and self.view.open_to_all else []
        if scope is None:
            return [*open_to_all, {"session": []}]
        scopes = [scope] if scope else []
        return [*open_to_all, {"oauth": scopes}, {"token": []}, {"session": []}]

    def _get_format_parameters(self) -> list[dict[str, Any]]:
        """No format parameters: clients select the format by the Accept header."""
        return []

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The operation, with references to shared components."""
        found: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if found is None:
            return None
        shared = {it["name"] for it in found.get("parameters", [])}
        reading, once = self.method == "GET", "Idempotency-Key" in shared
        for status, answer in found["responses"].items():
            found["responses"][status] = parts.success(found["operationId"], status, answer, reading=reading, once=once)
        problems = {status: parts.problem(status) for status in self._problems(shared)}
        found["responses"] = dict(sorted((found["responses"] | problems).items()))
        found["parameters"] = [parts.parameter(it) for it in found.get("parameters", [])] + parts.more_parameters(self.method)
        parts.add_example(found)
        return found

    def _problems(self, shared: set[str]) -> set[str]:
        """The statuses of possible refusals."""
        statuses = {"400", "401", "406", "429", "503", *self.described.also}
        scope = self.view.read_scope if self.method == "GET" else self.view.write_scope
        if scope != "" or self.method != "GET":
            statuses.add("403")
        if "{" in self.path:
            statuses.add("404")
        if self.method == "GET":
            statuses.add("304")
            if self.path.startswith("/api/v1/games/{code}/"):
                statuses.add("409")  # its stored position cannot be read
        else:
            statuses |= {"409", "422"}
        if self.method in BODIES:
            statuses |= {"411", "413", "415"}
        if "If-Match" in shared:
            statuses |= {"412", "428"}
        return statuses


def _parameter(one: Parameter) -> OpenApiParameter:
    place: Any = OpenApiParameter.HEADER if one.read is None else OpenApiParameter.QUERY
    return OpenApiParameter(one.name, dict(one.schema), place, description=one.description)


FIELDS: dict[type, dict[str, Any]] = {
    fields.StrictDateTimeField: {"type": "string", "format": "date-time"},
    fields.StrictDictField: {"type": "object", "additionalProperties": True},
    fields.PaceField: {"$ref": "#/components/schemas/Pace"},
    fields.LadderField: {"$ref": "#/components/schemas/AbsenceLadder"},
    fields.PreferencesField: {
        "type": "object",
        "propertyNames": {"$ref": "#/components/schemas/MessageKind"},
        "additionalProperties": {"$ref": "#/components/schemas/KindPreferenceUpdate"},
    },
}
for kind, schema in FIELDS.items():
    extend_schema_field(schema)(kind)

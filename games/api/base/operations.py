"""How one operation is described: who may call it, what it answers and with which headers, all from the view itself."""

from __future__ import annotations

import re
from typing import Any

from drf_spectacular.openapi import AutoSchema

from games.api.base import document_parts as parts
from games.api.base.auth import READING

BODIES = ("POST", "PUT", "PATCH")
BY_HAND = "x-also"
"""Statuses that `operation(also=…)` adds."""


class OperationSchema(AutoSchema):
    """drf-spectacular's, completed with what our views declare."""

    view: Any

    def get_summary(self) -> str:
        """The first words of the description."""
        return re.split(r"[.;:] |\.$", self.get_description(), maxsplit=1)[0]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """The scope a token needs, or no token at all; reading what everybody may know needs nothing."""
        reading = self.method in READING
        scope = self.view.read_scope if reading else self.view.write_scope
        open_to_all: list[dict[str, list[str]]] = [{}] if reading and self.view.open_to_all else []
        if scope is None:
            return [*open_to_all, {"session": []}]
        scopes = [scope] if scope else []
        return [*open_to_all, {"oauth": scopes}, {"token": []}, {"session": []}]

    def _get_format_parameters(self) -> list[dict[str, Any]]:
        """None: what one wants is said in Accept."""
        return []

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The operation, with references to what others share."""
        found: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if found is None:
            return None
        shared = {it["name"] for it in found.get("parameters", [])}
        also = found.pop(BY_HAND, ())
        reading, once = self.method == "GET", "Idempotency-Key" in shared
        for status, answer in found["responses"].items():
            found["responses"][status] = parts.success(found["operationId"], status, answer, reading=reading, once=once)
        problems = {status: parts.problem(status) for status in self._problems(shared, also)}
        found["responses"] = dict(sorted((found["responses"] | problems).items()))
        found["parameters"] = [parts.parameter(it) for it in found.get("parameters", [])] + parts.more_parameters(self.method)
        parts.add_example(found)
        return found

    def _problems(self, shared: set[str], also: tuple[str, ...]) -> set[str]:
        """Which refusals are possible."""
        statuses = {"400", "401", "406", "429", "503", *also}
        scope = self.view.read_scope if self.method == "GET" else self.view.write_scope
        if scope != "" or self.method != "GET":
            statuses.add("403")
        if "{" in self.path:
            statuses.add("404")
        if self.method == "GET":
            statuses.add("304")
        else:
            statuses |= {"409", "422"}
        if self.method in BODIES:
            statuses |= {"411", "413", "415"}
        if "If-Match" in shared:
            statuses |= {"412", "428"}
        return statuses

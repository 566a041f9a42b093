"""The committed OpenAPI document, which `tests.openapi` generates from the views."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import yaml
from django.conf import settings

try:
    from yaml import CSafeLoader as SafeLoader
except ImportError:  # a PyYAML without libyaml
    from yaml import SafeLoader  # type: ignore[assignment]

COMMITTED = Path(settings.OPENAPI_DOCUMENT)


@cache
def committed() -> dict[str, Any]:
    """The committed document, parsed. A test compares it with the generated one."""
    document: dict[str, Any] = yaml.load(COMMITTED.read_text(encoding="utf-8"), Loader=SafeLoader)
    return document


@cache
def document(kind: str) -> tuple[bytes, str]:
    """The bytes of the committed document as "yaml" or "json", and their ETag."""
    content = COMMITTED.read_bytes() if kind == "yaml" else orjson.dumps(committed())
    return content, f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"'


def resolved(found: dict[str, Any]) -> dict[str, Any]:
    """The target of a reference of the committed document; an object without "$ref" is returned unchanged."""
    if "$ref" not in found:
        return found
    section, name = found["$ref"].split("/")[-2:]
    it: dict[str, Any] = committed()["components"][section][name]
    return it


def first_example(operation: dict[str, Any], of: str) -> str:
    """The recorded "request" or "answer" of an operation as JSON; "" where there is none."""
    answers = (resolved(answer) for status, answer in operation["responses"].items() if status.startswith("2"))
    places = [operation.get("requestBody", {})] if of == "request" else answers
    for place in places:
        example = place.get("content", {}).get("application/json", {}).get("examples", {}).get("recorded")
        if example is not None:
            return json.dumps(resolved(example)["value"], ensure_ascii=False, indent=2)
    return ""


def scope_of(operation: dict[str, Any]) -> str | None:
    """The scope that an operation needs: "" for any token, None if it takes no token."""
    wanted = [it["oauth"] for it in operation["security"] if "oauth" in it]
    return "".join(wanted[0]) if wanted else None

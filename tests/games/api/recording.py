"""Examples of the API document: with `FATE_RECORD_EXAMPLES=1` requests and answers of the tests are kept, shortened and without secrets."""

from __future__ import annotations

import json
import os
import re
from typing import Any

from games.api.base.document_parts import EXAMPLES, label_of
from games.api.base.schema import committed

RECORDING = bool(os.environ.get("FATE_RECORD_EXAMPLES"))
LONGEST = 60
MOST_ITEMS = 2
SECRETS = {"key": "fate_…", "secret": "whsec_…", "invitation": "…", "endpoint": "https://push.example/…", "p256dh": "…", "auth": "…"}
KEEP = re.compile(r"[0-9a-f]{64}|https?://.*|[0-9]{4}-.*")


def record(method: str, path: str, body: Any, answer: Any) -> None:
    """Keep the first success of an operation; the first answer of each shape."""
    if not RECORDING or not 200 <= answer.status_code < 300:
        return
    found = _operation(method, path.partition("?")[0])
    if found is None:
        return
    kept = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    name = found["operationId"]
    if isinstance(body, dict) and body and "requestBody" in found:
        kept["requests"].setdefault(name, shortened(body))
    shape = _shape(found, str(answer.status_code))
    if shape is not None and answer.headers.get("Content-Type", "").startswith("application/json"):
        seen = shortened(answer.json())
        label = label_of(name, shape)
        if label not in kept["answers"] or _emptiness(kept["answers"][label]) > _emptiness(seen):
            kept["answers"][label] = seen
    kept = {part: dict(sorted(examples.items())) for part, examples in kept.items()}
    EXAMPLES.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def shortened(value: Any, depth: int = 0, name: str = "") -> Any:
    """Lists of one or two, texts that fit on a line, nobody's secret, no host of a test."""
    if isinstance(value, dict):
        return {key: shortened(inner, depth + 1, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [shortened(inner, depth + 1) for inner in value[: MOST_ITEMS if depth < 3 else 1]]
    if isinstance(value, str):
        if name in SECRETS and len(value) > 20:
            return SECRETS[name]
        value = value.replace("http://testserver", "https://fate.example")
        return value if len(value) <= LONGEST or KEEP.fullmatch(value) else value[:LONGEST].rstrip() + "…"
    return value


def _operation(method: str, path: str) -> dict[str, Any] | None:
    for template, methods in committed()["paths"].items():
        if method in methods and re.fullmatch(re.sub(r"\\\{.*?\\\}", "[^/]+", re.escape(template)), "/" + path.strip("/")):
            found: dict[str, Any] = methods[method]
            return found
    return None


def _shape(operation: dict[str, Any], status: str) -> dict[str, Any] | None:
    answer = operation["responses"].get(status, {})
    if "$ref" in answer:
        answer = committed()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    shape: dict[str, Any] | None = answer.get("content", {}).get("application/json", {}).get("schema")
    return shape


def _emptiness(value: Any) -> int:
    """How much there is nothing to see in: examples with items say more."""
    if isinstance(value, dict):
        return sum(_emptiness(inner) for inner in value.values())
    if isinstance(value, list):
        return sum(map(_emptiness, value)) if value else 1
    return int(value is None)

"""Plugin that records examples for the API document from the requests and answers of tests, shortened and without secrets.

`python3 manage.py test -p tests.games.api.recording -n 0 tests/games/api tests/notifications` adds the missing examples and
replaces those that no longer match docs/openapi.yaml.
"""

from __future__ import annotations

import json
import re
from typing import Any

from jsonschema import Draft202012Validator

LONGEST = 60
MOST_ITEMS = 2
SECRETS = {
    **{"key": "fate_…", "secret": "whsec_…", "invitation": "…", "endpoint": "https://push.example/device"},
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",  # the keys of RFC 8291
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
KEEP = re.compile(r"[0-9a-f]{64}|https?://.*|[0-9]{4}-.*")


def pytest_sessionstart() -> None:
    """Record all requests of Django's test client. The import is here because Django must be set up first."""
    from django.test import Client

    asked = Client.generic

    def generic(self: Client, method: str, path: str, data: Any = "", *args: Any, **kwargs: Any) -> Any:
        answer = asked(self, method, path, data, *args, **kwargs)
        if path.startswith("/api/v1/") and 200 <= answer.status_code < 300:
            record(method.lower(), path.partition("?")[0].removeprefix("/api/v1/"), data, answer)
        return answer

    Client.generic = generic  # type: ignore[method-assign,assignment]


def record(method: str, path: str, data: Any, answer: Any) -> None:
    """Keep the first request of an operation and, for each shape of answer, the one with the most content."""
    from tests.openapi.parts import EXAMPLES, label_of

    try:
        body = json.loads(data or "{}")
    except ValueError:
        return
    found = _operation(method, path)
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
        old = kept["answers"].get(label)
        if old is None or _is_outdated(old, shape) or _emptiness(old) > _emptiness(seen):
            kept["answers"][label] = seen
    kept = {part: dict(sorted(examples.items())) for part, examples in kept.items()}
    EXAMPLES.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def shortened(value: Any, depth: int = 0, name: str = "") -> Any:
    """A copy with lists of one or two items, texts of one line, no secrets and no host name of a test."""
    if isinstance(value, dict):
        return {key: shortened(inner, depth + 1, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [shortened(inner, depth + 1) for inner in value[:MOST_ITEMS]]
    if isinstance(value, str):
        if name in SECRETS and len(value) > 20:
            return SECRETS[name]
        value = value.replace("http://testserver", "https://fate.example")
        return value if len(value) <= LONGEST or KEEP.fullmatch(value) else value[:LONGEST].rstrip() + "…"
    return value


def _operation(method: str, path: str) -> dict[str, Any] | None:
    from games.api.base.schema import committed

    for template, methods in committed()["paths"].items():
        if method in methods and re.fullmatch(re.sub(r"\\\{.*?\\\}", "[^/]+", re.escape(template)), "/" + path.strip("/")):
            found: dict[str, Any] = methods[method]
            return found
    return None


def _shape(operation: dict[str, Any], status: str) -> dict[str, Any] | None:
    from games.api.base.schema import committed

    answer = operation["responses"].get(status, {})
    if "$ref" in answer:
        answer = committed()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    shape: dict[str, Any] | None = answer.get("content", {}).get("application/json", {}).get("schema")
    return shape


def _is_outdated(example: Any, shape: dict[str, Any]) -> bool:
    """Whether an example does not match the current document."""
    from games.api.base.schema import committed

    return not Draft202012Validator({**shape, "components": committed()["components"]}).is_valid(example)


def _emptiness(value: Any) -> int:
    """The number of empty values: examples with items are preferred."""
    if isinstance(value, dict):
        return sum(_emptiness(inner) for inner in value.values())
    if isinstance(value, list):
        return sum(map(_emptiness, value)) if value else 1
    return int(value is None)

"""Hooks loaded by schemathesis: two callers by turns, paths of existing games, and the check that refused requests change nothing.

The module runs in the process of schemathesis. FATE_FUZZ (JSON) gives the database, the callers and the games.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import cycle
from typing import Any

import psycopg
import schemathesis

FACTS: dict[str, Any] = json.loads(os.environ["FATE_FUZZ"])
STANDS = """
SELECT g.id, g.seq, g.status, md5(g.position), (SELECT count(*) FROM games_move m WHERE m.game_id = g.id),
    (SELECT string_agg(s.nth || s.state || coalesce(s.player_id::text, ''), ',' ORDER BY s.index) FROM games_seat s WHERE s.game_id = g.id)
FROM games_game g ORDER BY g.id
"""
DATABASE = psycopg.connect(FACTS["database"], autocommit=True)
KEYS: Iterator[str] = cycle(FACTS["keys"])
LAST = {"before": [()]}
OWNERS: dict[tuple[str, str], str] = {}
"""The token of the creator of each object: another person may get 404 for it."""

LONG_NUMBER = re.compile(r"\d{19}")
FIRST = "$response.body#/items/0/"
BODIES: dict[tuple[str, str], dict[str, str]] = {
    ("RulesPage", "games_create"): {"rules": FIRST + "key", "seats": FIRST + "seats/0"},
    ("Rules", "games_create"): {"rules": "$response.body#/key", "seats": "$response.body#/seats/0"},
    ("GameCreatedOnce", "webhooks_create"): {"game": "$response.body#/code"},
    ("View", "moves_create"): {"text": "$response.body#/decision/options/0/token", "nth": "$response.body#/nth"},
    ("Orders", "orders_create"): {"text": "$response.body#/offers/0/example"},
    ("Clocks", "clocks_nudge"): {"seat": "$response.body#/waiting/0/seat"},
    ("Clocks", "clocks_give"): {"seat": "$response.body#/waiting/0/seat"},
    ("SubstituteSeatPage", "clocks_take_over"): {"seat": FIRST + "seat"},
    ("ChallengePage", "games_join"): {"invitation": FIRST + "invitation"},
    ("ChallengePage", "games_decline"): {"invitation": FIRST + "invitation"},
    ("AbsencePage", "absences_withdraw"): {"start": FIRST + "start"},
    ("WebhookCallPage", "webhooks_redeliver"): {"message": FIRST + "message"},
}
"""Values of responses that the links put into bodies. They are not in the document, which openapi-generator would not read then."""


def stands() -> list[tuple[Any, ...]]:
    """The state of every game."""
    return DATABASE.execute(STANDS).fetchall()


@schemathesis.hook
def before_load_schema(context: Any, raw_schema: dict[str, Any]) -> None:
    """Use existing codes, cursors and identifiers as parameters; random ones would only reach "not found".

    Other query parameters follow the document: a search by `name` takes any name. The stream is left out: another process
    serves it, and it does not end.
    """
    del raw_schema["paths"]["/stream"]
    for (answer, operation), body in BODIES.items():
        links = raw_schema["components"]["responses"][answer].setdefault("links", {})
        links.setdefault(operation, {"operationId": operation})["requestBody"] = body
    shared = raw_schema["components"]["parameters"]
    for path, methods in raw_schema["paths"].items():
        known = {
            **FACTS["places"],
            "code": FACTS["spare"] if path.endswith(("/resign", "/leave", "/cancel", "/rematch")) else FACTS["games"],
        }
        known |= {"code": FACTS["tournaments"]} if "/tournaments" in path else {}
        for operation in methods.values():
            given = operation.get("parameters", [])
            operation["parameters"] = [deepcopy(shared[it["$ref"].rpartition("/")[2]]) if "$ref" in it else it for it in given]
            for parameter in operation["parameters"]:
                if parameter["name"] in known and (parameter["in"] == "path" or parameter["name"] == "cursor"):
                    parameter["schema"] |= {"enum": known[parameter["name"]]}


@schemathesis.hook
def filter_body(context: Any, body: Any) -> bool:
    """Leaves out numbers of more than 18 digits, which are refused as JSON also where the document allows any value."""
    try:
        text = json.dumps(body)
    except (TypeError, ValueError):
        return True  # no JSON: a form, or bytes that are wrong on purpose
    return LONG_NUMBER.search(text) is None


def place(case: Any) -> tuple[str, str]:
    """The collection and identifier in a path: ("games", "k3m") for /api/v1/games/{code}/notes."""
    parts = case.path.split("/")
    first = next((number for number, part in enumerate(parts) if part.startswith("{")), 0)
    return parts[first - 1], str((case.path_parameters or {}).get(parts[first].strip("{}"), ""))


@schemathesis.auth(refresh_interval=None)  # type: ignore[call-overload, untyped-decorator, unused-ignore]
class InTurn:
    """Authentication that alternates between the two callers."""

    def get(self, case: Any, context: Any) -> str:
        """The token of the next caller."""
        return next(KEYS)

    def set(self, case: Any, data: str, context: Any) -> None:
        """Authenticate as that caller, or as the creator of the object in the path."""
        case.headers["Authorization"] = f"Bearer {OWNERS.get(place(case), data)}"


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Store the state before the request."""
    LAST["before"] = stands()


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Store who created an object."""
    if response.status_code == 201:
        made = response.json()
        OWNERS[case.path.rpartition("/")[2], str(made.get("code", made.get("id")))] = case.headers["Authorization"].removeprefix("Bearer ")


@schemathesis.check
def refused_means_unchanged(ctx: Any, response: Any, case: Any) -> None:
    """Only a successful answer may have changed a game."""
    if not 200 <= response.status_code < 300:
        now = stands()
        assert now == LAST["before"], f"{response.status_code} has changed {set(now) ^ set(LAST['before'])}"

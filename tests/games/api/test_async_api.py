"""Tests of the AsyncAPI document: it is served, linked and self-contained, and it matches a line of the stream."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from django.utils import timezone

from games.api.base.async_api import described
from games.api.streams import lines
from games.models import Player
from games.queries.tables import stream_state
from tests.games.conftest import start


def references(value: Any) -> set[str]:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    own = {value["$ref"]} if isinstance(value, dict) and isinstance(value.get("$ref"), str) else set()
    return own.union(*map(references, inside))


def there(document: Any, reference: str) -> bool:
    for part in reference.removeprefix("#/").split("/"):
        document = document.get(part, {})
    return bool(document)


def test_front_door_leads_to_the_document_and_every_reference_in_it_somewhere(client: Client, db: None) -> None:
    address = client.get("/api/v1/").json()["asyncapi"]
    document = client.get(urlsplit(address).path).json()
    assert document == described()
    assert document["asyncapi"].startswith("3.")
    assert [it for it in references(document) if not there(document, it)] == []
    assert {it["action"] for it in document["operations"].values()} == {"send"}


def test_lines_have_the_fields_that_the_document_names(alice: Player, bob: Player) -> None:
    start(alice, bob, now=timezone.now())
    [standing] = stream_state.running([alice.pk])[alice.pk].values()
    schema = described()["components"]["schemas"]["StreamLine"]
    named = set().union(*(shape.get("properties", {}) for shape in (schema, *schema.get("oneOf", []), *schema.get("anyOf", []))))
    assert set(lines.facts(standing, timezone.now())) <= named

"""Tests of the links of the API document: programs and schemathesis follow them from one response to the next request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.api.base.schema import committed, resolved

BODY = "$response.body#/"
PATH = "$request.path."


def operations() -> dict[str, tuple[str, dict[str, Any]]]:
    """Path and description of each operation, by its id."""
    return {found["operationId"]: (path, found) for path, methods in committed()["paths"].items() for found in methods.values()}


def links() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """Each link: the operation, the name of the link, the link, and the response that has it."""
    for name, (_path, operation) in operations().items():
        for answer in map(resolved, operation["responses"].values()):
            for to, link in answer.get("links", {}).items():
                yield name, to, link, answer


def shown(answer: dict[str, Any]) -> Any:
    """The example of a response."""
    return resolved(answer["content"]["application/json"]["examples"]["recorded"])["value"]


def at(value: Any, pointer: str) -> Any:
    """The value at a JSON pointer; None below null and beyond the end of a list. Raises KeyError for a field that does not exist."""
    for step in pointer.split("/"):
        if value is None or (isinstance(value, list) and int(step) >= len(value)):
            return None
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def taken(operation: dict[str, Any]) -> set[str]:
    """The names of the parameters of an operation."""
    return {resolved(it)["name"] for it in operation.get("parameters", [])}


def faults() -> Iterator[str]:
    known = operations()
    for source, to, link, answer in links():
        given = link["parameters"]
        yield from (f"{source} → {to}: {name}" for name in given.keys() - taken(known[link["operationId"]][1]))
        for value in given.values():
            if value.startswith(PATH) and f"/{{{value.removeprefix(PATH)}}}" not in known[source][0]:
                yield f"{source} → {to}: {value}"
            elif value.startswith(BODY):
                try:
                    at(shown(answer), value.removeprefix(BODY))
                except KeyError:
                    yield f"{source} → {to}: {value}"


def test_every_link_takes_values_that_exist_and_gives_them_to_parameters_that_exist() -> None:
    assert list(faults()) == []


@pytest.mark.parametrize("source", ["rules_list", "games_create", "games_view", "webhooks_create", "tournaments_create"])
def test_operation_leads_to_others(source: str) -> None:
    assert any(name == source for name, *_rest in links())


def test_links_lead_from_lists_to_most_operations() -> None:
    """A sequence that follows them reaches all but those that belong to nothing in a list: settings, files and the session's own."""
    reached = {link["operationId"] for _source, _to, link, _answer in links()}
    paths = {name: path for name, (path, _found) in operations().items() if "{" in path}
    assert paths.keys() - reached == {"addresses_delete", "tokens_delete"}

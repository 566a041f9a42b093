"""Tests of the OpenAPI document: generated from the code, valid, every item described. test_fuzz.py runs schemathesis on it."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from html import unescape
from typing import Any

import yaml
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from games.api.base.problems import KINDS
from games.api.base.schema import COMMITTED, SafeLoader
from tests.openapi.document import Generator

DOCUMENT: dict[str, Any] = yaml.load(COMMITTED.read_text(encoding="utf-8"), Loader=SafeLoader)


def test_committed_document_is_what_the_code_says() -> None:
    with GENERATOR_STATS.silence():
        made = Generator().get_schema(request=None, public=True)
    assert not GENERATOR_STATS._warn_cache
    validate_schema(made)
    assert yaml.load(yaml.safe_dump(made), Loader=SafeLoader) == DOCUMENT, (
        "python3 manage.py spectacular --fail-on-warn --file docs/openapi.yaml"
    )


def test_every_operation_is_described_in_words() -> None:
    bare = [path for path, methods in DOCUMENT["paths"].items() for found in methods.values() if not found.get("description")]
    assert bare == []


def test_docs_page_has_every_operation_and_problem_and_nothing_from_elsewhere(db: None) -> None:
    page = Client().get("/api/v1/docs").content.decode()
    for methods in DOCUMENT["paths"].values():
        for found in methods.values():
            assert f'id="{found["operationId"]}"' in page
    for kind in KINDS:
        assert f'id="problem-{kind}"' in page
    assert 'src="http' not in page


def test_docs_page_has_a_line_for_curl_for_everything_a_token_may_do(db: None) -> None:
    page = unescape(Client().get("/api/v1/docs").content.decode())
    lines = re.findall(r'<pre class="plain curl">(.*?)</pre>', page)
    allowed = [it for methods in DOCUMENT["paths"].values() for it in methods.values() if any("oauth" in way for way in it["security"])]
    assert len(lines) == len(allowed) - 1  # the stream does not end
    assert all(shlex.split(line)[0] == "curl" and re.fullmatch(r"\$api/[A-Za-z0-9_/-]*", shlex.split(line)[-1]) for line in lines)
    assert """curl -H "$key" "$api/games/CODE/view\"""" in lines


def schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each property of a schema, by the name of both."""
    for name, schema in DOCUMENT["components"]["schemas"].items():
        for field, found in schema.get("properties", {}).items():
            yield f"{name}.{field}", found


def test_every_field_and_parameter_is_described() -> None:
    fields = dict(schemas())
    operations = [it for methods in DOCUMENT["paths"].values() for it in methods.values()]
    parameters = {f"{it['operationId']} {one['name']}": one for it in operations for one in it["parameters"] if "$ref" not in one}
    bare = [name for name, found in (fields | parameters).items() if "description" not in found and "$ref" not in found]
    assert bare == []


def test_description_mentions_null_where_a_value_may_be_null() -> None:
    fields = dict(schemas())
    silent = [name for name, found in fields.items() if '"null"' in json.dumps(found) and "null" not in found["description"].lower()]
    wrong = [name for name, found in fields.items() if "null:" in found.get("description", "") and '"null"' not in json.dumps(found)]
    assert (silent, wrong) == ([], [])


def test_parts_of_schemas_have_names_for_classes_of_clients() -> None:
    """Generators name a class after the path to an object without a name, and cannot make one of alternatives other than null.

    They are `oneOf`: NSwag, which does not know OpenAPI 3.1, takes `anyOf` for an object without properties.
    """
    nameless = [name for name, found in schemas() for it in objects(found) if "properties" in it and not name.startswith("Webhook")]
    alternatives = [kinds for _, found in schemas() for it in objects(found) if (kinds := it.get("oneOf"))]
    assert {len(kinds) for kinds in alternatives} == {2}
    assert all({"type": "null"} in kinds for kinds in alternatives)
    assert (nameless, '"anyOf"' in json.dumps(DOCUMENT)) == ([], False)


def test_no_parameter_is_a_list() -> None:
    """Generated clients disagree about lists in queries: some repeat the parameter whatever the document says, which the API refuses."""
    shapes = [it["schema"] for it in objects(DOCUMENT) if it.get("in") in ("query", "header", "path") and "schema" in it]
    assert {"type": "string", "enum": ["scene", "text", "scene,text", "text,scene"]} in shapes
    assert "array" not in [shape.get("type") for shape in shapes]


def objects(found: Any) -> Iterator[dict[str, Any]]:
    """`found` and all objects in it."""
    if isinstance(found, dict):
        yield found
    for inner in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from objects(inner)


def test_schemas_have_names_that_languages_do_not_use() -> None:
    """`Option` and `Result` are types of Rust; of these, `Option` is used inside of the generated classes."""
    assert {"Option", "Some", "None", "Vec", "String", "Object", "Error", "Type", "List", "Map"} & set(
        DOCUMENT["components"]["schemas"]
    ) == set()
    members = {member for it in DOCUMENT["components"]["schemas"].values() for member in it.get("x-enum-varnames", it.get("enum", ()))}
    assert {"name", "ordinal", "value", "values", "entries"} & members == set()

"""Tests of the OpenAPI document: generated from the code, valid, every item described. test_fuzz.py runs schemathesis on it."""

from __future__ import annotations

import re
import shlex
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

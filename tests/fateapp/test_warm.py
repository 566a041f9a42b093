"""Tests of the warm-up: a web process compiles templates and fills caches before its first request."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from django.template import engines
from django.template.base import Template
from django.test import Client

from fateapp.warmup import THRESHOLDS, freeze_objects, page_templates, warm
from tests.games.conftest import person, start


@pytest.mark.django_db
def test_no_page_compiles_a_template_after_the_start(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("alice")
    game = start(alice, person("bob"))
    for loader in engines["django"].engine.template_loaders:  # type: ignore[attr-defined]
        loader.reset()
    warm()
    compiled: list[str] = []
    compile_one = Template.compile_nodelist

    def noted(template: Template) -> Any:
        compiled.append(str(template.origin))
        return compile_one(template)

    monkeypatch.setattr(Template, "compile_nodelist", noted)
    client.force_login(alice)
    for path in ("/", "/lobby/", game.get_absolute_url(), f"{game.get_absolute_url()}text/", "/accounts/login/", "/rules/turn_of_fate/"):
        assert client.get(path, follow=True).status_code == 200
    assert compiled == []


def test_templates_of_mails_are_left_to_those_who_write_mails() -> None:
    names = page_templates()
    assert "games/table.html" in names
    assert not [name for name in names if name.startswith("emails/")]


def test_what_stands_is_passed_over_by_the_garbage_collector() -> None:
    before = gc.get_threshold()
    gc.unfreeze()  # what tests/conftest.py has frozen
    try:
        freeze_objects()
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold() == THRESHOLDS
    finally:
        gc.set_threshold(*before)

"""Tests that the fields of a tournament are declared once."""

from __future__ import annotations

import pytest
from django.db import models
from django.test import Client

from games.models import Player
from games.services.operations import roles
from games.tournaments.admin.wizard import WizardForm
from games.tournaments.models import Tournament
from games.tournaments.services.announcement import ANNOUNCED, PARTS, Announced, changeable, differences, terms
from tests.games.conftest import person
from tests.games.tournaments.test_life import announced
from tests.openapi.tournaments import TOURNAMENTS

pytestmark = pytest.mark.django_db
OWN = {"id", "code", "status", "seed", "director", "created_at", "closed_at", "paused_at", "paused_until", "forbidden"}
"""Fields that no announcement contains: they are generated, computed or set by actions."""


def test_every_field_is_declared_and_every_declaration_is_a_field() -> None:
    fields = {field.name for field in Tournament._meta.get_fields() if isinstance(field, models.Field)}
    assert fields - OWN == {one.name for one in ANNOUNCED}
    assert {one.part for one in ANNOUNCED} <= set(PARTS)


def test_form_admin_and_api_follow_from_the_declaration(carol: Player) -> None:
    tournament = announced(carol, 0)
    client = Client()
    client.force_login(person("olga", is_staff=True, is_superuser=True))
    draft = Tournament.objects.create(title="Draft", rules="turn_of_fate", director=carol)
    page = client.get(f"/admin/games/tournament/{draft.pk}/change/").content.decode()
    others = {"pace": "speed", "options": "option-turn_of_fate-starter"}
    asked = {others.get(one.name, one.name) for one in ANNOUNCED}
    assert [name for name in asked if f'name="{name}"' not in page and f'name="{name}_0"' not in page] == []
    assert set(WizardForm.base_fields) - {"rules", "speed", "reason"} == {one.name for one in ANNOUNCED if one.asked} - {"rules"}
    assert {one.name for one in ANNOUNCED} <= set(TOURNAMENTS["Tournament"]["properties"])
    found = Client().get(f"/api/v1/tournaments/{tournament.code}").json()
    assert set(TOURNAMENTS["Tournament"]["properties"]) == set(found)


def test_field_without_sentences_of_its_own_is_shown_with_its_label(carol: Player) -> None:
    """The field is on the page if its value is not the default, and in the notice of a change."""
    plain = Announced("group_size", PARTS[0])
    usual, other = Tournament(group_size=4), Tournament(group_size=6)
    assert (list(plain.sentences(usual)), [one.params["value"] for one in plain.sentences(other)]) == ([], ["6"])
    assert differences(usual, other) == [("Players per group or division", "4", "6")]


def test_less_may_be_changed_the_further_it_is(carol: Player) -> None:
    tournament = announced(carol, 0)
    names = {}
    for status in (Tournament.Status.ANNOUNCED, Tournament.Status.REGISTRATION, Tournament.Status.RUNNING, Tournament.Status.CLOSED):
        tournament.status = status
        names[status] = {one.name for one in changeable(tournament)}
    assert names["announced"] > names["registration"] > names["running"] > names["closed"] == set()
    assert {"title", "round_days", "late_rule"} <= names["running"]
    assert "rules" not in names["registration"]
    roles.give(carol, "director")
    assert len(terms(tournament)) > 2

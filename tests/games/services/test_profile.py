"""Tests that a declared personal setting is in the form, the API and its document, the export, and the deletion of an account."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from games.api.people.me import ProfileUpdate, myself
from games.models import Player
from games.models.player import SETTINGS, setting
from games.pages.people.account_forms import ProfileForm
from games.queries.people import data_export
from games.services.people import erasure, profile
from tests.games.conftest import NOON
from tests.openapi.components import COMPONENTS

pytestmark = pytest.mark.django_db

SWITCHED = {key: not setting(key).get_default() for key in SETTINGS if setting(key).get_internal_type() == "BooleanField"}
OTHERS = {"language": "de", "zone": "Asia/Tokyo", "challenges": "nobody", "grace": 7, **SWITCHED}


def test_settings_are_asked_for_answered_handed_out_and_forgotten(alice: Player) -> None:
    assert OTHERS.keys() == SETTINGS.keys()
    changed = profile.change(alice, now=NOON, **OTHERS)
    assert {key: myself(changed)[key] for key in SETTINGS} == OTHERS
    with zipfile.ZipFile(io.BytesIO(data_export.archive(changed))) as packed:
        handed_out = json.loads(packed.read("profile.json"))
    assert {key: handed_out[key] for key in SETTINGS} == OTHERS
    assert SETTINGS.keys() <= ProfileForm().fields.keys() & ProfileUpdate().fields.keys() & set(COMPONENTS["Me"]["required"])
    erasure.erase(changed, now=NOON)
    changed.refresh_from_db()
    assert {key: getattr(changed, key) for key in SETTINGS} == {key: setting(key).get_default() for key in SETTINGS}


def test_what_is_no_setting_changes_nothing(alice: Player) -> None:
    with pytest.raises(TypeError, match="is_staff"):
        profile.change(alice, now=NOON, confirms=True, is_staff=True)
    alice.refresh_from_db()
    assert (alice.confirms, alice.is_staff) == (False, False)

"""Tests of devices by API: adding, listing and removing."""

from __future__ import annotations

from typing import Any

from games.models import Player
from notifications.channels.push.keys import encoded
from tests.games.api.conftest import Call
from tests.notifications.push.browser import Browser


def test_device_is_let_in_and_forgotten(call: Call, alice: Player, settings: Any) -> None:
    settings.FATE_VAPID_KEY = encoded(b"a key of thirty-two bytes, fixed")
    browser, program = Browser(), call(alice)
    body = {"endpoint": "https://203.0.114.7/push/1", "p256dh": browser.p256dh, "auth": encoded(browser.auth), "name": "Firefox"}
    made = program.post("me/devices", body)
    assert (made.status_code, made.json()["name"]) == (201, "Firefox")
    assert [it["id"] for it in program.get("me/devices").json()["items"]] == [made.json()["id"]]
    assert program.send("delete", f"me/devices/{made.json()['id']}").status_code == 204

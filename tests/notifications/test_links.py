"""Tests of signed links."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from notifications.links import UNSUBSCRIBE, BadLink, Purpose, absolute


def test_token_is_good_for_its_purpose_only() -> None:
    token = UNSUBSCRIBE.sign({"player": 1})

    assert UNSUBSCRIBE.read(token) == {"player": 1}
    with pytest.raises(BadLink):
        Purpose("turn", timedelta(days=365)).read(token)


@pytest.mark.parametrize(
    "change", [lambda token: token[:-1], lambda token: "x" + token, lambda token: "", lambda token: token.split(":")[0]]
)
def test_damaged_token_is_refused(change: object) -> None:
    with pytest.raises(BadLink):
        UNSUBSCRIBE.read(change(UNSUBSCRIBE.sign({"player": 1})))  # type: ignore[operator]


def test_token_expires() -> None:
    purpose = Purpose("short", timedelta(minutes=15))
    with time_machine.travel("2027-03-01T12:00:00Z", tick=False) as clock:
        token = purpose.sign("x")
        clock.shift(timedelta(minutes=15))
        assert purpose.read(token) == "x"
        clock.shift(timedelta(seconds=2))
        with pytest.raises(BadLink, match="has expired"):
            purpose.read(token)


def test_absolute_address_comes_from_the_settings(settings: object) -> None:
    settings.SITE_URL = "https://fate.example"  # type: ignore[attr-defined]

    assert absolute("/messages/") == "https://fate.example/messages/"

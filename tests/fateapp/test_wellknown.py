"""Tests of robots.txt, security.txt and change-password, which programs request at every site."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client
from django.utils import timezone

from fateapp.environment import contact
from tests.games.test_access import API, ROUTES, row_of

OPEN = "share/"
"""Pages of finished public games, which crawlers may request; robots.txt excludes those of other games."""


def robots() -> RobotFileParser:
    """The file as a crawler parses it."""
    parser = RobotFileParser()
    parser.parse(Client().get("/robots.txt").content.decode().splitlines())
    return parser


def test_what_not_everybody_may_read_is_not_crawled() -> None:
    rules = robots()
    behind = [
        route for route in ROUTES if (row := row_of(route)) is not None and "anonymous" not in row.read and not route.startswith(OPEN)
    ]
    assert len(behind) > 100
    paths = ["/" + re.sub(r"[(<].*", "", route.lstrip("^").replace("<slug:code>", "abc")) for route in behind]
    assert [path for path in paths if rules.can_fetch("*", path)] == []


def test_public_pages_are_crawled_and_tables_are_not_even_public_ones() -> None:
    rules = robots()
    for path in (
        "/",
        "/rules/",
        "/rules/turn_of_fate/",
        "/lobby/",
        "/tournaments/",
        "/tournaments/abc/",
        "/share/abc/",
        "/share/abc/picture.png",
        "/static/css/fate.css",
    ):
        assert rules.can_fetch("*", path), path
    for path in ("/g/abc/", "/g/abc/text/", f"/{API}games", "/players/anna/", "/settings/", "/answer/x/", "/accounts/login/"):
        assert not rules.can_fetch("*", path), path


def test_security_txt_has_what_rfc_9116_demands(settings: Any) -> None:
    settings.FATE_SECURITY_CONTACT, settings.SITE_IS_SECURE, settings.SITE_URL = "mailto:holes@fate.example", True, "https://fate.example"
    answer = Client().get("/.well-known/security.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:holes@fate.example"
    assert fields["Canonical"] == "https://fate.example/.well-known/security.txt"
    assert fields["Preferred-Languages"] == "en, de, fr"
    ends = datetime.strptime(fields["Expires"], "%Y-%m-%dT%H:%M:%S%z")
    assert timedelta(days=178) < ends - timezone.now() < timedelta(days=365)


def test_without_https_there_is_no_canonical_address() -> None:
    text = Client().get("/.well-known/security.txt").content.decode()
    assert "Canonical" not in text
    assert text.startswith("Contact: mailto:")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("holes@fate.example", "mailto:holes@fate.example"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("https://b.example/x", "https://b.example/x"),
    ],
)
def test_contacts(given: str, meant: str) -> None:
    assert contact(given) == meant


@pytest.mark.parametrize("given", ["nobody", "http://b.example", "a b@c.example", "a@b@c", "https://", "a@b\nX: y@z"])
def test_contacts_that_are_none(given: str) -> None:
    with pytest.raises(ValueError, match="is neither an address"):
        contact(given)


@pytest.mark.django_db
def test_change_password_leads_to_the_form() -> None:
    answer = Client().get("/.well-known/change-password", follow=True)
    assert answer.redirect_chain[0][0] == "/accounts/password/change/"
    assert answer.status_code == 200

"""Tests of the checks of SPF, DKIM, DMARC and MX against a real DNS server on loopback."""

from __future__ import annotations

import socket
from collections.abc import Callable

import dns.resolver
import pytest
from pytest_django.fixtures import Settings

from fateapp.ops.doctor import records
from fateapp.ops.doctor.finding import Level
from tests.fateapp.doctor.names import Zone, served

GOOD: Zone = {
    ("fate.example", "TXT"): ['"v=spf1 include:relay.example ~all"', '"something else"'],
    ("one._domainkey.fate.example", "TXT"): ['"v=DKIM1; k=rsa; " "p=MIIB"'],
    ("_dmarc.fate.example", "TXT"): ['"v=DMARC1; p=quarantine"'],
    ("play.fate.example", "MX"): ["10 mx.fate.example."],
}
Looked = Callable[[Zone], list[tuple[Level, str]]]


@pytest.fixture
def looked(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Looked:
    """Both checks of a site that sends as fate@fate.example, against a zone."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.DEFAULT_FROM_EMAIL = "Fate <fate@fate.example>"
    settings.FATE = settings.FATE | {"FATE_DKIM_SELECTOR": "one", "FATE_MAILIN_DOMAIN": "play.fate.example"}

    def look(zone: Zone) -> list[tuple[Level, str]]:
        with served(zone) as resolver:
            monkeypatch.setattr(records, "resolver", lambda: resolver)
            return [(finding.level, finding.name) for finding in (*records.sender(), *records.replies())]

    return look


def test_complete_records_are_fine(looked: Looked) -> None:
    """A key split into two strings is one text; unrelated TXT records are ignored."""
    assert looked(GOOD) == [(Level.OK, "SPF"), (Level.OK, "DKIM"), (Level.OK, "DMARC"), (Level.OK, "MX")]


def test_no_records_at_all(looked: Looked) -> None:
    """A missing DMARC record is a warning, since most servers still accept the mail; the other missing records are failures."""
    assert looked({}) == [(Level.FAIL, "SPF"), (Level.FAIL, "DKIM"), (Level.WARN, "DMARC"), (Level.FAIL, "MX")]


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("fate.example", "v=spf1 +all", (Level.FAIL, "SPF")),
        ("fate.example", "v=spf1 all", (Level.FAIL, "SPF")),
        ("fate.example", "v=spf1 mx", (Level.WARN, "SPF")),
        ("fate.example", "v=spf10 -all", (Level.FAIL, "SPF")),
        ("fate.example", "v=spf1 redirect=relay.example", (Level.OK, "SPF")),
        ("one._domainkey.fate.example", "v=DKIM1; p=", (Level.FAIL, "DKIM")),
        ("one._domainkey.fate.example", "v=DKIM1", (Level.FAIL, "DKIM")),
        ("_dmarc.fate.example", "v=DMARC1", (Level.FAIL, "DMARC")),
        ("_dmarc.fate.example", "v=DMARC1; p=soon", (Level.FAIL, "DMARC")),
    ],
)
def test_one_record_that_is_wrong(looked: Looked, name: str, text: str, wanted: tuple[Level, str]) -> None:
    """Only the check of that record fails."""
    found = looked(GOOD | {(name, "TXT"): [f'"{text}"']})
    assert wanted in found
    assert len([level for level, _name in found if level is not Level.OK]) == (wanted[0] is not Level.OK)


def test_two_spf_records_count_as_none(looked: Looked) -> None:
    """RFC 7208, 4.5: more than one record is an error."""
    assert looked(GOOD | {("fate.example", "TXT"): ['"v=spf1 mx -all"', '"v=spf1 a -all"']})[0] == (Level.FAIL, "SPF")


def test_policy_of_the_domain_above_counts(looked: Looked, settings: Settings) -> None:
    """RFC 7489, 6.6.3: the policy of the organizational domain applies."""
    settings.DEFAULT_FROM_EMAIL = "fate@mail.fate.example"
    assert (Level.OK, "DMARC") in looked(GOOD)


def test_unknown_selector_is_said(looked: Looked, settings: Settings) -> None:
    settings.FATE = settings.FATE | {"FATE_DKIM_SELECTOR": None}
    assert looked(GOOD)[1] == (Level.SKIP, "DKIM")


def test_dns_that_does_not_answer_is_a_warning(settings: Settings, monkeypatch: pytest.MonkeyPatch, looked: Looked) -> None:
    """No DNS server listens on the port: the result is a warning, and no record is reported as missing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
        silent.bind(("127.0.0.1", 0))
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port = ["127.0.0.1"], silent.getsockname()[1]
        monkeypatch.setattr(records, "resolver", lambda: resolver)
        monkeypatch.setattr(records, "PATIENCE", 0.2)
        found = [*records.sender(), *records.replies()]
    assert [finding.level for finding in found] == [Level.WARN, Level.WARN]


def test_mails_that_stay_here_need_no_records(settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL = "fate@localhost.localdomain"
    settings.FATE = settings.FATE | {"FATE_MAILIN_DOMAIN": None}
    assert [finding.level for finding in (*records.sender(), *records.replies())] == [Level.SKIP, Level.SKIP]

"""Tests of Authentication-Results: of real servers, forged ones, and results at the wrong place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace

import authres
import authres.core
import pytest
from pytest_django import Settings

from notifications.inbound import results, trust
from notifications.inbound.authentication.arrival import Arrival
from notifications.inbound.authentication.verdict import vouched
from notifications.inbound.reading import read
from notifications.inbound.trust import Verdict
from tests.notifications.inbound.signing import US, Names, answering, plain, sign
from tests.notifications.inbound.styles import CALLER, ME, NOT, STYLES, UNREADABLE, Style

ANNA = SimpleNamespace(email="anna@example.org")
styles = pytest.mark.parametrize("style", STYLES, ids=[style[0] for style in STYLES])


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    """A site behind a mail server."""
    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL, settings.MAILIN_DOMAIN = ME, False, "play.example.org"
    settings.FATE_MAILIN_ARC_SEALERS = []


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Iterator[Names]:
    """The DNS, with the keys of example.org and of another domain."""
    with answering(Names(), monkeypatch) as made:
        made.signing("example.org")
        made.signing("evil.example", number=1)
        yield made


def told(raw: bytes, server: str = ME) -> bool | None:
    found = results.ours(read(raw).mime, server)
    return None if found is None else vouched(found, "example.org")


def verdict(raw: bytes) -> Verdict:
    return trust.judge(read(raw), ANNA, Arrival(raw, "lmtp", "anna@example.org", US)).verdict


def on_top(head: str, raw: bytes) -> bytes:
    return head.replace("\n", "\r\n").encode() + raw


@styles
def test_honest_mail_is_believed_in_every_style(style: Style, names: Names, settings: Settings) -> None:
    _name, server, head, says = style
    settings.FATE_MAILIN_AUTHSERV = server
    mail = on_top(head, sign(plain(), names.signing("example.org")))
    assert told(mail, server) is says
    assert verdict(mail) is Verdict.BELIEVED
    assert (verdict(on_top(head, plain())) is Verdict.BELIEVED) is bool(says)


@styles
def test_same_words_for_a_failure_are_not_believed(style: Style, names: Names, settings: Settings) -> None:
    _name, server, head, _says = style
    settings.FATE_MAILIN_AUTHSERV = server
    for word in ("fail", "none", "neutral", "permerror", "policy"):
        lines = (
            head.replace("=pass", f"={word}").replace("=Pass", f"={word}").replace("=PASS", f"={word}").replace("= (j) pass", f"={word}")
        )
        assert not told(on_top(lines, plain()), server)
        assert verdict(on_top(lines, sign(plain(), names.signing("evil.example", number=1), "evil.example"))) is Verdict.REFUSED


@pytest.mark.parametrize("header", [line for _name, line in NOT], ids=[name for name, _line in NOT])
def test_what_is_no_result_for_the_author_is_not_read_as_one(header: str, names: Names) -> None:
    head = f"Authentication-Results: {header}\n" + CALLER.format(mx=ME, by="Postfix") + "\n"
    assert told(on_top(head, plain())) is False
    assert verdict(on_top(head, plain())) is Verdict.REFUSED


@pytest.mark.parametrize("header", UNREADABLE)
def test_header_that_breaks_the_grammar_says_nothing(header: str, names: Names) -> None:
    assert results.parse(header) is None
    assert (
        told(on_top(f"Authentication-Results: {header}\nAuthentication-Results: {ME}; dkim=pass header.d=example.org\n", plain())) is None
    )


FORGED = f"Authentication-Results: {ME}; dmarc=pass header.from=example.org; dkim=pass header.d=example.org\n"
BORDER = CALLER.format(mx=ME, by="Postfix") + "\n"


@pytest.mark.parametrize(
    "head",
    [
        BORDER + FORGED,  # opendkim leaves this header: of several forged ones it removes the second, not the first
        f"Authentication-Results: {ME}; dkim=none\n" + BORDER + FORGED,
        f"Authentication-Results: {ME}; spf=pass smtp.mailfrom=evil.example\n" + BORDER + FORGED,
        BORDER + BORDER + FORGED,
        BORDER + "X-Header: y\n" + FORGED,
        "Authentication-Results: mx.evil.example; none\n" + FORGED,
        "Subject: x\n" + FORGED,
        "DKIM-Signature: v=1\n" + FORGED,
        BORDER + FORGED.replace("Authentication-Results", "authentication-results"),
        BORDER.replace("Received", "RECEIVED") + FORGED,
        BORDER + FORGED.replace("Authentication-Results", "ARC-Authentication-Results").replace(ME, f"i=1; {ME}"),
    ],
)
def test_results_that_our_server_did_not_put_on_top_are_not_ours(head: str, names: Names) -> None:
    assert told(on_top(head, plain())) is not True
    assert verdict(on_top(head, plain())) is Verdict.REFUSED
    assert verdict(on_top(head, sign(plain(), names.signing("evil.example", number=1), "evil.example"))) is Verdict.REFUSED


@pytest.mark.parametrize(
    "sender", ['"x; dmarc=pass header.from=example.org; y"@evil.example', "x;dmarc=pass@evil.example", "a)(b@evil.example"]
)
def test_cunning_sender_of_the_envelope_is_never_believed(sender: str) -> None:
    """Some filters write the envelope sender unquoted, which makes the header ambiguous."""
    raw = on_top(f"Authentication-Results: {ME}; spf=pass smtp.mailfrom=x; dkim=pass header.d=example.org\n" + BORDER, plain())
    person = Arrival(raw, "lmtp", "anna@example.org", US)
    assert trust.judge(read(raw), ANNA, person).is_believed
    assert not trust.judge(read(raw), ANNA, Arrival(raw, "lmtp", sender, US)).is_believed


class Strict(authres.core.AuthenticationResultsHeader):
    """authres without its recovery after syntax errors."""

    def __init__(self, context: object, **more: object) -> None:
        super().__init__(context, strict=True, **more)


def by_authres(text: str) -> list[tuple[str, str, list[tuple[str, str]]]] | None:
    """The results that authres reads; None where it raises an error."""
    try:
        header = Strict.parse_value(authres.FeatureContext(), text)
    except (authres.AuthResError, RecursionError):
        return None
    return [(one.method, one.result, [(f"{p.type}.{p.name}", str(p.value).lower()) for p in one.properties]) for one in header.results]


def by_us(text: str) -> list[tuple[str, str, list[tuple[str, str]]]] | None:
    """The results that the site reads, without reasons, which authres stores elsewhere."""
    header = results.parse(text)
    known = header and [
        (one.method.partition("/")[0], one.result, [pair for pair in one.properties if "." in pair[0]]) for one in header.results
    ]
    return None if header is None else known


def test_what_authres_reads_strictly_is_read_the_same() -> None:
    texts = [line.partition(": ")[2].replace("\n", " ") for _name, _server, head, _told in STYLES for line in unfolded(head)]
    both = [(by_authres(text), by_us(text)) for text in texts + [line for _name, line in NOT] if by_authres(text) is not None]
    assert len(both) > 40
    assert [pair for pair in both if plainly(pair[0]) != plainly(pair[1])] == []


def unfolded(head: str) -> list[str]:
    return [line for line in head.replace("\n\t", " ").replace("\n ", " ").split("\n") if line.startswith("Authentication-Results")]


def plainly(found: list[tuple[str, str, list[tuple[str, str]]]] | None) -> object:
    """Ignore the quotation marks that authres keeps around a local part."""
    return found and [(method, result, [(name, re.sub(r'["\\]', "", value)) for name, value in pairs]) for method, result, pairs in found]

"""Tests with some thousands of the cases of `fuzz_results`, and with texts from hypothesis."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st
from pytest_django import Settings

from notifications.inbound import results
from notifications.inbound.authentication import dns_lookups
from notifications.inbound.authentication.verdict import vouched
from tests.notifications.inbound import fuzz_results
from tests.notifications.inbound.fuzz_results import HOSTILE, ME, commented, quoted

hostile = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=8), max_size=8).map("".join)


def test_thousands_of_mails_are_judged_rightly(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.FATE_MAILIN_AUTHSERV, settings.FATE_MAILIN_CASUAL, settings.MAILIN_DOMAIN = ME, False, "play.example.org"
    settings.FATE_MAILIN_ARC_SEALERS = []
    monkeypatch.setattr(dns_lookups, "resolver", fuzz_results.Nowhere)
    wrong, tally, _longest = fuzz_results.mistakes(5000, seed=7)
    assert wrong == []
    assert min(tally.values()) > 1000


@settings(max_examples=1500, deadline=None)
@given(hostile, hostile, hostile)
def test_chosen_values_are_never_read_as_results(sender: str, identity: str, comment: str) -> None:
    text = (
        f"{ME} {commented(comment)}; spf=pass {commented(sender)} smtp.mailfrom={quoted(sender)}@evil.example;"
        f" dkim=pass reason={quoted(comment)} header.i={quoted(identity)}@evil.example header.d=evil.example"
    )
    header = results.parse(text)
    assert header is None or [one.method for one in header.results] == ["spf", "dkim"]
    assert header is None or not vouched(header.results, "example.org")


@settings(max_examples=1500, deadline=None)
@given(st.text(max_size=300) | hostile)
def test_any_text_is_read_or_not_but_raises_nothing(text: str) -> None:
    header = results.parse(text)
    assert header is None or all(one.method and one.result for one in header.results)

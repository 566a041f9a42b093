"""Tests of the protection against server-side request forgery: no address in the site's own network is called, however it is written."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from ipaddress import ip_address, ip_network

import pytest
from pytest_django import Settings

from notifications.calls import guard
from notifications.calls.guard import Address, Forbidden, NotFound
from notifications.calls.post import NoResponse, post
from tests.notifications.receiver import Receiver
from tests.stopwatch import stretched

INSIDE = (
    *("127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "198.18.0.1"),
    *("224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "192.88.99.1", "192.0.0.8"),
    *("::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "fe80::1", "fec0::1", "fc00::1"),
    *("fd00:ec2::254", "ff02::1", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "2002:7f00:1::1", "2002:a00:1::1"),
    *("2001::1", "2001:db8::1", "3fff::1", "100::1", "5f00::1"),
)
OUTSIDE = ("8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "::ffff:8.8.8.8", "2a00:1450:4001:80b::200e", "2002:808:808::1")


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_that_are_not_of_the_open_internet_are_refused(address: str) -> None:
    assert not guard.public(ip_address(address))


@pytest.mark.parametrize("address", OUTSIDE)
def test_addresses_of_the_open_internet_are_called(address: str) -> None:
    assert guard.public(ip_address(address))


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "[::1]", "[::ffff:127.0.0.1]", "[::]",
     "169.254.169.254", "[64:ff9b::7f00:1]", "10.1.2.3", "192.168.0.1", "[fe80::1]"],
)  # fmt: skip
def test_every_spelling_of_an_inner_address_is_refused_before_anything_is_sent(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "create_connection", _never)

    with pytest.raises(Forbidden):
        post(f"https://{host}:8443/", b"{}", {})


def _never(*_arguments: object, **_more: object) -> socket.socket:
    raise AssertionError("A forbidden address was connected to.")


@pytest.mark.parametrize(
    "url",
    ["http://example.org/", "ftp://example.org/", "file:///etc/passwd", "gopher://example.org/", "https://", "https:///path",
     "https://name:word@example.org/", "https://example.org/#part", "https://example.org:25/", "https://example.org:0/",
     "https://example.org:99999/", "https://exa mple.org/", "https://example.org/\r\nX-Evil: 1", "https://example.org/\t",
     "https://münchen.example/", "https://example.org/" + "x" * 500, "https://[::1/", "example.org", ""],
)  # fmt: skip
def test_addresses_that_are_none_for_us_are_refused_as_they_are_given(url: str) -> None:
    with pytest.raises(Forbidden):
        guard.checked(url)


ODD = (
    *("127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "0", "127.0.0.1.", "127.0.0.01", "1.2.3.4.5", "256.1.1.1", "8.8.8.8."),
    *(
        "0x",
        "134744072",
        "example.1",
        "[::1%25lo]",
        "[fe80::1%eth0]",
        "[::ffff:127.0.0.1%1]",
        "[v1.fe80::]",
        "127。0。0。1",
        "１２７.0.0.1",
    ),
    *("127%2e0.0.1", "local%00host", "exam\u00adple.org", "example.org.", "a..b", ".example.org", "-a.example.org", "a" * 64 + ".example"),
    *("name@127.0.0.1", "@127.0.0.1", ":word@127.0.0.1", "example.org:80:80", "8.8.8.8:0", "8.8.8.8:-1", "8.8.8.8:٤٤٣", "example.org:22"),
    *("8.8.8.8\\@127.0.0.1", "8.8.8.8 .example.org", "8.8.8.8\t", "a,b.example", "$host", "*.example.org", "[8.8.8.8]", "[]"),
)
"""Hosts that two URL parsers read differently. They are refused even for public addresses, which have an ordinary spelling."""


@pytest.mark.parametrize("host", ODD)
def test_a_host_in_an_unusual_spelling_is_refused_without_a_look_up(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", _never)

    with pytest.raises(Forbidden):
        guard.check_submitted(f"https://{host}/")


@pytest.mark.parametrize("address", INSIDE)
def test_an_inner_address_is_refused_when_it_is_given(address: str) -> None:
    host = f"[{address}]" if ":" in address else address

    with pytest.raises(Forbidden, match="lies in a network that is not called from here"):
        guard.check_submitted(f"https://{host}/")


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_outer_address_may_be_given(address: str) -> None:
    guard.check_submitted(f"https://{f'[{address}]' if ':' in address else address}:8443/in?x=1")


def resolving(monkeypatch: pytest.MonkeyPatch, *found: str) -> None:
    """Every name resolves to these addresses."""
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_more: [(0, 0, 0, "", (address, 443)) for address in found])


@pytest.mark.parametrize("found", [["10.0.0.7"], ["127.0.0.1", "::1"], ["8.8.8.8", "192.168.1.1"], ["64:ff9b::7f00:1"]])
def test_a_name_that_leads_inside_is_refused_when_it_is_given(found: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, *found)

    with pytest.raises(Forbidden, match=r"The address of intranet\.example lies in a network that is not called from here\."):
        guard.check_submitted("https://intranet.example/")


def test_a_name_in_an_allowed_network_may_be_given(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.FATE_WEBHOOK_NETWORKS = [ip_network("10.1.0.0/16")]
    resolving(monkeypatch, "10.1.2.3")

    guard.check_submitted("http://bot.intranet:8080/in")


def test_a_name_nobody_knows_yet_may_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call resolves the name again, so an outage of the name server need not prevent the setup of a webhook."""

    def unknown(*_arguments: object, **_more: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    guard.check_submitted("https://later.example/")


def test_a_silent_name_server_costs_one_visitor_a_moment_and_the_next_ones_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_more: released.wait(30) and [])
    monkeypatch.setattr(guard, "SUBMITTED_SECONDS", 0.3)
    took = []
    try:
        for _visitor in range(3):
            began = time.monotonic()
            guard.check_submitted("https://silent.example/")
            took.append(time.monotonic() - began)
    finally:
        released.set()
    assert took[0] > 0.25
    assert max(took[1:]) < stretched(0.2)


@pytest.mark.parametrize("url", ["https://example.org", "https://example.org:8443/a/b?c=d", "https://[2606:4700::1111]/x"])
def test_ordinary_addresses_are_taken(url: str) -> None:
    assert guard.checked(url).hostname


def test_one_inner_address_among_several_forbids_the_whole_name() -> None:
    def both(host: str, port: int, seconds: float) -> list[Address]:
        return [ip_address("8.8.8.8"), ip_address("10.0.0.1")]

    with pytest.raises(Forbidden):
        guard.addresses("example.org", 443, http=False, seconds=1, resolve=both)


def test_plain_http_is_for_allowed_networks_only(settings: Settings) -> None:
    settings.FATE_WEBHOOK_NETWORKS = [ip_network("10.1.0.0/16")]

    with pytest.raises(Forbidden):
        guard.addresses("8.8.8.8", 80, http=True, seconds=1)
    with pytest.raises(Forbidden):
        guard.addresses("10.2.0.1", 80, http=True, seconds=1)
    assert guard.addresses("10.1.2.3", 80, http=True, seconds=1) == [ip_address("10.1.2.3")]


def test_a_name_that_changes_its_mind_gains_nothing(receiver: Receiver, settings: Settings) -> None:
    """DNS rebinding: a second look-up would give an internal address, but each call resolves the name once."""
    settings.FATE_WEBHOOK_NETWORKS = [ip_network("127.0.0.1/32")]
    answers: Iterator[list[Address]] = iter([[ip_address("127.0.0.1")], [ip_address("10.0.0.1")]])
    asked: list[str] = []

    def changing(host: str, port: int, seconds: float) -> list[Address]:
        asked.append(host)
        return next(answers)

    answer = post(f"http://changing.example:{receiver.port}/", b"{}", {}, resolve=changing)

    assert (answer.status, asked) == (204, ["changing.example"])
    assert receiver.calls[0].headers["host"] == f"changing.example:{receiver.port}"
    with pytest.raises(Forbidden):
        post(f"http://changing.example:{receiver.port}/", b"{}", {}, resolve=changing)
    assert len(receiver.calls) == 1


def test_a_silent_name_server_does_not_hold_us_up(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *_more, **_named: [] if host != "silent.example" else released.wait(30) and [])
    try:
        for _time in range(6):
            with pytest.raises(NotFound):
                guard.look_up("silent.example", 443, 0.05)
        assert guard.look_up("other.example", 443, 1) == []  # resolves at once, while six look-ups hang
    finally:
        released.set()


def test_a_name_without_any_address_is_no_answer() -> None:
    with pytest.raises(NoResponse):
        post("https://nowhere.example/", b"{}", {}, resolve=lambda *_arguments: [])

"""Tests of the stream's address that `up` announces to API clients."""

from __future__ import annotations

from argparse import Namespace

import pytest

from fateapp.environment import read_all
from fateapp.terminal import Terminal
from fateapp.up import Site


@pytest.mark.parametrize(
    ("site", "proxies", "announced"),
    [
        ("", "0", "http://127.0.0.1:8101/api/v1/stream"),
        ("http://192.168.1.5:8100", "0", "http://192.168.1.5:8101/api/v1/stream"),
        ("http://[fd00::5]:8100", "0", "http://[fd00::5]:8101/api/v1/stream"),
        ("https://fate.example", "1", "https://fate.example/api/v1/stream"),
    ],
)
def test_stream_is_announced_where_it_is_reached(monkeypatch: pytest.MonkeyPatch, site: str, proxies: str, announced: str) -> None:
    monkeypatch.delenv("FATE_SITE_URL", raising=False)
    if site:
        monkeypatch.setenv("FATE_SITE_URL", site)
    monkeypatch.setenv("FATE_PROXY_COUNT", proxies)
    assert Site(Namespace(host="0.0.0.0", port=8100), read_all(), Terminal())._stream == announced

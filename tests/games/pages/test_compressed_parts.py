"""Tests of compressed cached pages: the answer is a valid gzip file of the page with its own CSRF token."""

from __future__ import annotations

import gzip
import subprocess

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, strategies as st

from games.models import Game, Player
from games.pages.compressed_parts import MOST_STORED, CompressedParts
from tests.games.pages.test_kept import TOKEN

HOLE = b"\x01hole\x01"


@given(st.lists(st.binary(max_size=400)).map(lambda parts: [part.replace(b"\x01", b"") for part in parts]), st.binary(max_size=90))
def test_every_page_with_every_filling_is_the_same_after_unpacking(parts: list[bytes], filling: bytes) -> None:
    page = HOLE.join([b"<html>", *parts])
    whole = page.replace(HOLE, filling)
    assert gzip.decompress(CompressedParts(page, HOLE).filled(filling, whole)) == whole


def test_the_program_gzip_takes_it() -> None:
    page = HOLE.join([b"a table of cards " * 900, b" and a hand " * 700, b"."])
    whole = page.replace(HOLE, b"token")
    packed = CompressedParts(page, HOLE).filled(b"token", whole)
    assert subprocess.run(["gzip", "-dc"], input=packed, stdout=subprocess.PIPE, check=True).stdout == whole
    assert len(packed) < len(whole) / 20


def test_a_filling_that_no_stored_block_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="65535"):
        CompressedParts(b"", HOLE).filled(b"x" * (MOST_STORED + 1), b"")


@pytest.mark.django_db
def test_a_kept_page_is_sent_in_parts_with_a_token_of_its_own(client: Client, game: Game, alice: Player) -> None:
    client.force_login(alice)
    path, takes = reverse("games:table", args=[game.code]), {"Accept-Encoding": "gzip"}
    client.get(path)
    first, *later = [client.get(path, headers=takes) for _look in range(3)]
    assert [answer["Content-Encoding"] for answer in (first, *later)] == ["gzip"] * 3
    pages = [gzip.decompress(answer.content).decode() for answer in (first, *later)]
    tokens = [TOKEN.findall(page) for page in pages]
    assert len({found[0] for found in tokens}) == 3
    assert len({TOKEN.sub("", page) for page in pages}) == 1
    assert later[0].content[-8:] != later[1].content[-8:]  # the checksum is that of each page

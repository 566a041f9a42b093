"""Tests of long mails: accepted, reduced, and read as if stored whole; and of the limit of connections."""

from __future__ import annotations

import asyncio
import base64
from concurrent.futures import ThreadPoolExecutor

import pytest

from notifications.inbound import server, store, truncation
from notifications.inbound.reading import read
from tests.notifications.inbound import corpus
from tests.notifications.inbound.test_reading import hostile

MAILS = list(corpus.whole_mails())
PICTURE = base64.encodebytes(bytes(range(256)) * 12_000)
"""Four megabytes of base64 in lines of 76."""


def mail(*parts: tuple[str, bytes]) -> bytes:
    """A multipart/mixed mail of these parts: (headers, body)."""
    inner = b"".join(b"--edge\nContent-Type: " + head.encode() + b"\n\n" + body + b"\n" for head, body in parts)
    return (
        b"From: a@b.example\nMessage-ID: <big@b.example>\nContent-Type: multipart/mixed; boundary=edge\n\nhello\n" + inner + b"--edge--\n"
    )


TEXT = ("text/plain; charset=utf-8", "größer\n\n> It is your turn.\n".encode())
PNG = ("image/png\nContent-Transfer-Encoding: base64\nContent-Disposition: inline", PICTURE)
FILE = ('text/plain; name="log.txt"\nContent-Disposition: attachment', b"1\n" * 1_000_000)
LONG = ("text/plain", b"2\n\n" + b"> quoted\n" * 400_000)


@pytest.mark.parametrize("parts", [(TEXT, PNG), (PNG, TEXT), (FILE, TEXT, PNG), (LONG,), (LONG, PNG)])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_what_is_read_is_what_the_whole_mail_says(parts: tuple[tuple[str, bytes], ...], line_end: bytes) -> None:
    whole = mail(*parts).replace(b"\n", line_end)
    kept = truncation.slim(whole)
    assert store.LARGEST > len(whole) > truncation.KEPT >= len(kept)
    assert read(kept).lines == read(whole).lines
    assert read(kept).lines[0] in ("größer", "2")
    assert store.message_id(kept) == store.message_id(whole)


@pytest.mark.parametrize(("raw", "lines"), [case[1:] for case in MAILS], ids=[case[0] for case in MAILS])
def test_every_mail_of_the_corpus_says_the_same_when_it_is_slimmed(raw: bytes, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert truncation.slim(raw) == raw
    monkeypatch.setattr(truncation, "slim", lambda whole: truncation._cut(whole, 0))
    assert list(read(truncation.slim(raw)).lines) == lines


@pytest.mark.parametrize("raw", [case * 8 for case in hostile().values()], ids=list(hostile()))
def test_mails_built_to_be_slow_are_cut_to_size(raw: bytes) -> None:
    kept = truncation.slim(raw)
    assert len(kept) <= truncation.KEPT
    read(kept)


def test_callers_beyond_the_sessions_wait_for_their_greeting_in_order() -> None:
    """They got 421, and Postfix, which opens up to a hundred connections, delivered a burst of mails at five-minute intervals."""

    async def talk() -> tuple[list[bytes], list[bool], bytes, list[bytes]]:
        servers, receptions = await server.listen(["lmtp://127.0.0.1:0"], waker=lambda: None)
        port = servers[0].sockets[0].getsockname()[1]
        called = [await asyncio.open_connection("127.0.0.1", port) for _ in range(server.MOST_CALLERS + server.MOST_WAITING)]
        sessions, waiting = called[: server.MOST_CALLERS], called[server.MOST_CALLERS :]
        greetings = [await reader.readline() for reader, _writer in sessions]
        refused, refused_writer = await asyncio.open_connection("127.0.0.1", port)
        busy = await refused.read()  # up to the end of the connection
        refused_writer.close()
        waiting[0][1].close()  # does not stop those behind it
        for reader, writer in sessions[:3]:
            writer.write(b"QUIT\r\n")
            await reader.read()
        later = [await reader.readline() for reader, _writer in waiting[1:3]]
        silent = [reader._buffer == b"" for reader, _writer in waiting[4:]]  # type: ignore[attr-defined]
        for reader, writer in waiting[1:]:  # each gets its session when one before it ends
            writer.write(b"QUIT\r\n")
            await reader.read()
        for _reader, writer in called:
            writer.close()
            await writer.wait_closed()
        servers[0].close()
        await servers[0].wait_closed()
        await receptions[0].close()
        return greetings, silent, busy, later

    with ThreadPoolExecutor(1) as elsewhere:  # a browser's event loop may be running in this thread
        greetings, silent, busy, later = elsewhere.submit(lambda: asyncio.run(asyncio.wait_for(talk(), 60))).result()
    assert {greeting[:3] for greeting in greetings} == {b"220"}
    assert busy == server.BUSY
    assert [greeting[:3] for greeting in later] == [b"220", b"220"]
    assert all(silent)

"""Tests of the parser of incoming mails, with ordinary and with hostile mails."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, strategies as st

from notifications.inbound.quotes import own_lines
from notifications.inbound.reading import read
from notifications.models.inbound import new_token
from tests.notifications.inbound import corpus

TEXTS = list(corpus.texts())
MAILS = list(corpus.whole_mails())
SIZE = 200_000


def test_token_of_a_reply_address_looks_like_no_bitcoin_address() -> None:
    tokens = {new_token() for _ in range(500)}
    assert all(len(token) == 32 and token[0].isalpha() for token in tokens)
    assert len(tokens) == 500


def test_corpus_is_large_enough() -> None:
    assert len(TEXTS) + len(MAILS) >= 300


@pytest.mark.parametrize(("text", "lines"), [case[1:] for case in TEXTS], ids=[case[0] for case in TEXTS])
def test_own_lines_of_texts(text: str, lines: list[str]) -> None:
    assert own_lines(text) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("2\n\nOn 11-Apr-2011, at 6:54 PM, Ada <ada@example.org> sent:\n\n> old", ["2"]),
        ("2\n\nOp 17-feb.-2015, om 13:18 heeft Ada <ada@example.org> het volgende geschreven:\n\nold", ["2"]),
        ("2\n\nVào 14:24 8 tháng 6, 2017, Ada <ada@example.org> đã viết:\n\n> old", ["2"]),
        ("2\n\nOn Wed, 14 Nov 2018 08:14:43 -0200 Ada <ada@example.org> wrote\n\nold", ["2"]),
        ("2\n2011/4/7 Ada Nová <ada@example.org>\n\n> old", ["2"]),
        ("2\n\nDate: Wed, 16 May 2012 00:15:02 -0600\nTo: ada@example.org\n\nold", ["2"]),
        ("2\n\n====\n\nMessage du : 12/12/2016 13:20\nDe : ada@example.org\n\nold", ["2"]),
        ("2\n\n__\nplayers mailing list", ["2"]),
        ("the second one--- On Wed, Apr 4, 2012 at 3:59 PM, ada@example.org wrote:\n> old", ["the second one"]),
        ("the second one On Wed, Apr 4, 2012 at 3:59 PM, ada@example.org wrote:\n> old", ["the second one"]),
        ("I go on 3 May.\n2", ["I go on 3 May.", "2"]),
        ("To: Ada\nI sent you a card: 4", ["To: Ada", "I sent you a card: 4"]),
        ("2011/4/7 Ada <ada@example.org>\n2", ["2011/4/7 Ada <ada@example.org>", "2"]),
    ],
)
def test_own_lines_above_attributions_of_many_programs(text: str, lines: list[str]) -> None:
    assert own_lines(text) == lines


@pytest.mark.parametrize(("raw", "lines"), [case[1:] for case in MAILS], ids=[case[0] for case in MAILS])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_reading_of_whole_mails(raw: bytes, lines: list[str], line_end: bytes) -> None:
    assert list(read(raw.replace(b"\n", line_end)).lines) == lines


def hostile() -> dict[str, bytes]:
    """Mails of 200 KB each that take a parser with quadratic time long."""
    head = b"From: a@b.example\nContent-Type: "
    plain, html = head + b"text/plain\n\n", head + b"text/html\n\n"
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(4000))
    mails = {
        "quotes": plain + b">" * SIZE,
        "quote-lines": plain + b"> x\n" * (SIZE // 4),
        "on-on-on": plain + b"On 1 @ wrote\n" * (SIZE // 13),
        "from-from": plain + b"From: a\n" * (SIZE // 8),
        "dashes": plain + b"-" * SIZE,
        "dash-lines": plain + b"----- a\n" * (SIZE // 8),
        "spaces": plain + b" " * SIZE + b":",
        "tabs-and-stars": plain + b"* _ > \t" * (SIZE // 7),
        "behind-a-line": plain + (b"x on 1 " * 40 + b"< wrote:\n> x\n") * (SIZE // 294),
        "colons": plain + b"On 1:\n" * (SIZE // 6),
        "tags": html + b"<" * SIZE,
        "open-comments": html + b"<!--" * (SIZE // 4),
        "open-styles": html + b"<style>" * (SIZE // 7),
        "divs": html + b"<div class=gmail_attr>" * (SIZE // 22),
        "blockquotes": html + b"<blockquote>x" * (SIZE // 13),
        "entities": html + b"&" * SIZE,
        "long-attributes": html + b"<a " + b"x" * SIZE,
        "nested": b"From: a@b.example\n" + nested[:SIZE],
        "parts": head + b"multipart/mixed; boundary=b\n\n" + b"--b\n\n2\n" * (SIZE // 8),
        "headers": b"X: y\n" * (SIZE // 5),
        "folded": b"From: a\n" + b" b\n" * (SIZE // 3),
        "at-signs": b"From: " + b"@" * SIZE,
        "encoded-words": b"Subject: " + b"=?utf-8?q?a?=" * (SIZE // 13) + b"\n\n2",
        "base64": head + b"text/plain\nContent-Transfer-Encoding: base64\n\n" + b"=" * SIZE,
        "quoted-printable": head + b"text/plain\nContent-Transfer-Encoding: quoted-printable\n\n" + b"=" * SIZE,
        "comments": b"From: a@b.example\nAuthentication-Results: " + b"(" * SIZE,
        "boundary": head + b"multipart/mixed; boundary=" + b"-" * SIZE,
        "rfc2231": head + b"text/plain; " + b"".join(b"charset*%d=x; " % n for n in range(9000)) + b"\n\n2",
        "utf-7": head + b"text/plain; charset=utf-7\n\n" + b"+" * SIZE,
    }
    return {name: mail[: SIZE + 200] for name, mail in mails.items()}


@pytest.mark.parametrize("name", sorted(hostile()))
def test_hostile_mail_costs_little(name: str) -> None:
    raw = hostile()[name]
    best = min(_seconds(raw) for _round in range(3))
    assert best < 0.1


def _seconds(raw: bytes) -> float:
    """Processor time of this thread, which is independent of the load of the machine."""
    began = time.thread_time()
    read(raw)
    return time.thread_time() - began


FRAGMENTS = st.sampled_from(
    [
        *(b"\n", b"\r\n", b": ", b"Content-Type: multipart/mixed; boundary=b\n", b"--b\n", b"--b--", b"From: "),
        *(b"Content-Transfer-Encoding: base64\n", b"<blockquote>", b"</div>", b"<!--", b"charset*0*=", b"=?x?b?", b"On 1, x wrote:\n"),
        b"Content-Type: text/html; charset=utf-16\n",
    ]
)


@given(st.lists(FRAGMENTS | st.binary(max_size=20), max_size=40))
def test_any_bytes_are_read_without_a_crash(pieces: list[bytes]) -> None:
    assert all(isinstance(line, str) and "\n" not in line for line in read(b"".join(pieces)).lines)


@given(st.lists(st.text(max_size=30), max_size=12))
def test_quoted_lines_are_never_read(lines: list[str]) -> None:
    assert not any(line.startswith(">") for line in own_lines("\n".join(lines)))

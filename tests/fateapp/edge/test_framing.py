"""Tests of HTTP framing over real sockets with an echo service: bytes become complete requests, or are refused and end the connection."""

from __future__ import annotations

import asyncio

import pytest

from tests.fateapp.edge.echo import Echo, ask, in_a_loop, served

HOST = b"Host: a\r\n"


def post(headers: bytes, body: bytes = b"") -> bytes:
    """A POST request as bytes."""
    return b"POST / HTTP/1.1\r\n" + HOST + headers + b"\r\n" + body


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (post(b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", b"3\r\nabc\r\n0\r\n\r\n"), 400),
        (post(b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", b"3\r\nabc\r\n0\r\n\r\n"), 400),
        (post(b"Content-Length: 3\r\nContent-Length: 4\r\n", b"abcd"), 400),
        (post(b"Content-Length: 3\r\nContent-Length: 3\r\n", b"abc"), 400),
        (post(b"Content-Length: 3, 3\r\n", b"abc"), 400),
        (post(b"Content-Length: +3\r\n", b"abc"), 400),
        (post(b"Content-Length: -3\r\n", b"abc"), 400),
        (post(b"Content-Length: 0x3\r\n", b"abc"), 400),
        (post(b"Content-Length: 99999999999999999999\r\n", b"abc"), 400),
        (post(b"Content-Length : 3\r\n", b"abc"), 400),
        (post(b"Content-Length: 600000\r\n"), 413),
        (post(b"Transfer-Encoding: gzip, chunked\r\n", b"0\r\n\r\n"), 501),
        (post(b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n"), 501),
        (post(b"Transfer-Encoding: chunked, identity\r\n", b"0\r\n\r\n"), 400),
        (post(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"), 400),
        (post(b"Transfer-Encoding: chunked\r\n", b"zz\r\nabc\r\n"), 400),
        (post(b"Transfer-Encoding: chunked\r\n", b"3\r\nabcde\r\n0\r\n\r\n"), 400),
        (post(b"Transfer-Encoding: chunked\r\n", b"3\nabc\n0\n\n"), 400),
        (post(b"Transfer-Encoding: chunked\r\n", b"80001\r\n" + b"x" * 0x80001 + b"\r\n0\r\n\r\n"), 413),
        (b"POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET http://b@a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET http://a:81?b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET http://a/ HTTP/1.0\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX\x00: a\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: a\rY: b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\nHost: a\n\n", 400),
        (b"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
        (b"CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", 501),
        (b"GET / HTTP/3\r\nHost: a\r\n\r\n", 400),
        (b"NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 40_000 + b"\r\n\r\n", 431),
        (b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: x\r\n" * 101 + b"\r\n", 431),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
    ],
)
def test_request_that_two_servers_could_read_differently_is_refused_and_ends_the_connection(raw: bytes, status: int) -> None:
    answers, service = ask(raw + b"GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    assert [answer.status for answer in answers] == [status]
    assert service.seen == []


HUGE = b"ffffffffffffffff"


@pytest.mark.parametrize(
    "body",
    [HUGE + b"\r\n", HUGE + b"\r\nabc", b"3\r\nabc\r\n" + HUGE + b";x=1\r\n", b"80001\r\n", b"3\r\nabc\r\n7ffff\r\n" + b"x" * 9000],
    ids=["alone", "begun", "second", "just too long", "together"],
)
def test_chunk_that_is_too_long_is_refused_before_it_arrives(body: bytes) -> None:
    async def run() -> bytes:
        echo = Echo()
        async with served(echo) as place:
            reader, writer = await asyncio.open_connection(*place)
            writer.write(post(b"Transfer-Encoding: chunked\r\n"))
            await asyncio.sleep(0.05)
            writer.write(body)
            found = await asyncio.wait_for(reader.read(), 5)
            writer.close()
        return found

    assert in_a_loop(run()).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("step", [1, 7, 4096, 1 << 20])
def test_chunks_within_the_limit_are_taken_however_they_arrive(step: int) -> None:
    looks_like_sizes = b"\r\nffffffff\r\n"
    chunks = [b"abc", looks_like_sizes, b"x" * 5000, looks_like_sizes * 3]
    body = b"".join(b"%x;ff=ffffffffff\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"
    answers, service = ask(post(b"Transfer-Encoding: chunked\r\n", body), step=step)
    assert [answer.status for answer in answers] == [200]
    assert [seen[2] for seen in service.seen] == [b"".join(chunks)]


@pytest.mark.parametrize(
    ("raw", "body"),
    [
        (post(b"Content-Length: 3\r\n", b"abc"), b"abc"),
        (post(b"Transfer-Encoding: chunked\r\n", b"3\r\nabc\r\n0\r\n\r\n"), b"abc"),
        (post(b"transfer-encoding: Chunked\r\n", b"1\r\na\r\n2;x=y\r\nbc\r\n0\r\nTrailer: x\r\n\r\n"), b"abc"),
        (post(b"Content-Length: 0\r\n"), b""),
        (post(b""), b""),
        (post(b"Content-Length: 200000\r\n", b"x" * 200_000), b"x" * 200_000),
        (post(b"Transfer-Encoding: chunked\r\n", b"1\r\nx\r\n" * 5000 + b"0\r\n\r\n"), b"x" * 5000),
    ],
)
@pytest.mark.parametrize("step", [1 << 20, 7])
def test_body_reaches_the_application_with_its_length_however_it_was_framed(raw: bytes, body: bytes, step: int) -> None:
    answers, service = ask(raw, step=step if len(raw) < 100_000 else 1 << 20)
    assert [answer.status for answer in answers] == [200]
    assert service.seen == [("POST", b"/", body, len(body))]


def test_head_may_be_as_long_as_the_limits_say() -> None:
    target = b"/" + b"x" * 16_000
    answers, service = ask(b"GET " + target + b" HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 16_000 + b"\r\n\r\n")
    assert [answer.status for answer in answers] == [200]
    assert service.seen[0][1] == target


def test_body_that_breaks_off_is_no_request() -> None:
    for raw in (
        post(b"Content-Length: 9\r\n", b"abc"),
        post(b"Transfer-Encoding: chunked\r\n", b"3\r\nabc\r\n"),
        post(b"Transfer-Encoding: chunked\r\n", b"3\r\nabc\r\n0\r\n"),
    ):
        answers, service = ask(raw, hang_up=True)
        assert answers == []
        assert service.seen == []


def test_several_requests_on_one_connection_are_answered_in_order() -> None:
    raws = [b"GET /%d HTTP/1.1\r\nHost: a\r\n\r\n" % number for number in range(10)]
    answers, service = ask(b"".join(raws))
    assert [answer.body for answer in answers] == [b"/%d" % number for number in range(10)]
    assert [seen[1] for seen in service.seen] == [b"/%d" % number for number in range(10)]


def test_requests_that_arrive_while_one_is_answered_wait() -> None:
    first, rest = b"GET /0 HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /%d HTTP/1.1\r\nHost: a\r\n\r\n"

    async def run() -> list[bytes]:
        async with served(Echo(delay=0.05)) as place:
            reader, writer = await asyncio.open_connection(*place)
            writer.write(first)
            for number in range(1, 50):
                await asyncio.sleep(0.001)
                writer.write(rest % number)
            found = []
            for _ in range(50):
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
                assert head.startswith(b"HTTP/1.1 200")
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                found.append(await reader.readexactly(length))
            writer.close()
        return found

    assert in_a_loop(run()) == [b"/%d" % number for number in range(50)]


def test_flood_of_requests_at_once_is_read_little_by_little() -> None:
    answers, service = ask(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 5000)
    assert [answer.status for answer in answers] == [200] * 5000
    assert len(service.seen) == 5000


def test_head_answers_carry_no_body_and_connection_stays_usable() -> None:
    answers, _service = ask(b"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", until=b"Date:")
    assert answers[0].status == 200
    assert answers[0].body == b""


@pytest.mark.parametrize(("line", "lasts"), [("1.1", True), ("1.0", False)])
def test_connection_lasts_as_the_version_says(line: str, lasts: bool) -> None:
    one = f"GET / HTTP/{line}\r\nHost: a\r\n\r\n".encode()
    answers, _service = ask(one + one)
    assert len(answers) == (2 if lasts else 1)
    assert (b"connection: close" in answers[0].head.lower()) is not lasts


def test_client_that_expects_100_is_told_to_go_on_unless_its_body_is_too_long() -> None:
    answers, service = ask(post(b"Content-Length: 3\r\nExpect: 100-continue\r\n", b"abc"))
    assert [answer.status for answer in answers] == [100, 200]
    assert service.seen[0][2] == b"abc"
    answers, service = ask(post(b"Content-Length: 600000\r\nExpect: 100-continue\r\n"))
    assert [answer.status for answer in answers] == [413]


def test_wish_for_another_protocol_is_answered_in_this_one() -> None:
    after = b"GET /after HTTP/1.1\r\nHost: a\r\n\r\n"
    upgrade = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
    answers, service = ask(b"GET / HTTP/1.1\r\nHost: a\r\n" + upgrade + b"\r\n" + after)
    assert [answer.status for answer in answers] == [200, 200]
    for framing, body in ((b"Content-Length: 3\r\n", b"abc"), (b"Transfer-Encoding: chunked\r\n", b"3\r\nabc\r\n0\r\n\r\n")):
        answers, service = ask(post(upgrade + framing, body) + after)
        assert service.seen == [("POST", b"/", b"abc", 3), ("GET", b"/after", b"", 0)]
        assert [answer.status for answer in answers] == [200, 200]


def test_body_too_long_for_memory_is_kept_in_a_file_and_given_back() -> None:
    held: list[int] = []

    def note(echo: Echo) -> None:
        held.append(echo.connections.bodies.held)

    raw = post(b"Content-Length: 300000\r\n", b"x" * 300_000)
    answers, service = ask(raw, at_handling=note)
    assert held == [300_000]
    assert service.connections.bodies.held == 0
    assert answers[0].status == 200

"""Tests of one POST request within limits: no redirects, a total time limit, a bounded response, verified certificates."""

from __future__ import annotations

import datetime
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from notifications.calls import guard, post as posting
from notifications.calls.post import MAX_RESPONSE, NoResponse, post
from tests.notifications.hanging import MANNERS, Hanging
from tests.notifications.receiver import Receiver
from tests.stopwatch import stretched


def test_post_sends_body_and_headers(receiver: Receiver) -> None:
    answer = post(receiver.url("/a?b=c"), b'{"x": 1}', {"Content-Type": "application/json", "X-Mine": "1"})

    (call,) = receiver.calls
    assert (answer.status, call.path, call.body) == (204, "/a?b=c", b'{"x": 1}')
    assert (call.headers["host"], call.headers["x-mine"]) == (f"127.0.0.1:{receiver.port}", "1")
    assert "accept-encoding" not in call.headers  # no compressed responses are requested, so none can expand


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_post_follows_no_redirection(receiver: Receiver, status: int) -> None:
    assert post(receiver.url(f"/{status}"), b"{}", {}).status == status
    assert [call.path for call in receiver.calls] == [f"/{status}"]


def test_post_gives_up_on_a_server_that_hangs(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)

    with pytest.raises(NoResponse):
        post(receiver.url("/hang"), b"{}", {})


def test_post_does_not_wait_for_a_body_that_drips(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 1.0)

    answer = post(receiver.url("/drip"), b"{}", {})

    assert answer.status == 200
    assert set(answer.body) == set(b".")


def test_post_reads_no_more_than_the_limit(receiver: Receiver) -> None:
    answer = post(receiver.url("/flood"), b"{}", {})

    assert answer.status == 200
    assert MAX_RESPONSE - 1000 < len(answer.body) < MAX_RESPONSE


@pytest.mark.parametrize(
    "said",
    [b"", b"garbage\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500, b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000, b"\xff" * 70_000],
    ids=["nothing", "garbage", "many headers", "long header", "bytes"],
)
def test_post_survives_what_is_no_http(receiver: Receiver, said: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=_say_once, args=[listening, said], daemon=True)
        thread.start()
        with pytest.raises(NoResponse):
            post(f"http://127.0.0.1:{listening.getsockname()[1]}/", b"{}", {})
        thread.join(10)


def _say_once(listening: socket.socket, said: bytes) -> None:
    connected, _address = listening.accept()
    with connected:
        connected.recv(65_536)
        try:
            connected.sendall(said)
        except OSError:
            return  # the client has closed the connection


def test_post_to_a_port_where_nobody_listens(receiver: Receiver) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(NoResponse):
        post(f"http://127.0.0.1:{port}/", b"{}", {})


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """A TLS server for hooks.example that answers every call with 204; yields its port and its certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hooks.example")])
    long_ago = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(long_ago)
        .not_valid_after(long_ago.replace(year=2120))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("hooks.example")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate, secret = tmp_path / "certificate.pem", tmp_path / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, secret)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=_serve_secure, args=[listening, context], daemon=True)
        thread.start()
        yield listening.getsockname()[1], certificate
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(10)


def _serve_secure(listening: socket.socket, context: ssl.SSLContext) -> None:
    while True:
        try:
            connected, _address = listening.accept()
        except OSError:
            return  # the test has ended
        try:
            with context.wrap_socket(connected, server_side=True) as line:
                line.recv(65_536)  # head and body are one record
                line.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
        except OSError:
            continue  # the client has refused the certificate


def test_post_checks_certificate_and_name(receiver: Receiver, secure: tuple[int, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    port, certificate = secure

    def here(*_arguments: object) -> list[object]:
        return [ip_address("127.0.0.1")]

    with pytest.raises(NoResponse, match="CERTIFICATE_VERIFY_FAILED"):
        post(f"https://hooks.example:{port}/", b"{}", {}, resolve=here)
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(posting, "_tls_context", lambda: trusting)
    assert post(f"https://hooks.example:{port}/", b"{}", {}, resolve=here).status == 204
    with pytest.raises(NoResponse, match="CERTIFICATE_VERIFY_FAILED"):
        post(f"https://other.example:{port}/", b"{}", {}, resolve=here)


def test_post_gives_up_in_time_on_every_manner_of_hanging(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silent servers, dripping headers, dripping handshake: each byte arrives within a socket timeout, the whole response never does."""
    monkeypatch.setattr(posting, "SECONDS", 0.8)
    with Hanging(len(MANNERS)) as hanging:
        for url in hanging.urls:
            began = time.monotonic()
            with pytest.raises(NoResponse, match="did not answer within"):
                post(url, b"{}", {})
            assert 0.7 < time.monotonic() - began < stretched(3)


def test_post_waits_for_a_body_that_drips_no_longer_than_its_share(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "BODY_SECONDS", 0.3)
    began = time.monotonic()

    assert post(receiver.url("/drip"), b"{}", {}).status == 200

    assert time.monotonic() - began < 5


def test_a_silent_address_leaves_time_for_the_others_of_its_name(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.create_connection

    def one_is_silent(address: tuple[str, int], timeout: float) -> socket.socket:
        if address[0] == "127.0.0.2":
            time.sleep(timeout)
            raise TimeoutError
        return connect(address, timeout=timeout)

    monkeypatch.setattr(socket, "create_connection", one_is_silent)
    monkeypatch.setattr(posting, "SECONDS", 2.0)
    monkeypatch.setattr(guard, "_allowed", lambda *_arguments, **_more: True)

    found = [ip_address("127.0.0.2"), ip_address("127.0.0.1")]
    assert post(f"http://two.example:{receiver.port}/", b"{}", {}, resolve=lambda *_arguments: found).status == 204

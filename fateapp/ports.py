"""Check that the site can listen on its ports, by listening for a moment."""

import errno
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from fateapp import installation, processes


def listeners_problems(addresses: Iterable[str], host: str, port: int) -> list[str]:
    """Why an address of FATE_MAILIN_LISTEN cannot be used beside a web server on `port`, as sentences."""
    found, taken = [], {port, processes.stream_port(port)}
    for address in addresses:
        parts = urlsplit(address)
        if parts.port in taken and parts.hostname in (host, "0.0.0.0", "::"):
            found.append(f"FATE_MAILIN_LISTEN names port {parts.port}, which web server or stream need; choose another one.")
        elif parts.port and port_problem(parts.hostname or "", parts.port):
            found.append(f"Replies cannot be received at {address}; change FATE_MAILIN_LISTEN or stop what listens there.")
    return found


def ports_problem(host: str, port: int) -> str | None:
    """Why the web server or the stream process cannot listen, as a sentence; None when both can."""
    if problem := port_problem(host, port):
        return problem
    beside = processes.stream_port(port)
    if problem := port_problem(host, beside):
        return f"Beside port {port}, the stream of the API needs port {beside}. {problem}"
    return None


def port_problem(host: str, port: int) -> str | None:
    """Why it is impossible to listen there, as a sentence; None when it is possible."""
    if not 0 < port < 65536:
        return f"{port} is not a port; it is a number from 1 to 65535."
    try:
        _listen(host, port)
    except (OSError, UnicodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            other = f"{installation.PROGRAM} up --port {free_after(host, port)}"
            return f"Port {port} is in use by another program. Take another one: {other}"
        reason = error.strerror if isinstance(error, OSError) else "no such host"
        return f"Cannot listen on {host} port {port}: {reason}. Choose an address of this machine, or 0.0.0.0 for all of them, with --host."
    return None


def free_after(host: str, port: int) -> int:
    """The next free port whose stream port is free, too; 8000 when there is none near."""
    near = (other for other in range(port + 1, min(port + 100, 65535)) if _free(host, other) and _free(host, processes.stream_port(other)))
    return next(near, 8000)


def _free(host: str, port: int) -> bool:
    try:
        _listen(host, port)
    except OSError:
        return False
    return True


def _listen(host: str, port: int) -> None:
    """Listen there for a moment. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        probe.listen(1)

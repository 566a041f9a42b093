"""What a client may take: time, bytes and connections. All limits of the server stand here."""

from __future__ import annotations

from dataclasses import dataclass

KILO, MEGA = 1024, 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes of one request or connection, and of all of one process. deploy/proxy sets the same for the proxies."""

    head_seconds: float = 10
    head_bytes: int = 32 * KILO
    head_lines: int = 100
    body_seconds: float = 60
    body_rate: int = KILO
    """Bytes per second a body has to arrive with on average, after `body_grace` seconds."""
    body_grace: float = 10
    body_bytes: int = 512 * KILO
    mail_bytes: int = 11 * MEGA
    """The same for what mail providers post; mailin takes as much."""
    body_in_memory: int = 64 * KILO
    """Longer bodies are kept in a temporary file."""
    all_bodies_bytes: int = 128 * MEGA
    idle_seconds: float = 180
    """Longer than Caddy (120) and nginx (60) keep an unused connection, so that neither meets one that closes."""
    write_seconds: float = 30
    write_rate: int = KILO
    """Who takes an answer more slowly, over so many seconds, is cut off."""
    linger_seconds: float = 2
    connections: int = 10_000
    slow_readers: int = 500
    """Clients whose answers wait in our memory; the one that has waited longest goes first."""
    streams: int = 1_500
    """Requests that the stream process answers at once; its application counts the streams themselves."""
    waiting_seconds: float = 5
    """Nobody waits longer for a request thread: who would is refused at once."""

    def body_most(self, path: bytes) -> int:
        """The longest body that is taken at a path."""
        return self.mail_bytes if path.startswith(b"/mail/hook/") else self.body_bytes


LIMITS = Limits()

"""All limits of the server: time, bytes and connections of a client."""

from dataclasses import dataclass

KILO, MEGA = 1024, 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes of one request or connection, and limits of one process. deploy/proxy has the same values for the proxies."""

    head_seconds: float = 10
    head_bytes: int = 32 * KILO
    head_lines: int = 100
    body_seconds: float = 60
    body_rate: int = KILO
    """The minimum average in bytes per second of a body, after `body_grace` seconds."""
    body_grace: float = 10
    body_bytes: int = 512 * KILO
    mail_bytes: int = 11 * MEGA
    """The same for webhooks of mail providers; as in mailin."""
    body_in_memory: int = 64 * KILO
    """Longer bodies are stored in a temporary file."""
    all_bodies_bytes: int = 128 * MEGA
    idle_seconds: float = 180
    """Longer than the keep-alive of Caddy (120) and nginx (60), so that a proxy never reuses a connection that is being closed."""
    write_seconds: float = 30
    write_rate: int = KILO
    """A client that reads fewer bytes per second over `write_seconds` is disconnected."""
    linger_seconds: float = 2
    connections: int = 10_000
    slow_readers: int = 500
    """Clients with unread responses in memory; beyond that, the oldest is disconnected."""
    streams: int = 1_500
    """Concurrent requests of the stream process; its application limits the streams themselves."""
    waiting_seconds: float = 5
    """The longest expected waiting time for the request thread; beyond that, a request is refused at once."""

    def body_limit(self, path: bytes) -> int:
        """The longest body of a request to this path, in bytes."""
        return self.mail_bytes if path.startswith(b"/mail/hook/") else self.body_bytes


LIMITS = Limits()

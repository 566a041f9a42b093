"""What Celery needs to know, for Django's settings and for beat, which runs without Django."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

TRANSPORT = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "health_check_interval": 20,
    "socket_keepalive": True,
}
PUBLISH_RETRY: dict[str, Any] = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}


def tick(task: str, seconds: float) -> dict[str, Any]:
    """One line of the schedule. A tick nobody took before the next one is due is worth nothing, so it expires."""
    return {"task": task, "schedule": seconds, "options": {"expires": min(seconds, 1800)}}


SCHEDULE = {
    "sweep-deadlines": tick("games.tasks.sweep_deadlines", 5.0),
    "play-bots": tick("games.tasks.play_bots", 5.0),
    "deliver-messages": tick("notifications.tasks.deliver_messages", 10.0),
    "deliver-calls": tick("notifications.tasks.deliver_calls", 10.0),
    "read-mail": tick("notifications.tasks.read_mail", 10.0),
    "advance-tournaments": tick("games.tasks.advance_tournaments", 60.0),
    "rate-games": tick("games.tasks.rate_games", 30.0),
    "housekeeping": tick("games.tasks.housekeeping", 3600.0),
    "back-up": tick("fateapp.tasks.back_up", 3600.0),
}


def address(url: str) -> str:
    """The server as Celery writes it; only the spelling of unix sockets differs (`unix:///run/v.sock?db=1`)."""
    if not url.startswith("unix://"):
        return url
    parts = urlsplit(url)
    number = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{unquote(parts.path)}?virtual_host={number}"

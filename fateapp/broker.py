"""Celery's settings for the broker, for Django's settings and for beat, which runs without Django.

The broker is Valkey, Valkey with Sentinel, or RabbitMQ with quorum queues, which survive the loss of a minority of the nodes. It carries
signals only; docs/scaling.md compares the three.
"""

from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

VALKEY = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "health_check_interval": 20,
    "socket_keepalive": True,
}
RABBITMQ = {"confirm_publish": True, "read_timeout": 10, "write_timeout": 10, "client_properties": {"connection_name": "fateapp"}}
"""Timeouts in seconds. With publisher confirms, a broker that loses a message is noticed."""
PUBLISH_RETRY: dict[str, Any] = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}


def schedule_entry(task: str, seconds: float) -> dict[str, Any]:
    """An entry of the schedule. A call that no worker takes expires before the next one."""
    return {"task": task, "schedule": seconds, "options": {"expires": min(seconds, 1800)}}


SCHEDULE = {
    "sweep-deadlines": schedule_entry("games.tasks.sweep_deadlines", 5.0),
    "play-bots": schedule_entry("games.tasks.play_bots", 5.0),
    "send-account-mails": schedule_entry("games.tasks.send_account_mails", 5.0),
    "deliver-messages": schedule_entry("notifications.tasks.deliver_messages", 10.0),
    "read-mail": schedule_entry("notifications.tasks.read_mail", 10.0),
    "advance-tournaments": schedule_entry("games.tasks.advance_tournaments", 60.0),
    "rate-games": schedule_entry("games.tasks.rate_games", 30.0),
    "housekeeping": schedule_entry("games.tasks.housekeeping", 3600.0),
    "back-up": schedule_entry("fateapp.tasks.back_up", 3600.0),
}


BOTS = "bots"
"""The queue of bots that search. It has its own worker, so that many of them do not delay mails and deadlines."""
ROUTES = {"games.tasks.search_for_bots": {"queue": BOTS}}

TAKES_ALL = 0
"""The prefetch limit of a worker: none. A call whose acknowledgement was lost counts as unacknowledged for ever, so with a limit the worker
would stop after as many lost acknowledgements. Calls are few, and old ones expire.
"""


def settings(address: str) -> dict[str, Any]:
    """Celery's settings for the broker at `address`. Raises `ValueError`: a sentinel:// address does not name the master."""
    scheme = urlsplit(address).scheme
    if scheme in ("amqp", "amqps"):
        return {
            "broker_url": address,
            "broker_transport_options": RABBITMQ,
            "broker_heartbeat": 20,
            "broker_native_delayed_delivery_queue_type": "classic",  # no task is delayed, so these queues can be classic ones
            "task_default_queue_type": "quorum",
            "worker_prefetch_multiplier": 1,  # an unacknowledged call is redelivered when its connection ends
            "worker_enable_remote_control": False,  # it needs queues that newer servers do not support
        }
    if scheme == "sentinel":
        return sentinel_settings(address)
    return {"broker_url": celery_url(address), "broker_transport_options": VALKEY, "worker_prefetch_multiplier": TAKES_ALL}


def sentinel_settings(address: str) -> dict[str, Any]:
    """`sentinel://:password@10.0.0.1:26379,10.0.0.2:26379/0?master=fate`: password and database number are those of the server.

    Raises `ValueError`: the name of the master is missing.
    """
    parts = urlsplit(address)
    name = parse_qs(parts.query).get("master", [""])[0]
    if not name:
        raise ValueError("does not say which server the sentinels are to be asked for; it ends like this: /0?master=fate")
    password, at, hosts = parts.netloc.rpartition("@")
    each = [f"sentinel://{password}{at}{host}{parts.path}" for host in hosts.split(",")]
    options = VALKEY | {"master_name": name}
    return {"broker_url": ";".join(each), "broker_transport_options": options, "worker_prefetch_multiplier": TAKES_ALL}


def celery_url(url: str) -> str:
    """The URL as Celery writes it; only unix sockets differ (`unix:///run/v.sock?db=1`)."""
    if not url.startswith("unix://"):
        return url
    parts = urlsplit(url)
    number = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{unquote(parts.path)}?virtual_host={number}"

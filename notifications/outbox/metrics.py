"""SQL for the metrics of the outbox: single values and values by label. `parameters` belong to each statement."""

from typing import Any

from notifications.channels import registry

SECONDS = {
    "fate_oldest_unsent_message_seconds": (
        "How long the oldest message that may be sent has been waiting.",
        "SELECT coalesce(extract(epoch FROM now() - min(not_before)), 0) FROM notifications_message"
        " WHERE state = 'queued' AND not_before <= now()",
    ),
    "fate_message_attempts_most": (
        "The most attempts any message in the queue has had.",
        "SELECT coalesce(max(attempts), 0) FROM notifications_message WHERE state IN ('queued', 'sending')",
    ),
}
STATES = {
    "fate_lane_oldest_seconds": (
        "How long the oldest message that may leave has been waiting, by lane.",
        "lane",
        "SELECT lane, coalesce(greatest(extract(epoch FROM now() - min(not_before)), 0), 0)"
        " FROM unnest(%(lanes)s::text[]) AS lanes (lane) LEFT JOIN notifications_message"
        " ON split_part(channel, ':', 1) = lane AND state = 'queued' AND not_before <= now() GROUP BY 1 ORDER BY 1",
    ),
    "fate_open_circuits": (
        "Webhooks and push services that are not called at the moment, because they did not answer or only failed.",
        "lane",
        "SELECT lane, count(name) FROM unnest(%(calls)s::text[]) AS lanes (lane) LEFT JOIN notifications_circuit"
        " ON split_part(name, ':', 1) = lane AND open_until > now() GROUP BY 1 ORDER BY 1",
    ),
    "fate_messages": (
        "Messages that are not settled, and those given up, by state.",
        "state",
        "SELECT state, count(*) FROM notifications_message WHERE state IN ('queued', 'sending', 'dead', 'bounced') GROUP BY 1 ORDER BY 1",
    ),
}


def parameters() -> dict[str, Any]:
    """The names of all channels (`lanes`) and of those that make HTTP calls."""
    return {"lanes": list(registry.CHANNELS), "calls": [channel.name for channel in registry.callers()]}

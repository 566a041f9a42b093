"""The outbox as parts of SQL statements, for writers that cannot afford a statement of its own for the messages.

Only this package names its tables. The enclosing statement has the parameters `now` and `request_id`.
"""


def put_from(source: str, delay: str = "0") -> str:
    """An INSERT of messages. `source` is the text after FROM; its alias `n` has kind, recipient_id, key, payload (jsonb), thread and topic;
    `delay` is the number of seconds until they are due. As `outbox.put`, but the caller signals a worker (`outbox.signal_after_commit`).
    """
    return f"""
    INSERT INTO notifications_message (kind, recipient_id, channel, key, payload, thread, topic, not_before, request_id)
    SELECT n.kind, n.recipient_id, 'email', n.key, n.payload, n.thread, n.topic,
        %(now)s::timestamptz + make_interval(secs => {delay}), %(request_id)s
    FROM {source}
    ON CONFLICT (recipient_id, channel, key) DO NOTHING"""


def put_for_followers(kind: str, source: str) -> str:
    """An INSERT of one message for every webhook that follows a thread. `source` is the text after FROM; its alias `n` has the `thread` and
    the `number` of its latest change. Each number is sent once.
    """
    return f"""
    INSERT INTO notifications_message (kind, recipient_id, channel, key, payload, thread, not_before, request_id)
    SELECT '{kind}', w.owner_id, 'webhook:' || w.id, 'table:' || w.about || ':' || n.number,
        jsonb_build_object('game', w.about, 'seq', n.number), w.about, %(now)s::timestamptz, %(request_id)s
    FROM {source} JOIN notifications_webhook w ON w.about = n.thread AND w.about <> '' AND w.disabled_at IS NULL
    ON CONFLICT (recipient_id, channel, key) DO NOTHING"""

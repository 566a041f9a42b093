"""Values of JSON columns that would stop messages or mails of others are refused by the database
(docs/decisions/0272-shapes-of-stored-json.md).

A webhook with such a value is switched off and a mail with one has failed, with the value as the reason. Each statement is a transaction
of its own and can be repeated.
"""

from django.db import migrations

KINDS = """(NOT kinds @? 'strict $[*] ? (@.type() != "string")') IS TRUE"""
PROGRESS = """(NOT progress @? 'strict $[*] ? (@.type() != "object")') IS TRUE"""

FORWARDS = [
    f"""
UPDATE notifications_webhook SET disabled_at = coalesce(disabled_at, statement_timestamp()), kinds = '[]',
    disabled_why = left('Damaged kinds: ' || kinds::text, 200)
WHERE NOT ({KINDS})""",
    f"""
UPDATE notifications_inboundmail SET progress = '[]', reason = left('Damaged progress: ' || progress::text, 200),
    state = CASE state WHEN 'received' THEN 'failed' ELSE state END
WHERE NOT ({PROGRESS})""",
    f"""
ALTER TABLE notifications_webhook DROP CONSTRAINT IF EXISTS webhook_kinds_shape,
    ADD CONSTRAINT webhook_kinds_shape CHECK ({KINDS}) NOT VALID""",
    "ALTER TABLE notifications_webhook VALIDATE CONSTRAINT webhook_kinds_shape",
    f"""
ALTER TABLE notifications_inboundmail DROP CONSTRAINT IF EXISTS inboundmail_progress_shape,
    ADD CONSTRAINT inboundmail_progress_shape CHECK ({PROGRESS}) NOT VALID""",
    "ALTER TABLE notifications_inboundmail VALIDATE CONSTRAINT inboundmail_progress_shape",
]
BACKWARDS = [
    "ALTER TABLE notifications_webhook DROP CONSTRAINT IF EXISTS webhook_kinds_shape",
    "ALTER TABLE notifications_inboundmail DROP CONSTRAINT IF EXISTS inboundmail_progress_shape",
]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("notifications", "0005_help_texts")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]

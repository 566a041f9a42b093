"""Circuit breakers of webhooks and push services, and the index by which their lanes find the first message of each endpoint."""

import django.db.models.functions.datetime
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("notifications", "0001_initial")]

    operations = [
        AddIndexConcurrently(
            model_name="message",
            index=models.Index(
                condition=models.Q(("state", "queued"), models.Q(("channel", "email"), _negated=True)),
                fields=["channel", "not_before", "id"],
                name="message_call_due",
            ),
        ),
        migrations.CreateModel(
            name="Circuit",
            fields=[
                ("name", models.CharField(max_length=540, primary_key=True, serialize=False, verbose_name="endpoint")),
                ("failures", models.PositiveIntegerField(db_default=0, verbose_name="failures in a row")),
                ("failing_since", models.DateTimeField(blank=True, null=True, verbose_name="nothing but failures since")),
                ("open_until", models.DateTimeField(blank=True, null=True, verbose_name="not called until")),
                ("prompt", models.BooleanField(db_default=False, verbose_name="answers promptly")),
                ("changed_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="changed")),
            ],
            options={
                "verbose_name": "circuit breaker",
                "verbose_name_plural": "circuit breakers",
                "indexes": [models.Index(fields=["changed_at"], name="circuit_changed")],
            },
        ),
    ]

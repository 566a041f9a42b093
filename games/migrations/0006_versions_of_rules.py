"""A game that was carried over remembers which versions it was played by before; each version of rules has a heartbeat of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_sweeps_that_work")]
    operations = [
        migrations.AddField(
            model_name="game",
            name="carried",
            field=models.JSONField(blank=True, db_default=[], default=list, editable=False),
        ),
        migrations.CreateModel(
            name="RulesBeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rules", models.CharField(max_length=40, verbose_name="game")),
                ("version", models.PositiveSmallIntegerField(verbose_name="version of the rules")),
                ("beat_at", models.DateTimeField(verbose_name="last round")),
            ],
            options={
                "verbose_name": "heartbeat of a game’s rules",
                "verbose_name_plural": "heartbeats of games’ rules",
                "constraints": [models.UniqueConstraint(fields=("rules", "version"), name="rules_beat_once")],
            },
        ),
    ]

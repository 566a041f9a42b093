from django.db import migrations, models


class Migration(migrations.Migration):
    """What our mail server noted of the conversation that brought a mail."""

    dependencies = [("notifications", "0002_circuits")]

    operations = [
        migrations.AddField(
            model_name="inboundmail",
            name="session",
            field=models.JSONField(
                blank=True,
                db_default={},
                verbose_name="conversation",
            ),
        ),
    ]

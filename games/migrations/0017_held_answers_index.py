"""What the sweeper asks for in each round, built while games go on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0016_held_answers'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='seat',
            index=models.Index(condition=models.Q(('held_until__isnull', False)), fields=['held_until'], name='seat_held'),
        ),
    ]

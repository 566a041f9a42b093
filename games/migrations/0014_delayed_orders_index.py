"""What the sweeper asks for in each round, built while games go on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0013_delayed_orders'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='seat',
            index=models.Index(condition=models.Q(('order_at__isnull', False)), fields=['order_at'], name='seat_order'),
        ),
    ]

"""People without an address: guests of an invitation link."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0014_delayed_orders_index'),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='player', name='player_reachable'),
    ]

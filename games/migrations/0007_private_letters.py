"""Private letters between two people at a table."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0006_versions_of_rules'),
    ]

    operations = [
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=2000, verbose_name='text')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('sender_shares', models.BooleanField(db_default=False, default=False, verbose_name='the writer agrees to the chronicle')),
                ('recipient_shares', models.BooleanField(db_default=False, default=False, verbose_name='the reader agrees to the chronicle')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='letters', to='games.game')),
                ('recipient', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='letters_received', to=settings.AUTH_USER_MODEL)),
                ('sender', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='letters_sent', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'letter',
                'verbose_name_plural': 'letters',
                'indexes': [models.Index(fields=['game', '-id'], name='letter_of_game'), models.Index(fields=['sender', '-at'], name='letter_of_sender')],
            },
        ),
    ]

"""Help texts of fields. Changes nothing in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0004_endpoint'),
    ]

    operations = [
        migrations.AlterField(
            model_name='message',
            name='crashes',
            field=models.PositiveSmallIntegerField(db_default=0, help_text='Attempts after which the process ended without a result.', verbose_name='crashes'),
        ),
        migrations.AlterField(
            model_name='message',
            name='held',
            field=models.CharField(blank=True, db_default='', help_text='The schedule by which it is sent together with others.', max_length=10, verbose_name='held for'),
        ),
        migrations.AlterField(
            model_name='message',
            name='request_id',
            field=models.CharField(blank=True, db_default='', help_text='ID of the request that caused this message.', max_length=64, verbose_name='caused by'),
        ),
        migrations.AlterField(
            model_name='message',
            name='stand_in',
            field=models.BooleanField(db_default=False, help_text='Sent because another channel could not deliver it.', verbose_name='stands in'),
        ),
    ]

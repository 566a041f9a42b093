"""Label of a state of messages. Changes nothing in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0006_shapes_of_stored_json'),
    ]

    operations = [
        migrations.AlterField(
            model_name='message',
            name='state',
            field=models.CharField(choices=[('queued', 'queued'), ('sending', 'being sent'), ('sent', 'sent'), ('bounced', 'bounced'), ('superseded', 'not sent, no longer needed'), ('dead', 'given up')], db_default='queued', max_length=10, verbose_name='state'),
        ),
    ]

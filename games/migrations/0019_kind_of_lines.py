"""A word for a kind of line. Changes nothing in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0018_help_texts'),
    ]

    operations = [
        migrations.AlterField(
            model_name='move',
            name='kind',
            field=models.CharField(choices=[('answer', 'answer'), ('undo', 'taken back'), ('remark', 'said out of turn'), ('resign', 'resigned'), ('forfeit', 'lost on time'), ('desk', 'by the organizers')], default='answer', max_length=8, verbose_name='kind'),
        ),
    ]

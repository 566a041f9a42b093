"""Labels of fields and choices. Changes nothing in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_shapes_of_stored_json'),
    ]

    operations = [
        migrations.AlterField(
            model_name='move',
            name='kind',
            field=models.CharField(choices=[('answer', 'answer'), ('undo', 'taken back'), ('remark', 'said out of turn'), ('resign', 'resigned'), ('forfeit', 'lost on time'), ('desk', 'by the organizers')], default='answer', max_length=8, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='move',
            name='source',
            field=models.CharField(choices=[('form', 'web form'), ('api', 'API'), ('mail', 'email'), ('bot', 'bot'), ('timeout', 'timeout'), ('order', 'standing order'), ('sealed', 'sealed answer'), ('auto', 'autopilot'), ('deputy', 'deputy'), ('chance', 'chance'), ('desk', 'director')], max_length=8, verbose_name='way'),
        ),
        migrations.AlterField(
            model_name='player',
            name='email',
            field=models.EmailField(blank=True, max_length=254, null=True, verbose_name='email address'),
        ),
    ]

"""Account mails; names that no address of a page can carry are mended; the demo person is an administrator no more.

Everything here is written out: it must do the same however the rules for names change later.
"""

import unicodedata

import django.db.models.functions.datetime
import games.models.player
from django.db import migrations, models


MARKS = " -_.'"
FILLERS = "\u115f\u1160\u3164\uffa0"
DEMO = {"email": "ada@fate.example", "name": "Ada", "is_superuser": True, "password__startswith": "!", "groups": None}


def key_of(name):
    """The form under which names are unique, as of this migration."""
    for _pass in range(4):
        folded = unicodedata.normalize("NFKC", name).casefold()
        if folded == name:
            break
        name = folded
    return name


def cleaned(name):
    """The name without what the address of a page cannot carry or nobody can see; the name itself where there is nothing of that."""
    if fits(name):
        return name
    plain = unicodedata.normalize("NFKC", name)
    kept = "".join(char if char.isalnum() or char in MARKS else " " for char in plain if char not in FILLERS)
    kept = " ".join(kept.split())[:24].strip()
    return kept if fits(kept) else "Player"


def fits(name):
    """Whether a name can stand in the address of a page and be seen."""
    plain = unicodedata.normalize("NFKC", name)
    return (
        2 <= len(name) and len(plain) <= 30
        and all(char.isalnum() or char in MARKS for char in name + plain)
        and any(char.isalnum() for char in name)
        and not set(FILLERS).intersection(name + plain)
        and name == " ".join(name.split())
    )  # fmt: skip


def mend_names(apps, schema_editor):
    """Give whoever has such a name another one, and note that they have not chosen it: the site tells them at their next visit."""
    Player = apps.get_model("games", "Player")
    for player in Player.objects.only("id", "name", "name_key").order_by("id").iterator():
        name = cleaned(player.name)
        if name == player.name:
            continue
        number, wish = 1, name
        while Player.objects.filter(name_key=key_of(name)).exclude(pk=player.pk).exists():
            number += 1
            name = f"{wish} {number}"
        Player.objects.filter(pk=player.pk).update(name=name, name_key=key_of(name), name_chosen=False)


def demote_demo_person(apps, schema_editor):
    """Only the one `manage.py up` made: the address that gets no mail, the name, no password, no role, no second factor."""
    Player, Authenticator = apps.get_model("games", "Player"), apps.get_model("mfa", "Authenticator")
    for player in Player.objects.filter(**DEMO):
        if not Authenticator.objects.filter(user_id=player.pk).exists():
            Player.objects.filter(pk=player.pk).update(is_staff=False, is_superuser=False)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0002_append_only"),
        ("mfa", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='name_chosen',
            field=models.BooleanField(db_default=True, default=True, help_text='Off for guests and mended names until a name is chosen.', verbose_name='chose the name'),
        ),
        migrations.AlterField(
            model_name='player',
            name='name',
            field=models.CharField(max_length=30, validators=[games.models.player.check_name], verbose_name='name'),
        ),
        migrations.CreateModel(
            name='AccountMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('purpose', models.CharField(choices=[('sign_in', 'a code to sign in'), ('sign_up', 'a code to sign up'), ('confirm', 'a code that confirms a new address'), ('invite', 'an invitation to a table')], max_length=10, verbose_name='purpose')),
                ('address', models.EmailField(help_text='In lower case.', max_length=254, verbose_name='address')),
                ('lane', models.CharField(blank=True, db_default='', help_text='Whose limits count: a browser known for this address; else empty.', max_length=64)),
                ('network', models.CharField(blank=True, db_default='', max_length=64, verbose_name='network')),
                ('language', models.CharField(default='en', max_length=12, verbose_name='language')),
                ('payload', models.JSONField(blank=True, db_default={}, verbose_name='ids')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='asked')),
                ('due_at', models.DateTimeField(blank=True, db_default=django.db.models.functions.datetime.Now(), help_text='When it is tried next; empty: settled.', null=True, verbose_name='due')),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, verbose_name='attempts')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('stranger', models.BooleanField(db_default=False, help_text="It counted for the day's mails to unknown addresses.", verbose_name='to a stranger')),
                ('digest', models.CharField(blank=True, db_default='', editable=False, help_text='Keyed hash of the code that was sent.', max_length=64)),
                ('good_until', models.DateTimeField(blank=True, null=True, verbose_name='code is good until')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='code was used')),
            ],
            options={
                'verbose_name': 'account mail',
                'verbose_name_plural': 'account mails',
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at', 'id'], name='accountmail_due'), models.Index(fields=['address', '-id'], name='accountmail_address'), models.Index(condition=models.Q(('stranger', True)), fields=['sent_at'], name='accountmail_strangers'), models.Index(fields=['created_at'], name='accountmail_old')],
            },
        ),
        migrations.RunPython(mend_names, migrations.RunPython.noop),
        migrations.RunPython(demote_demo_person, migrations.RunPython.noop),
    ]

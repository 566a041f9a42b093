"""Labels and help texts of fields. Changes nothing in the database."""

import django.db.models.deletion
import django.db.models.functions.datetime
import games.models.tournament
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_held_answers_index'),
    ]

    operations = [
        migrations.AlterField(
            model_name='accountmail',
            name='due_at',
            field=models.DateTimeField(blank=True, db_default=django.db.models.functions.datetime.Now(), help_text='Time of the next attempt. Empty: finished.', null=True, verbose_name='due'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='instead_of',
            field=models.ForeignKey(blank=True, help_text='The player whose place and results this person has taken over.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='instead of'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='rests',
            field=models.JSONField(blank=True, default=list, help_text='The rounds for which the player requested a half-point bye.', verbose_name='sits out'),
        ),
        migrations.AlterField(
            model_name='game',
            name='absences_count',
            field=models.BooleanField(default=True, help_text='Announced absences stop the clock.', verbose_name='absences count'),
        ),
        migrations.AlterField(
            model_name='game',
            name='forfeit_after',
            field=models.PositiveSmallIntegerField(default=3, help_text='0: never; the default move is played every time.', verbose_name='timeouts in a row until the seat is lost'),
        ),
        migrations.AlterField(
            model_name='game',
            name='ladder',
            field=models.JSONField(blank=True, default=dict, help_text='What happens to players who miss deadlines.', verbose_name='absence ladder'),
        ),
        migrations.AlterField(
            model_name='game',
            name='orders_delayed',
            field=models.BooleanField(db_default=False, default=False, help_text='They answer after the time their owner usually takes.', verbose_name='standing orders answer late'),
        ),
        migrations.AlterField(
            model_name='game',
            name='proposal',
            field=models.JSONField(blank=True, help_text='A pause that starts when everybody agrees.', null=True, verbose_name='proposed pause'),
        ),
        migrations.AlterField(
            model_name='game',
            name='random_seats',
            field=models.BooleanField(default=True, help_text='Off: players keep the seats they chose.', verbose_name='seats are drawn'),
        ),
        migrations.AlterField(
            model_name='game',
            name='seq',
            field=models.PositiveIntegerField(default=0, help_text='Number of entries in the log.', verbose_name='moves'),
        ),
        migrations.AlterField(
            model_name='game',
            name='trouble',
            field=models.TextField(blank=True, help_text='Why the rules stopped. All clocks are stopped.', verbose_name='needs attention'),
        ),
        migrations.AlterField(
            model_name='game',
            name='voided_at',
            field=models.DateTimeField(blank=True, help_text='It does not count for ratings.', null=True, verbose_name='declared void'),
        ),
        migrations.AlterField(
            model_name='game',
            name='waiting',
            field=models.JSONField(blank=True, default=list, help_text='The seats whose turn it is, as far as everybody may know.', verbose_name='waiting for'),
        ),
        migrations.AlterField(
            model_name='player',
            name='by_program',
            field=models.BooleanField(db_default=False, default=False, help_text='Everyone sees that a program plays on this account.', verbose_name='a program plays for me'),
        ),
        migrations.AlterField(
            model_name='player',
            name='confirms',
            field=models.BooleanField(default=False, help_text='Asks you to confirm each move.', verbose_name='asked before a move is played'),
        ),
        migrations.AlterField(
            model_name='player',
            name='name_chosen',
            field=models.BooleanField(db_default=True, default=True, help_text='Off for guests and corrected names until a name is chosen.', verbose_name='chose the name'),
        ),
        migrations.AlterField(
            model_name='player',
            name='volunteer',
            field=models.BooleanField(default=False, help_text='Gets a message when a seat needs a substitute.', verbose_name='takes over seats'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='away_until',
            field=models.DateTimeField(blank=True, help_text='After that the seat is lost.', null=True, verbose_name='on autopilot until'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='reserve',
            field=models.PositiveIntegerField(default=0, help_text='Seconds left in the time bank or reserve.', verbose_name='time in reserve'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='seen_seq',
            field=models.PositiveIntegerField(default=0, help_text='The last log entry that this person has seen.'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='shifts',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text='How often an open deadline was moved (SEQUENCE of the calendar entry).'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='by_date',
            field=models.BooleanField(default=False, help_text='The next round starts after the last day of this round, even if all its games are over.', verbose_name='rounds begin by date'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='cap',
            field=models.PositiveSmallIntegerField(default=0, help_text='0: no limit.', verbose_name='places'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='check_in_hours',
            field=models.PositiveSmallIntegerField(default=0, help_text='Players confirm in these hours before the start that they will play. 0: no check-in.', verbose_name='hours for check-in'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='follows',
            field=models.ForeignKey(blank=True, help_text='A league takes over the divisions of that season; new players start in the lowest one.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='followed_by', to='games.tournament', verbose_name='continues'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='games_each',
            field=models.PositiveSmallIntegerField(choices=[(1, 'one game'), (2, 'a match of two, roles swapped')], default=1, help_text='A match is for games of two; both of its games run at the same time.', verbose_name='games of a pairing'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='group_size',
            field=models.PositiveSmallIntegerField(default=4, verbose_name='players per group or division'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='half_byes',
            field=models.PositiveSmallIntegerField(default=0, help_text='In a Swiss tournament, how many half-point byes a player may request; never for the last round. 0: none.', verbose_name='half-point byes'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='least',
            field=models.PositiveSmallIntegerField(default=3, verbose_name='smallest table'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='least_reliability',
            field=models.PositiveSmallIntegerField(default=0, help_text='Percentage of games played to the end. Players without a record may enter. 0: no minimum.', verbose_name='minimum reliability'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='most',
            field=models.PositiveSmallIntegerField(default=7, verbose_name='largest table'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='movers',
            field=models.PositiveSmallIntegerField(default=1, help_text='How many players move between neighbouring divisions.', verbose_name='promoted and relegated'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='round_count',
            field=models.PositiveSmallIntegerField(default=0, help_text='For Swiss and tables; 0: the usual number. For a league: the number of seasons.', verbose_name='rounds'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='round_days',
            field=models.PositiveSmallIntegerField(default=0, help_text='Games still running after that are decided by the rule for late games. 0: no limit.', verbose_name='days per round'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='show_up_hours',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text='A player who has neither moved nor checked in by then forfeits the game of the round. 0: no check.', verbose_name='hours to show up in a round'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='starts_at',
            field=models.DateTimeField(blank=True, help_text='Starts automatically at this time. Empty: the director starts it.', null=True, verbose_name='starts'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='through',
            field=models.PositiveSmallIntegerField(default=2, verbose_name='players per group who reach the finals'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='tie_breaks',
            field=models.JSONField(default=games.models.tournament.usual_order, help_text='In the order in which they apply.', verbose_name='tie-breaks'),
        ),
    ]

"""The kinds of mail of the games: `turn` asks a player to move, `game_news` reports changes of a table.

Every text is composed when it is sent, from what its recipient may see then; a composer whose news is outdated
returns None. `register` is called once, from `GamesConfig.ready`.
"""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from games.mails import absence, game_news, reply_answer, reply_handlers, table_words, turn
from games.mails.isolated_names import isolating_names
from games.mails.unknown_rules import leave_what_is_unknown
from games.queries.people.last_seen import last_activity
from games.services.tables import invitations
from notifications.channels.webhook import about
from notifications.kinds import PEOPLE, Kind, register as register_kind
from notifications.preferences import last_seen

KINDS = (
    Kind("your_turn", _("Your turn"), turn.your_turn, coalescable=True, failed=invitations.turn_not_delivered),
    Kind("reminder", _("Your time is running out"), turn.reminder),
    Kind("nudge", _("Another player asks you to move"), turn.nudge),
    Kind("autopilot", _("Your seat is on autopilot"), absence.autopilot, optional=False),
    Kind("seat_offer", _("A game needs a substitute"), absence.seat_offer, coalescable=True),
    Kind("seat_taken", _("Somebody has taken over your seat"), absence.seat_taken),
    Kind("deputy", _("Somebody asks you to be their deputy"), absence.deputy),
    Kind("pause", _("A pause is proposed, begins or ends"), absence.pause, coalescable=True),
    Kind("reply_answer", _("Results of your replies"), reply_answer.answer, channels=("email", PEOPLE), optional=False, joins=True),
    Kind("game_started", _("A game has started"), game_news.started, coalescable=True),
    Kind("game_over", _("A game is over"), game_news.over, coalescable=True),
    Kind("invitation", _("Somebody invites you"), game_news.invitation, failed=invitations.not_delivered),
    Kind("invitation_news", _("Answers to your invitations, and mails to players that came back"), game_news.invitation_news),
    Kind("letter", _("A private letter for you"), game_news.letter),
    Kind("ready_check", _("A table asks whether you are still there"), game_news.ready_check),
    Kind("clocks_moved", _("Deadlines were extended after an outage"), game_news.clocks_moved, coalescable=True),
    Kind("table_changed", _("Something happened at a table"), game_news.changed, channels=("webhook",), optional=False),
    Kind("cancelled", _("A table was cancelled"), game_news.cancelled, coalescable=True),
)


def register() -> None:
    """Register the kinds with the outbox, and the reply handlers with the inbox."""
    for kind in KINDS:
        register_kind(replace(kind, compose=isolating_names(leave_what_is_unknown(kind.compose))))
    reply_handlers.register_handlers()
    about.register(table_words.may_follow)
    last_seen.register(last_activity)

"""Erase a person's data: running games are resigned, personal data is deleted, and the games of other players stay complete.

The account stays as "former player" and a number, with the moves and stories in the append-only logs of games. Every step is idempotent:
after a crash, another call finishes the work.
"""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Q

from games.models import ApiToken, Block, BotLadderPlace, CalendarLink, KeptAnswer, Letter, Move, PersonalNote, Player, Report, Seat, Trace
from games.models.player import FORMER
from games.rules.errors import UnknownRules
from games.services.errors import Closed, Trouble
from games.services.operations import arranged_games
from games.services.people import profile
from games.services.tables import leaving, lobby
from notifications.channels import registry
from notifications.models import Message, Preference, Rhythm


def erase(player: Player, *, now: datetime) -> None:
    """Erase a player for good: leave or cancel tables that have not started, resign running games, and delete their data."""
    lobby.leave_all(player, now=now)
    for seat in Seat.objects.select_related("game").filter(player=player, live=True).order_by("pk"):
        try:
            leaving.resign(seat.game_id, seat.index, source=Move.Source.API, now=now, player_id=player.pk)
        except (Closed, Trouble, UnknownRules):
            continue  # it has ended meanwhile; or its rules fail or are those of a newer release, and its deadline decides later
    with transaction.atomic():
        arranged_games.hooks.shut_out(player.pk, player, "Deleted their account.", now)
        _forget(player)


def _forget(player: Player) -> None:
    """Delete the rows about a player and clear the personal fields of the account."""
    for session in UserSession.objects.filter(user=player):
        session.end()
    for model in (EmailAddress, Authenticator):
        model.objects.filter(user=player).delete()
    Message.objects.filter(recipient=player).delete()
    registry.erase(player.pk)
    for owned in (ApiToken, BotLadderPlace, CalendarLink, KeptAnswer, Preference, Rhythm):
        owned.objects.filter(player=player).delete()
    Seat.objects.filter(player=player).update(notes="", orders={})
    PersonalNote.objects.filter(Q(owner=player) | Q(about=player)).delete()
    Letter.objects.filter(Q(sender=player) | Q(recipient=player)).delete()
    Block.objects.filter(Q(owner=player) | Q(blocked=player)).delete()
    Trace.objects.filter(player=player).delete()
    Report.objects.filter(Q(reporter=player) | Q(about=player)).delete()
    Seat.objects.filter(deputy=player).update(deputy=None, deputy_until=None)
    player.name = Player.objects.free_name(f"{FORMER} {player.pk}", mine=player)
    player.email = f"former-player-{player.pk}@invalid"
    player.personal, player.volunteer = {}, False
    profile.forget(player)
    player.is_active = player.is_staff = player.is_superuser = False
    player.set_unusable_password()
    player.save()

"""Staff actions on people: bans, exports and deletion of their data, roles, second factors, and reports."""

from collections.abc import Collection
from datetime import datetime

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction

from games.models import Game, Player, Report, Seat
from games.rules.messages import msg
from games.services.errors import Closed, NotYours, Refused
from games.services.operations import arranged_games, roles
from games.services.operations.audit import record_action
from games.services.people import erasure
from games.services.tables import lobby


def ban(player_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Ban a player: end all sessions, refuse their tokens, and remove them from tables that have not started and from tournaments.

    Running games outside of tournaments go on until their deadlines pass. Raises `NotYours` for bots, staff, oneself and opponents.
    """
    with transaction.atomic():
        player = _member(player_id, by)
        _check_no_opponent(player, by)
        record_action(by, "ban", f"player {player.pk}", reason, now)
        Player.objects.filter(pk=player.pk).update(is_active=False)
        for session in UserSession.objects.filter(user=player):
            session.end()
        lobby.leave_all(player, now=now)
        arranged_games.hooks.shut_out(player.pk, by, "Shut out of the site.", now)  # the reason is confidential


def unban(player_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Lift a ban. Raises `Closed` for a player who is not banned or was deleted."""
    with transaction.atomic():
        player = _member(player_id, by)
        if player.is_active or (player.email or "").endswith("@invalid"):
            raise Closed(msg("This person is not shut out."), code="not_banned")
        record_action(by, "unban", f"player {player.pk}", reason, now)
        Player.objects.filter(pk=player.pk).update(is_active=True)


def record_export(player_id: int, by: Player, reason: str, *, now: datetime) -> Player:
    """Record that a player's data is exported on their request; returns the player."""
    with transaction.atomic():
        player = _member(player_id, by)
        record_action(by, "export", f"player {player.pk}", reason, now)
        return player


def forget(player_id: int, by: Player, reason: str, *, name: str, now: datetime) -> None:
    """Delete a player's data for good. `name` is typed as a confirmation; raises `Refused` unless it is the player's name.

    Their running games are resigned. Raises `NotYours` for bots, staff, oneself and opponents.
    """
    player = _member(player_id, by)
    _check_no_opponent(player, by)
    if name != player.name:
        raise Refused(msg("That is not the name of this person; nothing was deleted."), code="wrong_name")
    with transaction.atomic():
        record_action(by, "forget", f"player {player.pk}", reason, now)
    erasure.erase(player, now=now)


def give_role(player_id: int, by: Player, reason: str, *, role: str, now: datetime) -> None:
    """Give a player a staff role. Raises `NotYours` for bots and banned players."""
    with transaction.atomic():
        player = Player.objects.get(pk=player_id)
        if player.is_bot or not player.is_active:
            raise NotYours(msg("Only people who can sign in can be staff."), code="not_a_worker")
        record_action(by, f"give role {role}", f"player {player.pk}", reason, now)
        roles.give(player, role)


def take_role(player_id: int, by: Player, reason: str, *, role: str, now: datetime) -> None:
    with transaction.atomic():
        player = Player.objects.get(pk=player_id)
        record_action(by, f"take role {role}", f"player {player.pk}", reason, now)
        roles.take(player, role)


def drop_factors(player_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Delete a player's second factors, which they have lost. Raises `Closed` where there are none."""
    with transaction.atomic():
        gone, _rows = Authenticator.objects.filter(user=player_id).delete()
        if not gone:
            raise Closed(msg("This person has no second factor."), code="no_factor")
        record_action(by, "drop second factors", f"player {player_id}", reason, now)


def merge(reports: Collection[int], by: Player, reason: str, *, now: datetime) -> int:
    """Merge open reports about the same player into the oldest; returns its id. Raises `Refused`."""
    with transaction.atomic():
        rows = list(Report.objects.select_for_update().filter(pk__in=reports, closed_at=None, merged_into=None).order_by("at", "pk"))
        if len(rows) < 2 or len({row.about_id for row in rows}) != 1:
            raise Refused(msg("Choose two or more open reports about the same person."), code="not_mergeable")
        first, later = rows[0], [row.pk for row in rows[1:]]
        record_action(by, "merge reports", f"report {first.pk}", reason, now)
        Report.objects.filter(merged_into__in=later).update(merged_into=first)
        Report.objects.filter(pk__in=later).update(merged_into=first)
        return first.pk


def close(report_id: int, by: Player, reason: str, *, now: datetime) -> None:
    """Close a report with all reports merged into it; the reason is stored as the outcome. Raises `Closed` when it is closed."""
    with transaction.atomic():
        row = Report.objects.select_for_update().get(pk=report_id)
        lead = row.merged_into_id or row.pk
        if row.closed_at is not None:
            raise Closed(msg("This report is already closed."), code="report_closed")
        record_action(by, "close report", f"report {lead}", reason, now)
        for rows in (Report.objects.filter(pk=lead), Report.objects.filter(merged_into=lead)):
            rows.filter(closed_at=None).update(closed_at=now, outcome=reason.strip())


def _member(player_id: int, by: Player) -> Player:
    """The player on whom this member of staff may act. Raises `NotYours` for bots, staff and oneself."""
    player = Player.objects.get(pk=player_id)
    if player.is_bot or player.pk == by.pk or player.is_staff:
        raise NotYours(msg("You cannot do this to bots, to staff or to yourself."), code="not_a_member")
    return player


def _check_no_opponent(player: Player, by: Player) -> None:
    """Raises `NotYours` for a player against whom this member of staff plays and would win by it. Superusers may always act."""
    if by.is_superuser:
        return
    shared = Seat.objects.filter(player=player, live=True, game__status=Game.Status.ACTIVE, game__seats__player=by)
    if shared.exists() or arranged_games.hooks.both_play(player.pk, by.pk):
        text = msg("You play in a game or tournament with {name}. Please ask somebody of the team who does not.", name=player.name)
        raise NotYours(text, code="opponent")

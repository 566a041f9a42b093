"""Services that add a player to a running tournament: late entries with half-point byes, and reinstatement after a withdrawal."""

from datetime import datetime

from django.db.models import Max

from games.models import Player
from games.rules.messages import msg
from games.services.errors import Closed, Refused
from games.tournaments.formats.meetings import REST
from games.tournaments.models import PAIRED_AFRESH, Entry, Pairing, Tournament
from games.tournaments.services import admission, director, lifecycle, log
from games.tournaments.services.notices import tell

Status = Tournament.Status
WHY = msg("Entered late; half a point was given for this round.")


def enter_late(tournament_id: int, player: Player, halves: int, by: Player, reason: str, *, now: datetime) -> None:
    """Enter a player who is paired from the next round on, as the last seed.

    The latest `halves` rounds that have begun count as half-point byes; the others, as rounds paired without the player, as zero-point
    byes (C.04.2). Before the start it is an ordinary entry, checked in if the check-in is open.

    Raises `Refused` for a format with a fixed schedule, for more half-point byes than rounds, and for a player who is not admitted,
    `Closed` for one who has a place, `NotYours` for directors who enter themselves after the start.
    """
    with director.step(tournament_id, (*lifecycle.BEFORE, Status.RUNNING), by, "late entry", reason, now) as tournament:
        begun = list(tournament.rounds.order_by("-number"))
        if begun and tournament.format not in PAIRED_AFRESH:
            raise Refused(msg("The schedule of this format is fixed; substitute a player instead."), code="drawn")
        if not 0 <= halves <= len(begun):
            raise Refused(msg("Half-point byes can be given for 0 to {most} rounds.", most=len(begun)), code="bad_halves")
        if tournament.entries.filter(player=player, seed__isnull=False).exists():
            raise Closed(msg("This person has a place already."), code="has_place")
        admission.check(tournament, player, invited=True)
        if tournament.status in lifecycle.BEFORE:
            _enter_early(tournament, player, now)
            return
        director.check_uninvolved(by, [player.pk])
        seed = 1 + (tournament.entries.aggregate(last=Max("seed"))["last"] or 0)
        facts = {"seed": seed, "withdrawn": False, "left_round": 0}
        entry, _new = Entry.objects.update_or_create(
            tournament=tournament, player=player, defaults=facts, create_defaults={**facts, "entered_at": now}
        )
        lifecycle.note_ratings(tournament, [entry])
        entry.save(update_fields=["rating"])
        for current in begun[:halves]:
            number = 1 + (current.pairings.aggregate(last=Max("number"))["last"] or 0)
            Pairing.objects.create(round=current, number=number, seats=[seed], label=REST, why=WHY.text)
        ruling = log.add(log.latest(tournament), people=[player.pk], halves=halves)
        tell(tournament, "late_entry", [] if player.is_bot else [player.pk], moment=now, ruling=ruling.pk)


def _enter_early(tournament: Tournament, player: Player, now: datetime) -> None:
    there = now if tournament.status == Status.CHECK_IN else None
    entry, new = Entry.objects.get_or_create(
        tournament=tournament, player=player, defaults={"entered_at": now, "checked_in_at": there}
    )  # fmt: skip
    if not new and not entry.withdrawn and (entry.checked_in_at or there is None):
        raise Closed(msg("This person has a place already."), code="has_place")
    if not new:
        entry.entered_at = now if entry.withdrawn else entry.entered_at
        entry.withdrawn, entry.left_round, entry.checked_in_at = False, 0, there
        entry.save(update_fields=["withdrawn", "left_round", "checked_in_at", "entered_at"])
    ruling = log.add(log.latest(tournament), people=[player.pk])
    tell(tournament, "entered", [] if player.is_bot else [player.pk], moment=now, ruling=ruling.pk)


def reinstate(tournament_id: int, player: Player, by: Player, reason: str, *, now: datetime) -> None:
    """Pair a withdrawn player again from the next round on. A tournament that ended early because too few were left goes on.

    Raises `Closed` for one who has not withdrawn, if the finals or the season began after the withdrawal, and after the last round;
    `Refused` in a knock-out and for a closed account, `NotYours` for who would reinstate themselves.
    """
    with director.step(tournament_id, (Status.RUNNING, Status.REVIEW), by, "reinstate", reason, now) as tournament:
        entry, begun = tournament.entries.filter(player=player, withdrawn=True, seed__isnull=False).first(), tournament.rounds.count()
        if entry is None:
            raise Closed(msg("This player has not withdrawn, or a substitute has their place."), code="not_out")
        director.check_uninvolved(by, [player.pk])
        if not player.is_active:
            raise Refused(msg("This account is closed, so the player cannot come back."), code="no_account")
        if tournament.is_knock_out:
            raise Refused(msg("Nobody can be reinstated in a knock-out. Replay the last game instead."), code="knock_out")
        if entry.left_round < tournament.formula.stage_begins(tournament.field()) <= begun:
            text = msg("The finals or the season began without this player: take back round {round} first.", round=begun)
            raise Closed(text, code="later_rounds")
        ruling = log.add(log.latest(tournament), people=[player.pk], left=entry.left_round)
        entry.withdrawn, entry.left_round = False, 0
        entry.save(update_fields=["withdrawn", "left_round"])
        if tournament.status == Status.REVIEW:
            _reopen(tournament)
        tell(tournament, "reinstated", [] if player.is_bot else [player.pk], moment=now, ruling=ruling.pk)


def _reopen(tournament: Tournament) -> None:
    """Let a tournament in review go on. Raises `Closed` if no round is left to pair."""
    if not tournament.formula.plan(tournament.field()):
        raise Closed(msg("All rounds of this tournament are played."), code="no_round_left")
    tournament.status = Status.RUNNING
    tournament.save(update_fields=["status"])

"""Pairing of a round: creates its rows and its games, in the caller's transaction under the lock of the tournament's row."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.models import Game, Player
from games.services.clocks.pace import pace_of
from games.services.tables import lobby, starting
from games.tournaments.formats.meetings import Meeting
from games.tournaments.models import Entry, Pairing, Round, Ruling, Tournament, games_of
from games.tournaments.services.notices import officials, people_of, tell
from notifications.process import faults

CLOSED_ACCOUNT = "The account is closed."
ALIVE = (Game.Status.OPEN, Game.Status.READY, Game.Status.ACTIVE)


def begin_next(tournament: Tournament, now: datetime) -> bool:
    """Pair the next round of a locked tournament and start its games, or ask for approval of the final table.

    Players whose accounts were closed while the tournament was cancelled or waited for approval are withdrawn first. Returns False if no
    round is left to pair and games of an earlier round still run.
    """
    seated = list(Entry.objects.filter(tournament=tournament, seed__isnull=False).select_related("player"))
    _withdraw(tournament, [entry for entry in seated if not entry.withdrawn and not entry.player.is_active], now)
    players = {entry.seed: entry.player for entry in seated if entry.seed is not None}
    field = tournament.field()
    meetings = tournament.formula.plan(field)
    if not meetings:
        if tournament.games().filter(status__in=ALIVE).exists():
            return False
        tournament.status = Tournament.Status.REVIEW
        tournament.save(update_fields=["status"])
        tell(tournament, "review", officials(tournament), moment=now)
        return True
    current = Round.objects.create(
        tournament=tournament, number=field.next_round, started_at=now, ends_at=tournament.end_of_round(now)
    )  # fmt: skip
    faults.hit("pairing.round")
    pairings = _seated(tournament, meetings, current, players, now)
    for game in [game for pairing in pairings for game in (pairing.game, pairing.second) if game is not None]:
        starting.start(game, now=now)
        faults.hit("pairing.paired")
    tell(tournament, "round", people_of(tournament), moment=now, number=current.number)
    return True


def _withdraw(tournament: Tournament, entries: Sequence[Entry], now: datetime) -> None:
    """Withdraw these entries as of the latest round; none of their games runs. A public ruling names the players."""
    if entries:
        entries_of = tournament.entries.filter(pk__in=[entry.pk for entry in entries])
        entries_of.update(withdrawn=True, left_round=tournament.rounds.count())
        rule_closed(tournament, entries, now)


def rule_closed(tournament: Tournament, entries: Sequence[Entry], now: datetime) -> None:
    """Store the public ruling that these players are withdrawn because their accounts are closed; none without entries."""
    if entries:
        people = {"people": [entry.player_id for entry in entries]}
        Ruling.objects.create(tournament=tournament, at=now, act="withdraw", reason=CLOSED_ACCOUNT, facts=people)


def _version(tournament: Tournament, tables: Sequence[Sequence[Player]]) -> int:
    """The version of the rules for the next games: that of the latest game; before round 1 the newest with the announced settings."""
    played = tournament.games().order_by("-pk").values_list("rules_version", flat=True).first()
    return played or lobby.newest_for(tournament.rules, {len(table) for table in tables}, tournament.options)


def arranged(tournament: Tournament, tables: Sequence[Sequence[Player]], now: datetime) -> list[Game]:
    """Games for these tables with the announced settings, not started. The seats are those of the pairing, not shuffled."""
    host = tournament.director or tables[0][0]
    return lobby.arrange(
        host, tournament.rules, tables, now=now, version=_version(tournament, tables), options=tournament.options,
        pace=pace_of(tournament, of="tournament"), note=tournament.title,
    )  # fmt: skip


def running_in(rounds: QuerySet[Round]) -> QuerySet[Game]:
    """The games of these rounds that are neither finished nor cancelled, by id."""
    return games_of(Pairing.objects.filter(round__in=rounds)).filter(status__in=ALIVE).order_by("pk")


def _seated(
    tournament: Tournament, meetings: Sequence[Meeting], current: Round, players: Mapping[int, Player], now: datetime
) -> list[Pairing]:
    """Store the meetings with their games. The seats are those of the pairing, not shuffled."""
    tables = [[players[seed] for seed in meeting.seats] for meeting in meetings if meeting.has_game]
    twice = tournament.games_each == 2
    games = iter(arranged(tournament, [*tables, *(table[::-1] for table in tables if twice)], now) if tables else ())
    first = [next(games) if meeting.has_game else None for meeting in meetings]
    second = [None if game is None or not twice else next(games) for game in first]
    return Pairing.objects.bulk_create(
        Pairing(
            round=current, number=number, seats=list(meeting.seats), label=meeting.label, why=meeting.why.text,
            params=dict(meeting.why.params), game=game, second=answer,
            ruled=None if meeting.absent is None else {"kind": "forfeited", "lost": [meeting.absent], "played": False},
        )
        for number, (meeting, game, answer) in enumerate(zip(meetings, first, second, strict=True), start=1)
    )  # fmt: skip

"""Lists for the API and the list page: tournaments, entries, rounds and pairings, with filters and keyset pagination.

The number of queries does not depend on the number of rows.
"""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games.models import Player
from games.rules.messages import Message
from games.rules.registry import all_games
from games.tournaments.models import Entry, Pairing, Round, Tournament


@dataclass(frozen=True, slots=True)
class Row:
    """A tournament, its number of active entries, and the reader's own entry (None without one)."""

    tournament: Tournament
    entered: int
    mine: Entry | None

    @property
    def game(self) -> Message | None:
        return game_of(self.tournament)


def game_of(tournament: Tournament) -> Message | None:
    """The name of the game of a tournament; None if this site does not have its rules."""
    book = all_games().get(tournament.rules)
    return None if book is None else book.title


def find(
    player: Player | None, limit: int, *, entered: bool | None = None, before: int | None = None, **columns: str
) -> list[Row]:  # fmt: skip
    """Tournaments with these values in `columns`, the newest first, before the id `before`. Two queries, one for an anonymous reader."""
    rows = Tournament.objects.filter(**columns).order_by("-pk")
    if entered is not None and player is not None:
        mine = Exists(Entry.objects.filter(tournament=OuterRef("pk"), player=player, withdrawn=False))
        rows = rows.filter(mine if entered else ~mine)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    return _with_places(rows, player, limit)


def one(code: str, player: Player | None) -> Row | None:
    """The tournament with this code; None if there is none."""
    return next(iter(_with_places(Tournament.objects.filter(code=code), player, 1)), None)


def entries(tournament: Tournament, *, after: int | None, limit: int) -> list[Entry]:
    """The entries by id, after the id `after`. One query."""
    found = tournament.entries.select_related("player").order_by("pk")
    return list((found if after is None else found.filter(pk__gt=after))[:limit])


def rounds(tournament: Tournament, *, before: int | None, limit: int) -> list[Round]:
    """The rounds, the latest first, before the round number `before`. One query."""
    found = tournament.rounds.order_by("-number")
    return list((found if before is None else found.filter(number__lt=before))[:limit])


def pairings(tournament: Tournament, *, number: int | None, before: int | None, limit: int) -> list[Pairing]:
    """Pairings with their games, the latest first, before the id `before`; only those of round `number` if given. One query."""
    found = Pairing.objects.filter(round__tournament=tournament).order_by("-pk")
    if number is not None:
        found = found.filter(round__number=number)
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(found.select_related("round", "game").defer("game__position", "game__secret")[:limit])


def names_by_seed(tournament: Tournament, seeds: set[int]) -> dict[int, Player]:
    found = tournament.entries.filter(seed__in=seeds).select_related("player")
    return {entry.seed: entry.player for entry in found if entry.seed is not None}


def _with_places(rows: QuerySet[Tournament], player: Player | None, limit: int) -> list[Row]:
    count = Count("entries", filter=Q(entries__withdrawn=False))
    found = list(rows.select_related("director", "follows").annotate(entered=count)[:limit])
    mine = {} if player is None else {entry.tournament_id: entry for entry in player.entries.filter(tournament__in=found)}
    return [Row(row, row.entered, mine.get(row.pk)) for row in found]

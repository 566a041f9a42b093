"""What everybody may know of a tournament: standings, rounds, and why who meets whom."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from games.models import Entry, Pairing, Player, Tournament
from games.models.tournament import HIDDEN
from games.rules.messages import Message
from games.tournaments.scoring import points_of

KNOCK_OUT = (Tournament.Format.SINGLE, Tournament.Format.DOUBLE)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table with the person's name; points and tie-breaks as decimals, the latter in the order of the announcement."""

    rank: int
    name: str
    points: str
    withdrawn: bool
    breaks: list[str]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing with names; `result` has the points by seat once it is decided. `second` is the other game of a match."""

    round: int
    names: list[str]
    why: Message
    game: str
    result: list[str]
    second: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A whole tournament for its page and its desk. `entered` are names without a seed that have a place, `waiting` those who wait for one.

    `breaks` names the columns of `Standing.breaks`; none where they decide nothing.
    """

    standings: list[Standing]
    meetings: list[Meeting]
    entered: list[str]
    waiting: list[str]
    rounds: int
    breaks: list[str]


def latest(limit: int = 50) -> list[Tournament]:
    """The newest announcements first."""
    return list(Tournament.objects.order_by("-id")[:limit])


def entry_of(tournament: Tournament, player: Player | None) -> Entry | None:
    """This person's place, if there is one."""
    return None if player is None else tournament.entries.filter(player=player).first()


def board(tournament: Tournament) -> Board:
    """Everything public about a tournament. The number of queries does not depend on its size."""
    entries = list(tournament.entries.select_related("player").order_by("entered_at", "pk"))
    names = {entry.seed: entry.player.name for entry in entries if entry.seed is not None}
    field = tournament.field()
    lines = tournament.formula.standings(field)
    shown = [] if tournament.format in KNOCK_OUT else list(tournament.tie_breaks)
    undrawn = [entry.player.name for entry in entries if entry.seed is None and not entry.withdrawn]
    places = 0 if names else tournament.cap or len(undrawn)
    return Board(
        [
            Standing(line.rank, names[line.entrant], decimal(line.points), line.entrant in field.out, [decimal(one) for one in line.breaks])
            for line in lines
        ],
        _meetings(tournament, names),
        undrawn[:places],
        undrawn[places:],
        tournament.formula.round_count(len(names)),
        shown,
    )


def _meetings(tournament: Tournament, names: dict[int, str]) -> list[Meeting]:
    pairings = Pairing.objects.filter(round__tournament=tournament).select_related("round", "game", "second").defer(*HIDDEN)
    meetings = []
    for pairing in pairings.order_by("-round__number", "number"):
        outcome = pairing.played() if pairing.game else None
        meetings.append(
            Meeting(
                pairing.round.number, [names[seed] for seed in pairing.seats], Message(pairing.why, pairing.params),
                pairing.game.code if pairing.game else "", [decimal(points) for points in points_of(outcome).values()] if outcome else [],
                pairing.second.code if pairing.second else "",
            )
        )  # fmt: skip
    return meetings


def decimal(points: Fraction) -> str:
    """Points with two digits at most: 3, 2.5, 1.67."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")

"""The card of a player in a tournament: rounds and terms of the tie-breaks. All data are public."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.messages import Message, msg
from games.tournaments.formats.c07 import Term
from games.tournaments.formats.meetings import Field
from games.tournaments.formats.registry import SWISS_LIKE
from games.tournaments.formats.scoring import Line, decimal, points_of
from games.tournaments.formats.standings import workings
from games.tournaments.models import Pairing, Tournament
from games.tournaments.queries.standings import lines_of
from games.tournaments.queries.views import names_of

People = list[tuple[str, int]]
UNPAIRED = msg("Not paired in this round.")
"""The reason shown for a round before a late entry or after a withdrawal."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A round of one person: opponents (names with seeds), seat (from 1; 0 without a pairing), points, reason, and codes of its games."""

    round: int
    opponents: People
    seat: int
    points: str
    why: Message
    games: list[str]


@dataclass(frozen=True, slots=True)
class Share:
    """A term of a tie-break: round, opponents (empty: a dummy opponent or the player's own round), value, and whether it is cut."""

    round: int
    opponents: People
    value: str
    cut: bool


@dataclass(frozen=True, slots=True)
class Working:
    """A tie-break: name, value and terms; without terms if it is not a sum over rounds."""

    name: str
    value: str
    shares: list[Share]


@dataclass(frozen=True, slots=True)
class PersonCard:
    number: int
    name: str
    rank: int
    points: str
    withdrawn: bool
    turns: list[Turn]
    workings: list[Working]


def card(tournament: Tournament, number: int) -> PersonCard | None:
    """The card of the entrant with the seed `number`; None if there is no such seed. At most six queries."""
    names = names_of(tournament)
    if number not in names:
        return None
    line = next(line for line in lines_of(tournament) if line.entrant == number)
    field = tournament.field()
    turns = [_turn(pairing, number, names) for pairing in tournament.pairings() if number in pairing.seats]
    turns += [Turn(missed, [], 0, "0", UNPAIRED, []) for missed in field.missed.get(number, ())]
    turns.sort(key=lambda turn: turn.round)
    return PersonCard(
        number, names[number], line.rank, decimal(line.points), number in field.left, turns, _workings(tournament, field, line, names)
    )  # fmt: skip


def _turn(pairing: Pairing, number: int, names: Mapping[int, str]) -> Turn:
    outcome = pairing.played()
    return Turn(
        pairing.round.number,
        [(names[seed], seed) for seed in pairing.seats if seed != number],
        pairing.seats.index(number) + 1,
        decimal(points_of(outcome)[number]) if outcome is not None else "",
        Message(pairing.why, pairing.params),
        [game.code for game in (pairing.game, pairing.second) if game is not None],
    )


def _workings(tournament: Tournament, field: Field, line: Line, names: Mapping[int, str]) -> list[Working]:
    if tournament.is_knock_out:
        return []
    part = tournament.formula.own_field(field, line.entrant)
    terms = workings(part, tournament.tie_breaks, swiss=tournament.format in SWISS_LIKE)
    return [
        Working(name, decimal(value), [_share(term, names) for term in terms.get(name, {}).get(line.entrant, ())])
        for name, value in zip(tournament.tie_breaks, line.breaks, strict=False)
    ]


def _share(term: Term, names: Mapping[int, str]) -> Share:
    return Share(term.round, [(names[seed], seed) for seed in term.opponents], decimal(term.value), term.cut)

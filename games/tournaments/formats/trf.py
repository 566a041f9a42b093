"""Writer of the FIDE Tournament Report File (TRF16, with the extensions XXR, XXC and XXP of pairing programs).

The format applies to a Swiss or a round robin with one game of two per pairing; the first seat is White. Names are cut to 33 characters.
A running game is written with opponent and colour and without a result. The format has no code for an annulled game: both players get a
zero-point bye, and a comment line names the round and both numbers.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.tournaments.formats.meetings import Field, Played
from games.tournaments.formats.scoring import points_of

ANNULLED = "### annulled:"
SWISS, ROUND_ROBIN = "Swiss-System", "Round-Robin"
NAME, POINTS, RESULTS, WIDTH = 14, 80, 91, 10
HALF = Fraction(1, 2)
MOST_POINTS = Fraction(199, 2)
"""The most that the four columns of the points (81 to 84) hold."""
BYES = {Fraction(1): "F", HALF: "H", Fraction(): "Z"}
PLAYED = {Fraction(1): "1", HALF: "=", Fraction(): "0"}
FORFEIT = {Fraction(1): "+", HALF: "=", Fraction(): "-"}


class TooManyPointsError(ValueError):
    """Somebody has more points than the columns of the file hold."""


@dataclass(frozen=True, slots=True)
class Report:
    """The content of a report file. `odd_first`: odd pairing numbers get the first seat in round 1."""

    field: Field
    names: Mapping[int, str]
    title: str = ""
    rounds: int = 0
    odd_first: bool = True
    annulled: Collection[tuple[int, tuple[int, ...]]] = ()
    """Annulled games: the round and the entrants, the first seat first."""
    running: Collection[tuple[int, tuple[int, ...]]] = ()
    """Games without a result: the round and the entrants, the first seat first."""
    system: str = SWISS


def write(report: Report, ranks: Mapping[int, int], tie_breaks: Sequence[str] = ()) -> str:
    """The text of the file. `ranks` are the ranks of the entrants; the names of the `tie_breaks` go into a comment.

    Raises `TooManyPointsError` for more than `MOST_POINTS`: a longer number would be read without its first digit, or move the ranks.
    """
    field, number = report.field, {entrant: place for place, entrant in enumerate(report.field.entrants, start=1)}
    rated = [entrant for entrant in field.entrants if field.ratings.get(entrant)]
    lines = [f"012 {_plain(report.title)}", f"062 {len(number)}", f"072 {len(rated)}", f"092 Individual: {report.system}"]
    lines += [f"XXR {report.rounds}", f"XXC {'white1' if report.odd_first else 'black1'}"]
    lines += [
        f"XXP {number[one]} {number[other]}" for one, other in sorted(sorted(two) for two in field.apart) if {one, other} <= set(number)
    ]
    lines += [f"### tie-breaks: {', '.join(tie_breaks)}"] if tie_breaks else []
    lines += [f"{ANNULLED} {place} {' '.join(str(number[seat]) for seat in seats)}" for place, seats in sorted(report.annulled)]
    cells = _cells(report, number)
    for entrant in field.entrants:
        total = sum((points_of(played)[entrant] for played in field.history if entrant in played.seats), Fraction())
        if total > MOST_POINTS:
            raise TooManyPointsError(f"The report file has no room for {float(total):.1f} points.")
        head = f"001 {number[entrant]:>4}".ljust(NAME) + _plain(report.names[entrant])[:33]
        head = head.ljust(48) + f"{field.ratings.get(entrant) or '':>4}"
        lines.append(head.ljust(POINTS) + f"{float(total):>4.1f} {ranks[entrant]:>4}".ljust(RESULTS - POINTS) + "  ".join(cells[entrant]))
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return " ".join(text.split())


def _cells(report: Report, number: Mapping[int, int]) -> dict[int, list[str]]:
    """The cells of the rounds by entrant; a round that was paired without the entrant is a zero-point bye."""
    field, last = report.field, report.field.next_round - 1
    cells = {entrant: [f"0000 - {'Z' if place in field.unpaired(entrant) else ' '}" for place in range(1, last + 1)] for entrant in number}
    for place, seats in report.annulled:
        for entrant in seats:
            cells[entrant][place - 1] = "0000 - Z"
    for place, (one, other) in report.running:
        cells[one][place - 1], cells[other][place - 1] = f"{number[other]:>4} w  ", f"{number[one]:>4} b  "
    for played in field.history:
        for entrant, points in points_of(played).items():
            cells[entrant][played.round - 1] = _cell(played, entrant, points, number)
    for entrant in field.left if last < report.rounds else ():
        cells[entrant].append("0000 - Z")
    return cells


def _cell(played: Played, entrant: int, points: Fraction, number: Mapping[int, int]) -> str:
    if played.is_bye:
        return f"0000 - {BYES[points] if played.is_rest else 'U'}"
    other = next(seat for seat in played.seats if seat != entrant)
    sign = (FORFEIT if played.forfeit else PLAYED)[points]
    return f"{number[other]:>4} {'w' if played.seats[0] == entrant else 'b'} {sign}"

"""Round robin by the circle method, numbered and seated as in the Berger tables (FIDE Handbook C.05, annex 1)."""

from games.rules.messages import msg
from games.tournaments.formats.meetings import Field, Meeting, role_balance, seated


def round_count(size: int) -> int:
    return 0 if size < 2 else size - 1 + size % 2


def berger(size: int, number: int) -> list[tuple[int, int]]:
    """The pairs of round `number` (from 1) of the places 1 to `size`, first seat first. With odd `size`, the bye is place `size + 1`."""
    top = size + size % 2
    around = top - 1
    alone = next(place for place in range(1, around + 1) if (2 * place - number - 1) % around == 0)
    pairs = [(alone, top) if number % 2 else (top, alone)]
    for step in range(1, top // 2):
        pairs.append(((alone + step - 1) % around + 1, (alone - step - 1) % around + 1))
    return pairs


def plan(field: Field) -> list[Meeting]:
    """The meetings of the next round; empty after the last round. Withdrawn entrants forfeit theirs."""
    if len(field.active) < 2:
        return []
    return meetings(field, field.next_round)


def meetings(field: Field, number: int, label: str = "") -> list[Meeting]:
    """The meetings of round `number` (from 1), in the order of the Berger table; empty if the field has fewer rounds.

    The seats are those of the Berger table as long as nobody has withdrawn. A withdrawal makes its seats uneven; from then on, the entrant
    who had the first seat more often gets the last seat. A withdrawn entrant forfeits the meeting (C.07, 15, counts it as a game); two of
    them have none.
    """
    size = len(field.entrants)
    balance = role_balance(field.history) if field.left else {}
    found = []
    for pair in berger(size, number) if number <= round_count(size) else ():
        seats = tuple(field.entrants[place - 1] for place in pair if place <= size)
        gone = [seat for seat in seats if seat in field.left]
        if len(gone) == len(seats):
            continue
        if gone or len(seats) == 1:
            why = msg("The opponent of this round of the Berger table is missing.")
            found.append(Meeting(seats, why, label, gone[0] if gone else None))
        else:
            why = msg("Round {round} of the Berger table: places {one} and {two}.", round=number, one=pair[0], two=pair[1])
            found.append(Meeting(seated(field, seats[0], seats[1], balance=balance) if field.left else seats, why, label))
    return found

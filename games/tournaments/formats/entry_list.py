"""Parser for lists of names: a FIDE report file (TRF), a CSV table with a column "name" or "player", or one name per line."""

import csv
import io

from games.tournaments.formats import trf

HEADS = ("name", "player")
LEAD = "'"
"""In exported tables, the prefix of names that a spreadsheet would read as a formula."""


def read(text: str) -> list[str]:
    """The names in the order of the text, without duplicates. Raises `trf.BadReport` for a report file that cannot be read."""
    text = text.lstrip("\ufeff")
    if any(line.startswith("001 ") for line in text.splitlines()):
        report = trf.read(text)
        names = [report.names[number] for number in report.field.entrants]
    else:
        names = _of_table(text) or text.splitlines()
    cleaned = (" ".join(name.split()) for name in names)
    return list(dict.fromkeys(name for name in cleaned if name))


def _of_table(text: str) -> list[str]:
    """The values of the column of names; empty if the text is not such a table."""
    first = text.split("\n", 1)[0]
    separator = next((one for one in (";", "\t", ",") if one in first), None)
    if separator is None:
        return []
    rows = csv.reader(io.StringIO(text), delimiter=separator)
    heads = [head.strip().casefold() for head in next(rows)]
    column = next((place for place, head in enumerate(heads) if head in HEADS), None)
    if column is None:
        return []
    return [row[column].removeprefix(LEAD) for row in rows if len(row) > column]

"""Parser for lists of names: a FIDE report file (TRF), a CSV table with a column "name" or "player", or one name per line."""

import csv

HEADS = ("name", "player")
LEAD = "'"
"""In exported tables, the prefix of names that a spreadsheet would read as a formula."""


def read(text: str) -> list[str]:
    """The names in the order of the text, without duplicates. Raises ValueError for a report file or a table that cannot be read."""
    text = text.lstrip("\ufeff")
    cleaned = (" ".join(name.split()) for name in _of_report(text) or _of_table(text) or text.splitlines())
    return list(dict.fromkeys(name for name in cleaned if name))


def _of_report(text: str) -> list[str]:
    """The names of a FIDE report file by their numbers; empty if the text is none. The error names the line."""
    names: dict[int, str] = {}
    for place, line in enumerate(text.splitlines(), start=1):
        if line.startswith("001 "):
            if not line[4:8].strip().isdecimal():
                raise ValueError(f"Line {place} cannot be read: {line[:60]}")
            if int(line[4:8]) in names:
                raise ValueError(f"Line {place}: the number {int(line[4:8])} is used twice.")
            names[int(line[4:8])] = line[14:47]
    if len(names) == 1:
        raise ValueError("The file names fewer than two people; each has a line that begins with 001.")
    return [name for _number, name in sorted(names.items())]


def _of_table(text: str) -> list[str]:
    """The values of the column of names; empty if the text is not such a table."""
    lines = text.splitlines() or [""]
    separator = next((one for one in (";", "\t") if one in lines[0]), ",")
    try:
        heads, *rows = csv.reader(lines, delimiter=separator)
    except csv.Error as error:
        raise ValueError(f"This table cannot be read: {error}.") from error
    column = next((place for place, head in enumerate(heads) if head.strip().casefold() in HEADS), None)
    if column is None:
        return []
    return [row[column].removeprefix(LEAD) for row in rows if len(row) > column]

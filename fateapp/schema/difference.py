"""What a database lacks, as sentences with the remedy."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fateapp import installation
from fateapp.schema import catalogue, expected
from fateapp.schema.expected import Migration

REMEDY = f"Stop the site and run: {installation.PROGRAM} repair-schema"
MOST = 5
"""Differences that are named in one sentence."""
CAST = re.compile(r"::[a-z_]+(?: [a-z_]+)*(?:\(\d+(?:,\d+)?\))?(?:\[\])*")
HALF_DONE = {" INVALID": "is not valid", " NOT VALID": "is not validated", " DISABLED": "is disabled"}
"""Marks of the catalogue for unusable objects, and their text."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Name to definition: missing objects, and altered ones (with the definition `found`). Falsy without a difference."""

    missing: Mapping[str, str] = field(default_factory=dict)
    altered: Mapping[str, str] = field(default_factory=dict)
    found: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.missing or self.altered)

    def sentences(self) -> Iterator[str]:
        """One for each object, without the parts of missing tables."""
        gone = {name.removeprefix("table ") for name in self.missing if name.startswith("table ")}
        for name in sorted(self.missing):
            if name.startswith("table ") or not _goes_with(name, self.missing[name], gone):
                yield f"{name} is missing."
        for name, wanted in sorted(self.altered.items()):
            yield _altered(name, wanted, self.found[name])

    def sentence(self) -> str:
        """All in one line, with the remedy; "" without a difference."""
        said = list(self.sentences())
        more = f" ({len(said) - MOST} more)" if len(said) > MOST else ""
        return f"The database does not fit this version: {' '.join(said[:MOST])}{more} {REMEDY}" if said else ""


def _goes_with(name: str, definition: str, tables: set[str]) -> bool:
    """Whether the object is part of one of these tables."""
    owner = name.partition(" ")[2].partition(".")[0]
    return owner in tables or any(f" ON {table} " in definition for table in tables if name.startswith("index "))


def _altered(name: str, wanted: str, found: str) -> str:
    if name.startswith("function "):
        return f"{name} is not the one of this version."
    for mark, said in HALF_DONE.items():
        if same(found.removesuffix(mark), wanted):
            return f"{name} {said}."
    return f"{name} is “{found}” and should be “{wanted}”."


def same(one: str, other: str) -> bool:
    """Whether two definitions are equivalent. Dump and restore change casts and parentheses."""
    return one == other or _plain(one) == _plain(other)


def _plain(definition: str) -> str:
    return "".join(CAST.sub("", definition).translate({ord("("): None, ord(")"): None}).split())


def between(found: Mapping[str, str], required: Mapping[str, str]) -> Difference:
    """What `found` lacks of `required`. Additional objects belong to a newer version or to the operator."""
    missing = {name: wanted for name, wanted in required.items() if name not in found}
    altered = {name: wanted for name, wanted in required.items() if wanted and name in found and not _same(name, found[name], wanted)}
    return Difference(missing, altered, {name: found[name] for name in altered})


def _same(name: str, one: str, other: str) -> bool:
    return one == other if name.startswith("function ") else same(one, other)


def look(applied: set[Migration] | None = None) -> Difference:
    """What the site's database lacks. Three small queries, about 20 ms."""
    return between(catalogue.read(), expected.required(expected.applied_migrations() if applied is None else applied))

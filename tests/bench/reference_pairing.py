"""The pairing of py4swiss, which reads a tournament from its report file as other pairing programs do."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from games.tournaments.formats import swiss, trf
from tests.bench.swiss_histories import History


def report(history: History) -> str:
    """The report file of a tournament before the round, in which those who are absent have a zero-point bye."""
    field = history.field
    names = {one: f"Person {one}" for one in field.entrants}
    made = trf.Report(field, names, "History", history.rounds, swiss.odd_first(field))
    lines = trf.write(made, dict.fromkeys(field.entrants, 1)).splitlines()
    people = dict(zip(field.entrants, [line for line in lines if line.startswith("001 ")], strict=True))
    absent = {people[one] for one in field.active if one not in history.there}
    bye = "  0000 - Z" if field.next_round > 1 else "0000 - Z"
    return "".join(f"{line}{bye if line in absent else ''}\n" for line in lines)


def reference(history: History) -> list[tuple[int, int]] | None:
    """Pairs of entrants, the first seat first, 0 for the bye; None when py4swiss finds no pairing."""
    from py4swiss.engines.common import PairingError
    from py4swiss.engines.dutch import Engine
    from py4swiss.trf import TrfParser

    with TemporaryDirectory() as folder:
        path = Path(folder, "history.trf")
        path.write_text(report(history), encoding="utf-8")
        try:
            return [(pair.white, pair.black) for pair in Engine.generate_pairings(TrfParser.parse(path))]
        except PairingError:
            return None

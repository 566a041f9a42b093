"""The JSON document of a tournament, from which `docs/verify_tournament.py` recomputes pairings and tie-breaks."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.tournaments.formats import swiss
from games.tournaments.formats.meetings import Field, Played
from games.tournaments.formats.scoring import Line

FORMAT = "fateapp-tournament/1"
UNKNOWN = {"label": "", "ranks": None, "scores": None, "shares": None}


def document(
    facts: Mapping[str, Any],
    field: Field,
    names: Mapping[int, str],
    undecided: Iterable[tuple[int, Sequence[int], bool]],
    lines: Sequence[Line],
) -> dict[str, Any]:
    """The document: the public data from which standings and pairings follow, and the standings and pairings themselves.

    `facts` are further keys of the document. `undecided` are the meetings without a result: round, seats, and whether it was annulled.
    `lines` are the standings.
    """
    rounds: dict[int, list[dict[str, Any]]] = {}
    for played in field.history:
        rounds.setdefault(played.round, []).append(_meeting(played))
    for number, seats, annulled in undecided:
        rounds.setdefault(number, []).append({**UNKNOWN, "kind": "annulled" if annulled else "running", "seats": list(seats)})
    return {
        "format": FORMAT,
        **facts,
        "odd_first": swiss.odd_first(field),
        "people": [
            {"number": one, "name": names[one], "rating": field.ratings.get(one), "left_after": field.left.get(one)}
            for one in field.entrants
        ],
        "forbidden": sorted(sorted(two) for two in field.apart),
        "played": [{"round": number, "meetings": meetings} for number, meetings in sorted(rounds.items())],
        "standings": [
            {"rank": line.rank, "number": line.entrant, "points": str(line.points), "breaks": [str(value) for value in line.breaks]}
            for line in lines
        ],
    }  # fmt: skip


def _meeting(played: Played) -> dict[str, Any]:
    return {
        "seats": list(played.seats),
        "kind": _kind(played),
        "label": played.label,
        "ranks": list(played.ranks),
        "scores": list(played.scores) or None,
        "shares": [str(share) for share in played.shares] or None,
    }


def _kind(played: Played) -> str:
    if played.is_bye:
        return "asked" if played.is_rest else "bye"
    return "forfeit" if played.forfeit else "match" if played.is_match else "game"

"""Conversion of the stored columns of a meeting (seats, results of its games, ruling) into a `Played`."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.rules.author import UNMOVED, WALKOVER
from games.rules.registry import all_games
from games.tournaments.formats.meetings import REST, Played, against, match, rest


def ruled_outcome(ruled: Mapping[str, Any], number: int, seats: Sequence[int], label: str) -> Played | None:
    """The outcome by the ruling `ruled` (see `stored_results.Ruled`), in place of the games' results; None for an annulled meeting."""
    if ruled["kind"] == "annulled":
        return None
    if ruled["kind"] == "forfeited":
        return lost_by(number, seats, ruled["lost"], label, forfeit=not ruled["played"])
    return Played(number, tuple(seats), tuple(ruled["ranks"]), label=label)


def lost_by(number: int, seats: Sequence[int], lost: Collection[int], label: str, *, forfeit: bool = True) -> Played:
    """The outcome of a forfeited meeting: the entrants in `lost` get no points, the others share rank 1. If all lost, nobody gets points.

    `forfeit`: the meeting was not played. A played meeting with one loser is returned as an ordinary game without `shares`.
    """
    ranks = tuple(2 if seat in lost else 1 for seat in seats)
    if not forfeit and len(lost) == 1:
        return Played(number, tuple(seats), ranks, label=label)
    others = len(seats) - 1
    shares = tuple(
        Fraction() if seat in lost
        else sum((against(1, rank) for place, rank in enumerate(ranks) if place != own), Fraction()) / others
        for own, seat in enumerate(seats)
    )  # fmt: skip
    return Played(number, tuple(seats), ranks, label=label, shares=shares, forfeit=forfeit)


Result = dict[str, Any] | None
"""The stored result of a game: "ranks" and "scores" by seat; None while it runs."""

Ruled = dict[str, Any] | None
"""The stored ruling on a meeting, None without one. "kind" is "corrected" (with "ranks" by seat), "forfeited" (with the seeds that
"lost", and whether it was "played") or "annulled"."""


def played_meeting(
    rules: str,
    number: int,
    seats: list[int],
    label: str,
    game: int | None,
    result: Result,
    second: int | None,
    answer: Result,
    ruled: Ruled,
) -> Played | None:
    """The outcome of a meeting; None if it is not decided or was annulled. `rules` is the key of the rulebook.

    The other arguments are the columns `FACTS` of the models; `answer` is the result of the `second` game. A ruling has precedence over
    the results of the games.
    """
    if ruled is not None:
        return ruled_outcome(ruled, number, seats, label)
    if game is None:
        return rest(number, seats[0]) if label == REST else Played(number, tuple(seats), (1,), label=label)
    first = _outcome(rules, result, number, seats, label)
    if second is None or first is None:
        return first
    other = _outcome(rules, answer, number, seats[::-1], label)
    return None if other is None else match(number, (seats[0], seats[1]), first, other, label)


def _outcome(rules: str, result: Result, number: int, seats: list[int], label: str) -> Played | None:
    """The outcome of one game, with scores signed such that more is better. A game in which not both moved is forfeited by the loser, and
    by all if nobody moved."""
    if result is None:
        return None
    if result.get("reason") == UNMOVED:
        return lost_by(number, seats, seats, label)
    if result.get("reason") == WALKOVER:
        return lost_by(number, seats, [seat for seat, rank in zip(seats, result["ranks"], strict=True) if rank > 1], label)
    book = all_games().get(rules)
    sign = -1 if book is not None and book.low_standing_leads else 1
    scores = tuple(None if score is None else sign * score for score in result["scores"])
    return Played(number, tuple(seats), tuple(result["ranks"]), scores, label)

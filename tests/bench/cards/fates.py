"""Statistics of Fate Foretold: length, which player ends the game, and whether an early lead counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, quantiles
from typing import Any

from games.rules.game import Game
from tests.bench.cards.kings import leader_wins, won
from tests.bench.cards.playing import steps
from tests.bench.ladder import Share

KEY = "fate_foretold"


def facts(game: Game[Any], seats: int, number: int, options: Mapping[str, Any], gifts: int) -> dict[str, Any]:
    """One game: standings at its middle turn, the first seat to converge, Convergences begun and broken, hand-overs, rounds, result."""
    assert not gifts, "Cards are given away in Council of Kings only."
    standings: list[list[int]] = []
    begun: list[int] = []
    broken, hand_overs, turn, last = 0, 0, 0, None
    for step in steps(game, seats, number, options):
        t = step.session.table
        if step.seat is not None and step.seat != last:
            last, hand_overs = step.seat, hand_overs + 1
        begun += [event["seat"] for event in step.events if event["kind"] == "converged"]
        broken += sum(event["kind"] == "converged_no_more" for event in step.events)
        if t.phase == "turn" and t.turn != turn:
            turn = t.turn
            standings.append([points or 0 for points in game.standing(step.session.view(None))])
    result = step.session.result
    assert result is not None
    return {
        "half": standings[len(standings) // 2],
        "first": begun[0] if begun else None,
        "begun": len(begun),
        "broken": broken,
        "hand_overs": hand_overs,
        "rounds": t.round,
        "reason": result.reason,
        "ranks": result.ranks,
    }


def first_wins(games: Iterable[Mapping[str, Any]]) -> Share:
    """Share of games won by the first seat to converge, of the games with a Convergence."""
    found = [won(game["ranks"], game["first"]) for game in games if game["first"] is not None]
    return Share(sum(found), len(found))


def shown(games: Sequence[Mapping[str, Any]]) -> str:
    """The table of a row."""
    rounds = sorted(game["rounds"] for game in games)
    reasons = {reason: sum(game["reason"] == reason for game in games) for reason in sorted({game["reason"] for game in games})}
    seats = len(games[0]["ranks"])
    rows = [
        ("games", len(games)),
        ("the Wanderer ends", Share(reasons.get("twist", 0), len(games))),
        ("hand-overs, mean", f"{fmean(game['hand_overs'] for game in games):.1f}"),
        (f"first to converge wins (fair {1 / seats:.1%})", first_wins(games)),
        ("leader at half-time wins", leader_wins(games)),
        ("Convergences begun / broken", f"{fmean(game['begun'] for game in games):.1f} / {fmean(game['broken'] for game in games):.1f}"),
        ("rounds, median / 90 % / most", f"{rounds[len(rounds) // 2]} / {quantiles(rounds, n=10)[-1]:.0f} / {rounds[-1]}"),
        ("endings", ", ".join(f"{reason} {count}" for reason, count in reasons.items())),
    ]
    return "\n".join(["| measure | value |", "|---|---|", *(f"| {title} | {value} |" for title, value in rows)])

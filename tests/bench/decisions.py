"""The gain of a search over the advice, decision by decision; faster to measure than whole games.

`python -m tests.bench.decisions keep FILE GAME PLAYERS [--option KEY=VALUE]` stores positions of advised games with the worth of each
answer: the share of a win and the lead over the best opponent, when advice plays redealt worlds to their end. `python -m
tests.bench.decisions judge FILE --seconds 0.09` searches them and prints the worth of its answers above the advice. The results of
single worlds are stored in the order of the worlds. Positions come from seeds from 7,000,000 on.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from games.rules.contract import Position
from games.rules.game import Game
from games.rules.playout import random_draw
from games.rules.registry import game
from games.rules.search.budget import Budget
from games.rules.search.plan import never
from games.rules.search.playing_on import advice, play_on, untracked_session
from games.rules.search.searcher import RandomSource, search
from games.rules.session import Session

SEED = 7_000_000
EACH = 4
"""Positions taken from one game."""


def positions(rules: Game[Any], seats: int, options: dict[str, Any], seed: int) -> list[Position]:
    """Some positions of one advised game in which a seat has more than one choice."""
    rng = random.Random(seed)
    session: Session[Any] = rules.begin(seats, options)
    found: list[Position] = []
    while session.table.ending is None:
        if (draw := session.wants_chance) is not None:
            session.answer_chance(random_draw(rng, draw.n, draw.k))
            continue
        decision = session.decision(session.unanswered[0])
        assert decision is not None
        if len(decision.options) > 1:
            found.append(session.position)
        session.answer(decision.seat, advice(rules, session, decision))
    return rng.sample(found, min(EACH, len(found)))


def worth(rules: Game[Any], at: Position, worlds: int) -> dict[str, Any]:
    """For each answer, the share of a win and the lead in every world."""
    session = rules.resume(at)
    seat = session.unanswered[0]
    decision = session.decision(seat)
    assert decision is not None
    plan, deal = replace(rules.plan, reached=never), rules.redeals(at, seat)
    found: dict[str, list[tuple[float, int]]] = {token: [] for token in decision.tokens}
    for number in range(worlds):
        world = deal(random.Random(number))
        for token, ends in found.items():
            there = untracked_session(rules, world)
            there.answer(seat, token)
            result = play_on(there, plan, None, random.Random(number)).result
            lead = result.scores[seat] - max(score for other, score in enumerate(result.scores) if other != seat)
            ends.append(((result.ranks[seat] == 1) / result.ranks.count(1), lead))
    return {"seat": seat, "kind": decision.kind, "advice": advice(rules, session, decision), "ends": found}


def keep(file: Path, rules: Game[Any], seats: int, options: dict[str, Any], wanted: int, worlds: int, seconds: float) -> None:
    """Store one line per position, until there are enough or the time is over."""
    there = len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0
    until = time.monotonic() + seconds
    for number in range(there // EACH, -(-wanted // EACH)):
        for at in positions(rules, seats, options, SEED + number):
            if time.monotonic() > until:
                return
            with file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"game": rules.key, "at": at.to_json(), **worth(rules, at, worlds)}) + "\n")


class Judged(NamedTuple):
    """The search of one position: the gain of its answer over the advice, the worlds it looked at, and whether it is the advice."""

    kind: str
    wins: float
    points: float
    worlds: int
    advised: bool


def judged(file: Path, seconds: float) -> Iterator[Judged]:
    """Search the positions of a file, each for so many seconds."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
        kept = json.loads(line)
        budget = Budget(seconds, time.process_time)
        found = search(game(kept["game"]), Position.from_json(kept["at"]), kept["seat"], RandomSource(number, random.Random), budget)
        ends, plain = kept["ends"][found.best], kept["ends"][kept["advice"]]
        wins, points = (fmean(a[part] - b[part] for a, b in zip(ends, plain, strict=True)) for part in (0, 1))
        yield Judged(kept["kind"], wins, points, found.answers[0].worlds, found.best == kept["advice"])


def shown(rows: list[Judged]) -> str:
    """A line for each kind of question and one for all."""
    kinds = {kind: [row for row in rows if row.kind == kind] for kind in sorted({row.kind for row in rows})}
    return "\n".join(_line(kind, those) for kind, those in {**kinds, "all": rows}.items())


def _line(kind: str, rows: list[Judged]) -> str:
    wins, points = (_mean(values) for values in ([row.wins for row in rows], [row.points for row in rows]))
    worlds, advised = fmean(row.worlds for row in rows), fmean(row.advised for row in rows)
    return f"{kind}: {len(rows)} positions, wins {wins}, points {points}, worlds {worlds:.1f}, as advised {advised:.0%}"


def _mean(values: list[float]) -> str:
    return f"{fmean(values):+.4f} ± {stdev(values) / len(values) ** 0.5:.4f}" if len(values) > 1 else f"{fmean(values):+.4f}"


def main() -> None:
    """Run `keep` or `judge`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["keep", "judge"])
    parser.add_argument("file", type=Path)
    parser.add_argument("game", nargs="?", default="council_of_kings")
    parser.add_argument("players", nargs="?", type=int, default=4)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--worlds", type=int, default=48)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seconds", type=float, default=0.09)
    given = parser.parse_args()
    if given.what == "keep":
        options = {key: int(value) if value.isdecimal() else value for key, _, value in (text.partition("=") for text in given.option)}
        keep(given.file, game(given.game), given.players, options, given.positions, given.worlds, given.minutes * 60)
    else:
        print(shown(list(judged(given.file, given.seconds))))


if __name__ == "__main__":
    main()

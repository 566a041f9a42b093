"""Tests of the benchmark of single decisions: stored positions with the worth of each answer, and the gain of a search over the advice."""

from __future__ import annotations

import json
from pathlib import Path

from games.rules.registry import game
from tests.bench.decisions import EACH, judged, keep, shown


def test_positions_are_kept_with_the_worth_of_each_answer_and_judged(tmp_path: Path) -> None:
    file = tmp_path / "positions.jsonl"
    for _twice in range(2):  # a second call reads them from the file
        keep(file, game("council_of_kings"), 3, {"mode": "basic"}, wanted=1, worlds=2, seconds=60.0)
    kept = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(kept) == EACH
    assert all(len(ends) == 2 for position in kept for ends in position["ends"].values())
    rows = list(judged(file, 0.0))
    assert all(row.advised and row.wins == row.points == 0.0 for row in rows)
    assert shown(rows).splitlines()[-1].startswith(f"all: {EACH} positions, wins +0.0000")

"""Readable transcripts of one seeded game per game: every question, answer and told event.

`python -m games.conformance.golden KEY…` writes them anew (all games without KEY), each version its own; the conformance kit compares
them, so a change of the rules or of their words shows up as a diff that somebody has to read.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import games.rules
from games.rules.game import Game
from games.rules.messages import plain
from games.rules.playout import random_answer, random_draw
from games.rules.registry import all_games, folder, game, versions

ROOT = Path(__file__).parents[2]
SEED = 2026


def path(rules: Game[Any]) -> Path:
    """Where the transcript of a game lies: in the folder `tests` of its package, or below tests/rules. That of an older version keeps lying
    where it is found by its number.
    """
    older = rules is not game(rules.key)
    own = folder(rules.key) / "tests"
    return (own if own.is_dir() else ROOT / "tests" / "rules" / rules.key) / (f"golden-{rules.version}.txt" if older else "golden.txt")


def transcript(rules: Game[Any]) -> str:
    """One seeded game at the smallest number of seats: the first 150 answers in full, then the end."""
    rng, names = random.Random(SEED), [f"P{seat}" for seat in range(8)]
    session = rules.begin(rules.seats[0])
    lines = [f"{rules.key} version {rules.version}, {rules.seats[0]} seats, seed {SEED}"]

    def tell(entries: list[Any]) -> None:
        for event in (event for entry in entries for event in entry.events):
            for viewer in (None, *event.private):
                whose = "" if viewer is None else f" (only {names[viewer]})"
                lines.append(f"   -{whose} {plain(rules.tell(event.seen_by(viewer)), names)}")

    count = 0
    while session.result is None:
        draw = session.wants_chance
        if draw is not None:
            entries = [session.answer_chance(random_draw(rng, draw.n, draw.k))]
            lines.append(f"chance {draw.label}: {entries[0].text}")
        else:
            count += 1
            question = session.question(rng.choice(session.unanswered))
            assert question is not None
            text = random_answer(question, rng)
            if count <= 150:
                options = " ".join(question.tokens) or f"{question.least}..{question.most}"
                lines.append(f"{names[question.seat]} {question.kind} [{options}] → {text}")
            entries = session.answer(question.seat, text)
        if count <= 150:
            tell(entries)
    lines.append(f"{count} answers; {session.result}; {digest(rules, rules.seats[0])}")
    return "\n".join(lines) + "\n"


def digest(rules: Game[Any], seats: int) -> str:
    """SHA-256 over the final position, all events and all options of one seeded game."""
    rng, sha = random.Random(SEED), hashlib.sha256()
    session = rules.begin(seats)
    while session.result is None:
        draw = session.wants_chance
        if draw is not None:
            entries = [session.answer_chance(random_draw(rng, draw.n, draw.k))]
        else:
            question = session.question(rng.choice(session.unanswered))
            assert question is not None
            sha.update(" ".join(question.tokens).encode())
            entries = session.answer(question.seat, random_answer(question, rng))
        for event in (event for entry in entries for event in entry.events):
            sha.update(json.dumps([event.kind, event.public, list(event.private.items())]).encode())
    position = session.position.to_json()
    position.pop("memory", None)  # only redeals read it; the game that is played is the same without
    sha.update(json.dumps(position).encode())
    return sha.hexdigest()


def digest_elsewhere(key: str, version: int, seats: int, hash_seed: int) -> str:
    """The same digest, computed by another process with another hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    shelf = f"import games.rules; games.rules.__path__[:] = {list(games.rules.__path__)!r}"
    known = "from games.conformance.golden import digest; from games.rules.registry import game_in"
    command = [sys.executable, "-c", f"{shelf}; {known}; print(digest(game_in({key!r}, {version}), {seats}))"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    assert run.returncode == 0, f"The digest of {key} cannot be computed in another process:\n{run.stderr}"
    return run.stdout.strip()


if __name__ == "__main__":
    for chosen in sys.argv[1:] or list(all_games()):
        for rules in versions(chosen):
            path(rules).parent.mkdir(exist_ok=True)
            path(rules).write_text(transcript(rules), encoding="utf-8")
            print(f"wrote {path(rules)}")

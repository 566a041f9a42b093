"""Golden transcripts: one seeded random game of every version, with every question, answer and log line as text.

`python -m games.conformance KEY…` writes them (`__main__.py`). The conformance kit compares them, so that every change of the rules or of
their texts appears as a readable diff.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import games.rules
from games.rules.contract import Entry, Event
from games.rules.game import Game
from games.rules.messages import plain
from games.rules.playout import random_answer, random_draw
from games.rules.registry import folder, game
from games.rules.session import Session

ROOT = Path(__file__).parents[2]
SEED = 2026
NAMES = [f"P{seat}" for seat in range(8)]


def path(rules: Game[Any]) -> Path:
    """The file of a version's transcript, in the folder `tests` of the game's package, or below tests/rules: `golden.txt`, for older
    versions `golden-1.txt` and so on."""
    older = rules is not game(rules.key)
    own = folder(rules.key) / "tests"
    return (own if own.is_dir() else ROOT / "tests" / "rules" / rules.key) / (f"golden-{rules.version}.txt" if older else "golden.txt")


def transcript(rules: Game[Any]) -> str:
    """One seeded game at the smallest number of seats: the first 150 answers with their events, then the result."""
    session = rules.begin(rules.seats[0])
    lines = [f"{rules.key} version {rules.version}, {rules.seats[0]} seats, seed {SEED}"]
    count = 0
    for line, tokens, entries in _answers(session):
        count += tokens is not None
        if count <= 150 or tokens is None:
            lines.append(line)
        if count <= 150:
            lines += [line for entry in entries for event in entry.events for line in _lines(rules, event)]
    lines.append(f"{count} answers; {session.result}; {digest(rules, rules.seats[0])}")
    return "\n".join(lines) + "\n"


def _answers(session: Session[Any]) -> Iterator[tuple[str, str | None, list[Entry]]]:
    """The answers of a seeded game: each as a line, the tokens on offer (None for a draw), and what followed."""
    rng = random.Random(SEED)
    while session.result is None:
        draw = session.wants_chance
        if draw is not None:
            entry = session.answer_chance(random_draw(rng, draw.n, draw.k))
            yield f"chance {draw.label}: {entry.text}", None, [entry]
            continue
        question = session.question(rng.choice(session.unanswered))
        assert question is not None
        tokens, text = " ".join(question.tokens), random_answer(question, rng)
        line = f"{NAMES[question.seat]} {question.kind} [{tokens or f'{question.least}..{question.most}'}] → {text}"
        yield line, tokens, session.answer(question.seat, text)


def _lines(rules: Game[Any], event: Event) -> Iterator[str]:
    """The log line of an event for spectators, and for each seat that sees more."""
    for viewer in (None, *event.private):
        reader = "" if viewer is None else f" (only {NAMES[viewer]})"
        yield f"   -{reader} {plain(rules.tell(event.seen_by(viewer)), NAMES)}"


def digest(rules: Game[Any], seats: int) -> str:
    """SHA-256, in hex, over all tokens, all events and the final position of one seeded game."""
    sha, session = hashlib.sha256(), rules.begin(seats)
    for _line, tokens, entries in _answers(session):
        if tokens is not None:
            sha.update(tokens.encode())
        for event in (event for entry in entries for event in entry.events):
            sha.update(json.dumps([event.kind, event.public, list(event.private.items())]).encode())
    position = session.position.to_json()
    position.pop("memory", None)  # only redeals read it; it does not influence the game
    sha.update(json.dumps(position).encode())
    return sha.hexdigest()


def digest_in_new_process(key: str, version: int, seats: int, hash_seed: int) -> str:
    """The digest, computed by a new process with that hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    set_path = f"import games.rules; games.rules.__path__[:] = {list(games.rules.__path__)!r}"
    imports = "from games.conformance.golden import digest; from games.rules.registry import game_in"
    command = [sys.executable, "-c", f"{set_path}; {imports}; print(digest(game_in({key!r}, {version}), {seats}))"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    assert run.returncode == 0, f"The digest of {key} cannot be computed in another process:\n{run.stderr}"
    return run.stdout.strip()

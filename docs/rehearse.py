#!/usr/bin/env python3
"""Finished games again, moment by moment, for programs that learn: PYTHONPATH=. python3 docs/rehearse.py games.jsonl

Reads what `GET /me/games/export` or `/games/{code}/export` gave, plays every game again by its rules, and prints one line of JSON for
each answer of a seat: what that seat saw, what it could answer, what it did answer, and how it ended for it. With `--worlds 20` each
choice is tried in twenty worlds which that seat could not tell from the real one, dealt by `--seed` and played on at random: `ranks` is
the rank that it leads to on average (1 is the best).

It needs the folder `games/rules` of the release that the games were played by, and no site: the rules are plain Python. `moments`,
`worlds` and `played_on` can be imported by programs that go further.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from statistics import fmean
from typing import Any, NamedTuple

from games.rules.contract import Decision, Result, Seat, Shape
from games.rules.errors import RulesError
from games.rules.playout import random_answer, random_draw
from games.rules.registry import game_in
from games.rules.session import Session

CHANCE = -1


class Moment(NamedTuple):
    """A seat is about to answer: the game as it stands, the question, the answer it gave, and the line of the log it became."""

    session: Session[Any]
    decision: Decision
    text: str
    line: dict[str, Any]


def moments(document: dict[str, Any]) -> Iterator[Moment]:
    """Every answer of a finished game. The session goes on with the next one; its `position` stays. Raises RulesError for other rules."""
    book = game_in(document["rules"], document["rules_version"])
    session = book.begin(document["seats"], document["options"])
    for line in document["log"]:
        seat, text = line["seat"], line["text"]
        if line["kind"] == "undo":
            session = session.game.resume(session.undone(seat))
        elif line["kind"] in ("answer", "remark") and (text or seat != CHANCE):
            decision = session.decision(seat) if seat != CHANCE else None
            if decision is not None and not text.startswith("!"):
                yield Moment(session, decision, text, line)
            session.feed(seat, text)


def worlds(session: Session[Any], seat: Seat, count: int, rng: random.Random) -> Iterator[Session[Any]]:
    """The same moment in games that the seat could not tell from this one; fewer where hidden cards cannot lie otherwise."""
    book, here = session.game, session.position
    for _number in range(count):
        other = book.redeal(here, seat, rng)
        if other is not here:
            yield book.resume(other)


def played_on(session: Session[Any], rng: random.Random) -> Result | None:
    """How it ends when everybody goes on at random; None where the rules give no end in time."""
    for _number in range(session.game.longest):
        if session.result is not None:
            return session.result
        session.settle(lambda _count, _label, n, k: random_draw(rng, n, k))
        for seat in session.unanswered[:1]:
            question = session.question(seat)
            assert question is not None
            session.answer(seat, random_answer(question, rng))
    return session.result


def ranks(moment: Moment, count: int, seed: int) -> dict[str, float]:
    """The average rank that each choice leads to; all of them in the same worlds."""
    seat, found = moment.decision.seat, {}
    for token in moment.decision.tokens if moment.decision.shape is Shape.ONE else ():
        rng, ends = random.Random(seed), []
        for number, world in enumerate(worlds(moment.session, seat, count, rng)):
            try:
                world.answer(seat, token)
            except RulesError:  # what others hold there forbids it
                continue
            result = played_on(world, random.Random(seed + number))
            ends += [result.ranks[seat]] if result else []
        if ends:
            found[token] = fmean(ends)
    return found


def sample(document: dict[str, Any], moment: Moment) -> dict[str, Any]:
    """A moment as plain data."""
    decision = moment.decision
    asked = {"kind": decision.kind, "shape": decision.shape, "least": decision.least, "most": decision.most, "tokens": decision.tokens}
    facts = {
        "game": document["game"],
        "rules": document["rules"],
        "seq": moment.line["seq"],
        "seat": decision.seat,
        "source": moment.line["source"],
    }
    facts |= {"table": moment.session.view(decision.seat).table, "decision": asked, "answer": moment.text}
    return facts | {"rank": document["result"]["ranks"][decision.seat]}


def documents(text: str) -> list[dict[str, Any]]:
    """One game, or one on each line."""
    try:
        return [json.loads(text)]
    except ValueError:
        return [json.loads(line) for line in text.splitlines()]


def main() -> int:
    """Read the words, print the lines."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("file", type=argparse.FileType(encoding="utf-8"), help="one game per line, or one game; - for standard input")
    words.add_argument("--seat", type=int, help="only what this seat was asked")
    words.add_argument("--seq", type=int, help="only the answer that became this line of the log")
    words.add_argument("--worlds", type=int, default=0, help="try every choice in so many worlds")
    words.add_argument("--seed", type=int, default=1, help="the same worlds again (%(default)s)")
    given = words.parse_args()
    for document in documents(given.file.read()):
        try:
            for moment in moments(document):
                if given.seat in (None, moment.decision.seat) and given.seq in (None, moment.line["seq"]):
                    more = {"ranks": ranks(moment, given.worlds, given.seed)} if given.worlds else {}
                    print(json.dumps(sample(document, moment) | more, ensure_ascii=False))
        except (RulesError, KeyError) as error:
            print(f"{document.get('game', 'This')} cannot be played again here: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

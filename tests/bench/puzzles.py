"""Finding and checking puzzles: the worth of each choice, averaged over fair redeals that the adviser plays to the aim.

    python -m tests.bench.puzzles find turn_of_fate --seeds 200 --into /tmp/found
    python -m tests.bench.puzzles check --samples 400

`find` writes positions in which one choice is clearly best; an author selects the puzzles and writes their texts.
`check` prints the worth of every puzzle's choices.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from games.render.text import decision_text, scene_text
from games.rules.contract import CHANCE, Position, Seat, Shape, Wait
from games.rules.game import Game
from games.rules.messages import Reader
from games.rules.playout import random_answer, random_draw
from games.rules.puzzles import NAMES, Puzzle, asked, puzzles
from games.rules.registry import all_games
from games.rules.session import Session

AIMS = {
    "win": 0.15,
    "at once": 0.25,
    "lead": 2.0,
    "round": 0.6,
}
"""What is compared, and by how much the best choice has to be better than every other one on average:

- `win`: the share of games won;
- `at once`: the share of games won by this very answer;
- `lead`: the final score, less the best one of the others;
- `round`: the own public score when the next round begins.
"""
AIM_OF = {"destined_to_fail": "round", "council_of_kings": "lead", "turn_of_fate": "lead"}
"""The aim of a search in each of these games; `win` in the others."""
MOST_CHOICES = 12
"""With more choices, those with the same target (`star>2`, `deck>2`) form a question of their own."""
SURE = 3.0
"""Number of standard errors by which the difference must exceed 0."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Mean worth of a choice, and its difference to the best one with its standard error."""

    token: str
    mean: float
    behind: float = 0.0
    error: float = 0.0


def judge(game: Game[Any], at: Position, seat: Seat, tokens: Sequence[str], aim: str, samples: int, seed: int) -> list[Worth]:
    """The choices, best first, after so many redeals."""
    return next(looks(game, at, seat, tokens, aim, (samples,), seed))


def looks(
    game: Game[Any], at: Position, seat: Seat, tokens: Sequence[str], aim: str, samples: Sequence[int], seed: int
) -> Iterator[list[Worth]]:
    """The choices, best first, after each of these numbers of redeals. Each redeal and its later draws are the same for all choices."""
    rng, table = random.Random(seed), game.table.load(at.table)
    table.forget()  # a puzzle's reader does not know the moves before it
    at = Position(table.dump(), at.since, at.sealed, at.draws)
    drawn: dict[str, list[float]] = {token: [] for token in tokens}
    for sample in range(1, max(samples) + 1):
        other = game.redeal(at, seat, rng)
        luck = rng.randrange(1 << 30)
        for token in tokens:
            drawn[token].append(_played_on(game, other, seat, token, aim, random.Random(luck)))
        if sample in samples:
            best = max(tokens, key=lambda token: fmean(drawn[token]))
            yield sorted((_worth(token, drawn[token], drawn[best]) for token in tokens), key=lambda worth: -worth.mean)


def clear(found: Sequence[Worth], aim: str, times: float = 1) -> bool:
    """Whether the first choice is better than every other one by the aim's margin (or a multiple of it) and statistically significant."""
    return all(one.behind >= times * max(AIMS[aim], SURE * one.error) for one in found[1:])


def check(puzzle: Puzzle, samples: int, seed: int = 1) -> list[Worth]:
    """Worth of the choices of a puzzle, best first."""
    return next(checks(puzzle, (samples,), seed))


def checks(puzzle: Puzzle, samples: Sequence[int], seed: int = 1) -> Iterator[list[Worth]]:
    """Worth of the choices of a puzzle, best first, after each of these numbers of redeals."""
    position = asked(puzzle.game, puzzle.name).position
    return looks(puzzle.book, position, puzzle.seat, puzzle.offers, puzzle.aim, samples, seed)


def _worth(token: str, own: Sequence[float], best: Sequence[float]) -> Worth:
    less = [one - other for one, other in zip(best, own, strict=True)]
    return Worth(token, fmean(own), fmean(less), pstdev(less) / len(less) ** 0.5)


def _played_on(game: Game[Any], at: Position, seat: Seat, token: str, aim: str, rng: random.Random) -> float:
    session = Session(game, game.table.load(at.table), draws=at.draws, track=False)
    session.refeed(at)
    until = _until(session) if aim == "round" else lambda: False
    answer, asked_seat = token, seat
    for _answer in range(game.longest):
        session.answer(asked_seat, answer)
        session.settle(lambda _number, _label, n, k: random_draw(rng, n, k))
        if session.result is not None or aim == "at once" or until():
            return _measure(game, session, seat, aim)
        asked_seat = session.unanswered[0]
        decision = session.decision(asked_seat)
        assert decision is not None
        answer = game.advise(session.view(asked_seat), decision)
    raise RuntimeError(f"{game.key} does not end within {game.longest} answers when its own advice plays it on.")


def _until(session: Session[Any]) -> Callable[[], bool]:
    began: int = session.table.round
    return lambda: bool(session.table.round != began)


def _measure(game: Game[Any], session: Session[Any], seat: Seat, aim: str) -> float:
    if aim in ("win", "at once"):
        return float(session.result.gain(seat)) if session.result is not None else 0.0
    sign = -1 if game.low_standing_leads else 1
    if session.result is not None and aim == "lead":
        scores: Sequence[int | None] = session.result.scores
    else:
        scores = game.standing(session.view(seat))
    own = sign * (scores[seat] or 0)
    return own if aim == "round" else own - max(sign * (score or 0) for other, score in enumerate(scores) if other != seat)


# ---- finding ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moment:
    """A question of a game that was played."""

    at: Position
    seat: Seat
    advice: str
    log: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class Search:
    """Parameters of a search: the aim, number of redeals, number of answers before the end, percentage of random answers in the game,
    and the kinds of questions (none: all).
    """

    aim: str
    samples: int = 100
    last: int = 20
    wild: int = 0
    kinds: frozenset[str] = frozenset()


def find(game: Game[Any], seats: int, options: dict[str, Any], seed: int, search: Search) -> Iterator[tuple[dict[str, Any], str]]:
    """Positions of one game in which a choice is clearly best: the puzzle's data without texts, and the table as text."""
    for moment in _moments(game, seats, options, seed, search.wild)[-search.last :]:
        session = game.resume(moment.at)
        decision = session.decision(moment.seat)
        assert decision is not None
        if decision.shape is not Shape.ONE or not _is_open(session) or (search.kinds and decision.kind not in search.kinds):
            continue
        for tokens in _questions(decision.tokens):
            found = _first_look(game, moment.at, moment.seat, tokens, search)
            if found:
                shown = game.shown(session.view(moment.seat), decision)
                words = f"{scene_text(shown, Reader(NAMES), 140)}\n\n{decision_text(decision, Reader(NAMES), 140)}"
                yield _data(session, moment, search.aim, found), words


def _questions(tokens: Sequence[str]) -> list[Sequence[str]]:
    """All choices, or those of each target where there are too many."""
    if len(tokens) <= MOST_CHOICES:
        return [tokens] if len(tokens) > 1 else []
    targets: dict[str, list[str]] = {}
    for token in tokens:
        targets.setdefault(token.rpartition(">")[2], []).append(token)
    return [group for group in targets.values() if 1 < len(group) <= MOST_CHOICES]


def _moments(game: Game[Any], seats: int, options: dict[str, Any], seed: int, wild: int) -> list[Moment]:
    """The questions of a game that the adviser plays against itself, with this percentage of random answers."""
    rng, session, log, moments = random.Random(seed), game.begin(seats, options), list[tuple[Seat, str]](), list[Moment]()
    while session.result is None:
        draw = session.wants_chance
        if draw is not None:
            numbers = random_draw(rng, draw.n, draw.k)
            session.answer_chance(numbers)
            log.append((CHANCE, " ".join(map(str, numbers))))
            continue
        seat = session.unanswered[0]
        decision = session.decision(seat)
        assert decision is not None
        advice = game.advise(session.view(seat), decision)
        moments.append(Moment(session.position, seat, advice, tuple(log)))
        question = session.question(seat)
        answer = random_answer(question, rng) if question is not None and rng.randrange(100) < wild else advice
        session.answer(seat, answer)
        log.append((seat, answer))
    return moments


def _is_open(session: Session[Any]) -> bool:
    """Whether the log is complete: sealed answers are not in a log before the last one."""
    return session.wait is not Wait.SEALED or not session.position.sealed


def _first_look(game: Game[Any], at: Position, seat: Seat, tokens: Sequence[str], search: Search) -> list[Worth]:
    """Few redeals first, then more, and many where both are promising; [] where no choice is clearly best."""
    for seed, samples in ((1, 6), (3, search.samples // 4)):
        if judge(game, at, seat, tokens, search.aim, samples, seed)[1].behind < AIMS[search.aim]:
            return []
    found = judge(game, at, seat, tokens, search.aim, search.samples, 2)
    return found if clear(found, search.aim) else []


def _data(session: Session[Any], moment: Moment, aim: str, found: list[Worth]) -> dict[str, Any]:
    return {
        "aim": aim,
        "seats": session.table.seats,
        "options": session.table.options,
        "seat": moment.seat,
        "log": ";".join(f"{who}:{text}" for who, text in moment.log),
        "offers": [one.token for one in found],
        "best": found[0].token,
        "worth": {one.token: [round(one.mean, 2), round(one.behind, 2)] for one in found},
        "advice": moment.advice,
        "decisions": sum(who != CHANCE for who, _text in moment.log),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Find positions, or print the worth of the choices of all puzzles."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("find", "check"))
    parser.add_argument("game", nargs="?", choices=tuple(all_games()))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", type=json.loads, default={}, help="settings of the table as JSON")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--aim", choices=tuple(AIMS))
    parser.add_argument("--kinds", default="", help="kinds of questions, with commas: attack,action")
    parser.add_argument("--wild", type=int, default=0, help="so many answers in a hundred are random")
    parser.add_argument("--last", type=int, default=20, help="so many answers before the end")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--into", type=Path, default=Path("/tmp/puzzles"))
    given = parser.parse_args(arguments)
    if given.what == "check":
        _print_checks(given.game, given.samples)
        return
    game = all_games()[given.game]
    given.into.mkdir(parents=True, exist_ok=True)
    seats = given.seats or (game.best_seats or game.seats)[0]
    search = Search(
        given.aim or AIM_OF.get(game.key, "win"), given.samples, given.last, given.wild, frozenset(filter(None, given.kinds.split(",")))
    )
    for seed in range(given.first_seed, given.first_seed + given.seeds):
        for data, words in find(game, seats, given.options, seed, search):
            name = f"{game.key}-{seed}-{data['decisions']}"
            (given.into / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
            (given.into / f"{name}.txt").write_text(f"{data['worth']} advice {data['advice']}\n\n{words}\n", encoding="utf-8")
            print(name, data["worth"], "advice", data["advice"], flush=True)


def _print_checks(key: str | None, samples: int) -> None:
    for game in (key,) if key else all_games():
        for puzzle in puzzles(game).values():
            found = check(puzzle, samples)
            mark = "ok" if found[0].token == puzzle.best and clear(found, puzzle.aim) else "WRONG"
            worth = ", ".join(f"{one.token} {one.mean:.2f} (−{one.behind:.2f} ± {one.error:.2f})" for one in found)
            print(f"{mark} {game}/{puzzle.name}: {worth}", flush=True)


if __name__ == "__main__":
    main()

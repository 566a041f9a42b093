"""Complete replies to 45 questions, each with its intended meaning (letters.json); the author knew only the questions.

`more_letters.json` has two further sets for the same questions, by other authors, written after the reader.

A reply is `[question, language, kind, meaning, text]`. Kind `answer` means the choice of that token; `command` is a request for
another action; the rest (talk, hesitation, question, two, auto) decides nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from games.rules.contract import Shape
from games.rules.registry import all_games
from games.services.replies.game_synonyms import hints_of, synonyms_of, verbs_of
from games.services.replies.reading import Answer, Choice, Command, Confidence, Question, Words
from games.services.replies.reading.question import words_of_game
from games.services.replies.understanding import in_a_mail
from notifications.inbound.quotes import own_lines
from tests.games.replies.reading.met import readers

Reply = tuple[str, str, str, str, str]


@cache
def _stored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("letters.json").read_text(encoding="utf-8"))
    return found


def replies(*kinds: str) -> list[Reply]:
    """The replies of these kinds; all but answers and commands if none is named."""
    return [tuple(one) for one in _stored()["replies"] if one[2] in kinds or (not kinds and one[2] not in ("answer", "command"))]


@cache
def more(name: str) -> list[Reply]:
    """One of the two further sets."""
    found = json.loads(Path(__file__).with_name("more_letters.json").read_text(encoding="utf-8"))
    return [tuple(one) for one in found[name]]


def all_more() -> dict[str, list[Reply]]:
    """All further sets by name."""
    found = json.loads(Path(__file__).with_name("more_letters.json").read_text(encoding="utf-8"))
    return {name: more(name) for name in found}


@cache
def question(name: str) -> Question:
    """One of the questions."""
    kept, game = _stored()["questions"][name], name.rsplit("-", 1)[0]
    return Question(
        tuple(Choice(token, tuple(names), person) for token, names, person in kept["choices"]),
        Shape[kept["shape"]], kept["least"], kept["most"], kept["yes"], kept["no"], kept["kind"],
        frozenset(_stored()["known"][game]), frozenset(kept["people"]), synonyms_of(game), verbs_of(game), hints_of(game),
        named=words_of_game(all_games()[game].vocabulary, readers()),
    )  # fmt: skip


def verdicts(found: list[Reply]) -> tuple[Counter[str], list[str]]:
    """How replies are read (`right`, `asked back with it`, `not read`, `misread`, `told`, or the command), and the wrong ones."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for name, _language, kind, meant, text in found:
        verdict = _verdict(name, meant if kind == "answer" else "", text)
        counts[verdict] += 1
        if verdict in ("misread", "told"):
            wrong.append(f"{name}: {text!r} means {meant!r}")
    return counts, wrong


def _verdict(name: str, meant: str, text: str) -> str:
    parts = in_a_mail(own_lines(text), question(name)).parts
    if any(isinstance(part, Words) and part.text for part in parts):
        return "told"
    answers = [part for part in parts if isinstance(part, Answer)]
    certain = [answer.text for answer in answers if answer.confidence is Confidence.CERTAIN]
    if certain:
        return "right" if certain[0] == meant else "misread"
    if commands := [part.name.value for part in parts if isinstance(part, Command)]:
        return commands[0]
    return "asked back with it" if meant and answers and meant in answers[0].candidates else "not read"

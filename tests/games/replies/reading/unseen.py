"""Sets of replies whose authors did not know the reader (unseen.json), each with its intended meaning.

The questions of the third set are those of letters.json, those of the sixth are from the sets before it. At the first run, the share
of right answers by set was 82.2, 76.4, 81.0, 85.8, 88.5, 79.1, 77.6, 72.9, 83.5, 91.7, 80.0, 83.5, 92.7, 81.1, 84.8, 89.9, 94.1, 89.9,
90.4, 84.6, 88.8, 88.8, 88.1, 87.3, 92.2, 91.8, 80.2, 80.3, 94.5, 91.6, 90.9, 83.9, 78.0, 51.9, 58.0, 82.4, 57.9, 47.4, 82.5, 84.5, 18.6,
78.3, 88.2, 53.9, 79.6, 87.7, 94.7, 87.0, 78.8, 90.3, 85.8, 91.9, 88.2, 92.4,
84.6, 89.9, 87.7, 92.0, 92.9 and 90.4 percent (docs/measurements/replies.md).

A reply is `[question, language, kind, meaning, text]`. An `answer` means the choice of that token (several for an order), an `ask`
is a text that a person would confirm with that guess, a `command` is a request for another action, and `talk` decides nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from games.rules.contract import Shape
from games.rules.registry import all_games
from games.services.replies.game_synonyms import hints_of, synonyms_of, verbs_of
from games.services.replies.reading import Answer, Choice, Command, CommandName, Confidence, Question, Words
from games.services.replies.reading.folding import words
from games.services.replies.reading.question import words_of_game
from games.services.replies.reading.wishes import wish_of
from games.services.replies.understanding import in_a_mail
from notifications.inbound.quotes import own_lines
from tests.games.replies.reading import letters
from tests.games.replies.reading.met import readers

SETS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth",
    "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
    "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth", "twenty-seventh",
    "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first", "thirty-second", "thirty-third", "thirty-fourth", "thirty-fifth",
    "thirty-sixth", "thirty-seventh", "thirty-eighth", "thirty-ninth", "fortieth",
    "forty-first", "forty-second", "forty-third", "forty-fourth",
    "forty-fifth", "forty-sixth", "forty-seventh", "forty-eighth", "forty-ninth", "fiftieth",
    "fifty-first", "fifty-second", "fifty-third", "fifty-fourth", "fifty-fifth", "fifty-sixth",
    "fifty-seventh", "fifty-eighth", "fifty-ninth", "sixtieth",
)  # fmt: skip
RIGHT, ASKED, OTHER_GUESS, NOT_READ, MISREAD, TOLD = "right", "asked back with it", "other guess", "not read", "misread", "told to others"
PLAYED_THOUGH_UNSURE = "played though a person would have asked"
NOTHING_DONE, DONE = "nothing done", "done"
Reply = tuple[str, str, str, str, str]


@cache
def _stored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("unseen.json").read_text(encoding="utf-8"))
    return found


def replies(name: str) -> list[Reply]:
    """The replies of one of the `SETS`."""
    return [tuple(one) for one in _stored()[name]]


@cache
def question(name: str) -> Question:
    """One of the questions, as the reader of a mail gets it."""
    if name not in _stored()["questions"]:
        return letters.question(name)
    kept, game = _stored()["questions"][name], name.rsplit("-", 1)[0]
    choices = tuple(Choice(token, tuple(names), person, *map(tuple, outcomes)) for token, names, person, *outcomes in kept["choices"])
    vocabulary = all_games()[game].vocabulary
    known = frozenset(word for text in vocabulary for word in words(text))
    return Question(
        choices, Shape[kept["shape"]], kept["least"], kept["most"], kept["yes"], kept["no"], kept["kind"],
        known, frozenset(kept["people"]), synonyms_of(game), verbs_of(game), hints_of(game),
        frozenset(tuple(name) for name in kept.get("about", [])), kept.get("me", ""), words_of_game(vocabulary, readers()),
    )  # fmt: skip


@dataclass
class Found:
    """Counts by kind and verdict, and the replies by verdict."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: {kind: Counter() for kind in ("answer", "ask", "talk", "command")})
    lines: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reply: Reply) -> None:
        """Judge one reply."""
        name, _language, kind, meant, text = reply
        verdict, read_as = verdict_of(reply)
        self.counts[kind][verdict] += 1
        self.lines.setdefault(f"{kind}: {verdict}", []).append(f"{name} [{meant}] {text!r} -> {read_as}")


@cache
def judged(name: str) -> Found:
    """The verdicts on a set."""
    found = Found()
    for reply in replies(name):
        found.add(reply)
    return found


def verdict_of(reply: Reply) -> tuple[str, str]:
    """The verdict on one reply, and the reading."""
    name, _language, kind, meant, text = reply
    lines = own_lines(text)
    parts = in_a_mail(lines, question(name)).parts
    if any((isinstance(part, Words) and part.text) or (isinstance(part, Answer) and part.story) for part in parts):
        return TOLD, repr(parts)
    answers = [part for part in parts if isinstance(part, Answer)]
    certain = [answer.text for answer in answers if answer.confidence is Confidence.CERTAIN]
    proposed = [part.name for part in parts if isinstance(part, Command) and part.proposed]
    commands = [part.name for part in parts if isinstance(part, Command) and not part.proposed]
    guesses = answers[0].candidates if answers else ()
    read_as = f"{certain} {[one.value for one in commands]} {guesses}"
    if kind == "talk":
        return (DONE if certain or commands else NOTHING_DONE), read_as
    if kind == "command":
        wish = wish_of(lines)
        found = {*(name.value for name in (*commands, *proposed)), *([wish.name] if wish is not None else [])}
        return (RIGHT if meant in found and not certain else MISREAD if certain else NOT_READ), read_as
    if certain:
        right = [_same(one, name) for one in certain] == [_same(meant, name)]
        return (MISREAD if not right or commands else RIGHT if kind == "answer" else PLAYED_THOUGH_UNSURE), read_as
    changing = [one for one in commands if one is not CommandName.RULES]  # a card or a rule is shown, beside the open question
    if changing or proposed:
        return (MISREAD if changing else OTHER_GUESS), read_as
    return (ASKED if _same(meant, name) in [_same(one, name) for one in guesses] else OTHER_GUESS if guesses else NOT_READ), read_as


def _same(text: str, name: str) -> tuple[str, ...]:
    """The choices of an answer to the question `name`, sorted if their order does not count."""
    tokens = text.replace(",", " ").split()
    return tuple(sorted(tokens) if question(name).shape is Shape.SOME else tokens)


def names() -> list[str]:
    """The names of all questions."""
    return list(_stored()["questions"])


def played(text: str, asked: Question) -> str:
    """The certain answer in a text; "" for none."""
    parts = in_a_mail(own_lines(text), asked).parts
    return next((part.text for part in parts if isinstance(part, Answer) and part.confidence is Confidence.CERTAIN), "")


def done(text: str, asked: Question) -> bool:
    """Whether a text has any effect."""
    parts = in_a_mail(own_lines(text), asked).parts
    return bool(played(text, asked)) or any((isinstance(part, Words) and part.text) or isinstance(part, Command) for part in parts)

"""Judges whether a text was read as it was meant."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from games.services.replies.reading import Confidence, Question, Words, read
from notifications.inbound.quotes import own_lines

RIGHT, ASKED, OTHER_GUESS, NOT_READ, MISREAD = "right", "asked back with it", "asked back with another", "not read", "misread"


@dataclass
class Tally:
    """Counts of texts by verdict, with some examples of wrong ones."""

    counts: Counter[str] = field(default_factory=Counter)
    published: int = 0
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, verdict: str, example: str, published: bool = False) -> None:
        """Add one text."""
        self.counts[verdict] += 1
        self.published += published
        if verdict != RIGHT or published:
            self.examples.setdefault(verdict if not published else "published", []).append(example)

    def share(self, *verdicts: str) -> float:
        """The share of all texts with one of these verdicts."""
        return sum(self.counts[verdict] for verdict in verdicts) / max(1, sum(self.counts.values()))


def judged(text: str, question: Question, meant: str) -> tuple[str, bool]:
    """The verdict on a text that means an answer, and whether any of it would be disclosed to others."""
    reading = read(own_lines(text), question)
    published = any(isinstance(part, Words) and part.text for part in reading.parts) or any(answer.story for answer in reading.answers)
    if not reading.answers:
        return NOT_READ, published
    first = reading.answers[0]
    if first.confidence is Confidence.CERTAIN:
        return (RIGHT if first.text == meant else MISREAD), published
    if first.candidates[:1] == (meant,):
        return ASKED, published
    return (OTHER_GUESS if first.candidates else NOT_READ), published


def executed(text: str, question: Question) -> str:
    """The effect of a text that asks for nothing; "" for none."""
    reading = read(own_lines(text), question)
    done = [answer.text for answer in reading.answers if answer.confidence is Confidence.CERTAIN]
    return " ".join(
        [
            *done,
            *(command.name.value for command in reading.commands),
            *("told" for part in reading.parts if isinstance(part, Words) and part.text),
        ]
    )

"""`Claim`: the answer of a line, which is certain, or doubtful with candidates."""

from dataclasses import dataclass

from games.services.replies.reading.hits import Hit
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question

CANDIDATES = 6


@dataclass(frozen=True, slots=True)
class Claim:
    """The answer of a line. `answers` are canonical, best first: one if `certain`, none for a number that is no choice.

    `alone`: the line has nothing else. `listed`: the line begins with a number and a mark, like the lines of any list, and continues with
    other words. `late`: it begins like a correction. `number`: the choice is named by a number. `plain`: it has unlisted words, so that a
    command, a greeting or a yes takes precedence. `instead`: it explicitly replaces another choice or is the first of several steps, so
    that the weights are not asked.
    """

    answers: tuple[str, ...]
    certain: bool = False
    doubt: Doubt = Doubt.NOTHING
    alone: bool = False
    listed: bool = False
    late: bool = False
    number: bool = False
    plain: bool = False
    instead: bool = False


def names_person(claim: Claim, question: Question | None) -> bool:
    """Return whether the claim is the name of a person, who may also be greeted, thanked or named in a signature."""
    return question is not None and not claim.number and any(choice.person and choice.token in claim.answers for choice in question.choices)


def claim_by(
    hit: Hit, question: Question, *, certain: bool, doubt: Doubt, alone: bool = False, listed: bool = False, late: bool = False
) -> Claim:
    """Build the claim of a clause from its hit. It is certain only if the hit has exactly one choice."""
    answers = tuple(question.tokens[place] for place in hit.places[:CANDIDATES])
    certain = certain and len(answers) == 1
    return Claim(answers, certain, Doubt.NOTHING if certain else doubt, alone, listed, late, hit.number)

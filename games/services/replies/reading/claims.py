"""What a line answers: a `Claim` that is certain, or doubtful with candidates."""

from __future__ import annotations

from dataclasses import dataclass

from games.services.replies.reading.hits import Hit
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question

CANDIDATES = 6


@dataclass(frozen=True, slots=True)
class Claim:
    """What a line answers. `answers` are canonical, the best first; one if `certain`, none for a number that is no choice.

    `alone`: the line says nothing beside it. `listed`: the line begins with a number and a mark, as the lines of any list do, and
    goes on with other words. `late`: it begins like a second thought. `plain`: it has words that nobody listed, so that a command, a
    greeting or a yes goes first.
    """

    answers: tuple[str, ...]
    certain: bool = False
    doubt: Doubt = Doubt.NOTHING
    alone: bool = False
    listed: bool = False
    late: bool = False
    number: bool = False
    plain: bool = False


def names_person(claim: Claim, question: Question) -> bool:
    """The claim is somebody's name: people are also greeted, thanked and signed for."""
    return not claim.number and any(choice.person and choice.token in claim.answers for choice in question.choices)


def claim_by(
    hit: Hit, question: Question, *, certain: bool, doubt: Doubt, alone: bool = False, listed: bool = False, late: bool = False
) -> Claim:
    """The claim that a clause with these choices makes."""
    answers = tuple(question.tokens[place] for place in hit.places[:CANDIDATES])
    certain = certain and len(answers) == 1
    return Claim(answers, certain, Doubt.NOTHING if certain else doubt, alone, listed, late, hit.number)

"""Find the sentences of a text that name a choice completely, whatever the other sentences say: "Circle on 2. Can't save all three"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import Claim
from games.services.replies.reading.line_readings import FoundLine
from games.services.replies.reading.meaning import claim_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.statement_words import ACTIONS
from games.services.replies.reading.tokens import line_of

_SENTENCE = re.compile(r"(?<=[.!?;…])\s+")
_CLAUSE = re.compile(r"(?<=[.!?;…])\s+|(?<=[,:])\s+|\s+[-–—(]\s*|\s+(?=(?:so|donc|alors|also|darum|deshalb)\s)", re.IGNORECASE)
_MOST = 8
"""Most parts of a text that are parsed."""
_SHORT = 4
"""Most words of a part that is little more than a name."""
_CHOOSING = vocabulary.COURTESY | vocabulary.VERBS | ACTIONS


@dataclass(frozen=True, slots=True)
class Complete:
    """A sentence, or a clause of one, that names a choice completely."""

    answer: str
    whole: bool
    """Whether it is a sentence, not only a clause."""
    place: str
    """Whether it is the "first", the "last" or a "middle" part of the text."""
    beside: str
    """What the other parts say of other choices: "nothing", "doubtful" or "certain" (which includes a correction)."""
    words: int
    """Number of its words with a meaning, at most 3."""
    chooses: bool
    """Whether it has a verb of choosing or a courtesy."""
    mark: str
    """Its last character if that is a mark, else ""."""


def complete_part(found: Sequence[FoundLine], question: Question) -> Complete | None:
    """Return the only choice that a sentence of several names completely, or else a clause of several; None for none or two."""
    for split in (_SENTENCE, _CLAUSE):
        parts = [part for one in found for part in split.split(one.line) if part.strip()]
        if 1 < len(parts) <= _MOST and (complete := _among(parts, question, whole=split is _SENTENCE)) is not None:
            return complete
    return None


def _among(parts: Sequence[str], question: Question, *, whole: bool) -> Complete | None:
    """Return the only choice that one of these parts names completely."""
    claims = [claim_of(part, question) for part in parts]
    alone = {place: claim.answers[0] for place, claim in enumerate(claims) if claim is not None and claim.certain and claim.alone}
    if len(set(alone.values())) != 1:
        return None
    at, answer = alone.popitem()
    others = [(part, claim) for part, claim in zip(parts, claims, strict=True) if claim is not None and set(claim.answers) - {answer}]
    unclear = any(claim is not None and claim.doubt is Doubt.UNKNOWN for claim in claims)
    turned = unclear or any(claim.certain or claim.late or _is_choice(part, claim) for part, claim in others)
    beside = "certain" if turned else "doubtful" if others else "nothing"
    words = list(_meaning(parts[at]))
    where = "first" if not at else "last" if at == len(parts) - 1 else "middle"
    chooses = any(word in _CHOOSING for word in line_of(parts[at]).words)
    mark = parts[at].rstrip()[-1]
    return Complete(answer, whole, where, beside, min(3, len(words)), chooses, "" if mark.isalnum() else mark)


def _is_choice(part: str, claim: Claim) -> bool:
    """Return whether a part that is no certain choice may still be one: a correction, or little more than a name of several cards."""
    return claim.doubt in (Doubt.CORRECTED, Doubt.NEGATED) or (claim.doubt is Doubt.SEVERAL and len(line_of(part).words) <= _SHORT)


def _meaning(part: str) -> Iterator[str]:
    return (word for word in line_of(part).words if word.isdigit() or (word not in vocabulary.IDLE and word not in vocabulary.WEAK))

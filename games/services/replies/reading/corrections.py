"""Recognise corrections: "no wait", "or 3", "sorry, I mean the other"."""

from collections.abc import Sequence

from games.services.replies.reading import phrases, vocabulary
from games.services.replies.reading.claims import Claim, claim_by
from games.services.replies.reading.hits import Hit
from games.services.replies.reading.matching import match
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question, once
from games.services.replies.reading.tokens import Line


@once
def corrects(words: tuple[str, ...], question: Question) -> bool:
    """Return whether a clause retracts what was said before it: "no wait", "or 3", "sorry, I mean the other"."""
    text = " ".join(words)
    if words[0] in ("not", "nicht", "pas") and len(words) > 1 and match(words[1:], question) is None:
        return any(f" {phrase} " in f" {text} " for phrase in phrases.CORRECTION_PHRASES)  # "je passe, pas envie de jouer"
    if words[0] in vocabulary.CORRECTIONS or any(text == phrase or text.startswith(f"{phrase} ") for phrase in phrases.CORRECTION_PHRASES):
        return True
    if words[0] not in vocabulary.SOFT_CORRECTIONS:
        return False
    rest = words[1:]
    if rest and rest[0] in vocabulary.CORRECTIONS - vocabulary.NEGATIONS:
        return True  # "no, actually tax them"
    hit = match(rest, question) if rest else None
    return (not rest and words[0] not in ("sorry", "pardon")) or (hit is not None and hit.complete)


def begins_anew(words: Sequence[str]) -> bool:
    """Return whether the words begin a correction before another choice: "no sorry", "äh nein", "pardon"."""
    said = next((word for word in words if word not in vocabulary.MUSING or word in vocabulary.SOFT_CORRECTIONS), "")
    return said in vocabulary.SOFT_CORRECTIONS | vocabulary.CORRECTIONS


def corrected_claim(line: Line, hit: Hit, start: int, question: Question, *, late: bool) -> Claim:
    """Return a doubtful claim in which the choices after the correction (from word `start`) precede those before it."""
    later = [other for first, last in line.clauses() if first >= start and (other := match(line.words[first:last], question)) is not None]
    places = [place for other in later for place in other.places if len(other.places) == 1]
    turned = line.words[start] in ("not", "nicht", "pas")
    ordered = [*hit.places, *places[-1:]] if turned else [*places[-1:], *hit.places]
    return claim_by(Hit(tuple(dict.fromkeys(ordered)), False), question, certain=False, doubt=Doubt.CORRECTED, late=late)

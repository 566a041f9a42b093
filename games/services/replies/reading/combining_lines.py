"""What the lines of a text say together: one answer, several for further questions, or something to ask back about."""

from __future__ import annotations

import re
from dataclasses import replace

from games.rules.contract import Shape
from games.services.replies.reading import phrases
from games.services.replies.reading.claims import CANDIDATES, Claim
from games.services.replies.reading.folding import words
from games.services.replies.reading.intent import is_talk
from games.services.replies.reading.line_readings import FoundLine, Said
from games.services.replies.reading.lines import bare
from games.services.replies.reading.meaning import claim_of
from games.services.replies.reading.numbers import bare as bare_number
from games.services.replies.reading.parts import Answer, Audience, Command, Confidence, Consent, Doubt, Part, Reading, Words
from games.services.replies.reading.question import Question

MOST_ANSWERS = 40
SHORT = 6
"""Words of a line that is hardly more than a name."""
LONGEST_LATER = 12
"""Words of a line that may be the answer to a further question."""


def combined(state: Said, question: Question | None, *, asked: bool) -> Reading:
    """The reading of all lines; `asked`: something was asked back, and a yes or no is about that."""
    answers = _answers(state.found, question)
    answered = {one.line for one in answers}
    consents = [part for part in state.parts if isinstance(part, Consent)]
    parts: list[Part] = [part for part in state.parts if not isinstance(part, Consent)]
    if asked and consents:
        answers, parts = _agreed(consents[0], answers, parts)
    elif asked and answers and answers[0].confidence is not Confidence.CERTAIN:
        answers = _after_no(state.found, question) or answers
    elif not answers and not parts:
        parts += consents[:1]
    left = [*state.left, *(found.line for found in state.found if found.line not in answered)]
    if question is None and answers and any(isinstance(part, Command) and state.places[part.line] < state.found[0].place for part in parts):
        answers = []  # a remark below a command
    return Reading((*_told(answers, parts, state.places),), tuple(left), state.asks)


def _agreed(consent: Consent, answers: list[Answer], parts: list[Part]) -> tuple[list[Answer], list[Part]]:
    """A yes or no to what was asked back; a no gives way to the choice beside it, a yes makes it doubtful."""
    chosen = bool(answers) and answers[0].confidence is Confidence.CERTAIN
    if not chosen:
        return [], [consent, *parts]
    if not consent.yes:
        return answers, parts
    return [replace(answers[0], text="", confidence=Confidence.GUESS, doubt=Doubt.SEVERAL)], parts


def _told(answers: list[Answer], parts: list[Part], places: dict[str, int]) -> list[Part]:
    """All in the order of the lines; a story goes with the first answer."""
    stories = " ".join(part.text for part in parts if isinstance(part, Words) and part.audience is Audience.STORY and part.text)
    if answers and stories:
        answers = [replace(answers[0], story=stories), *answers[1:]]
        parts = [part for part in parts if not (isinstance(part, Words) and part.audience is Audience.STORY and part.text)]
    return sorted([*answers, *parts], key=lambda part: places.get(part.line, 0))


def _after_no(found: list[FoundLine], question: Question | None) -> list[Answer]:
    """ "No, 3" to "Did you mean 4?": the 3 is meant."""
    first = words(found[0].line)
    if question is None or not first or first[0] not in ("no", "nein", "non", "nope", "not"):
        return []
    _no, _space, rest = found[0].line.partition(" ")
    claim = claim_of(rest, question)
    if claim is None or not claim.certain or first[0] == "not":
        return []
    return [_certain(found[0].line, claim)]


def _answers(found: list[FoundLine], question: Question | None) -> list[Answer]:
    if question is None:
        return [Answer(one.line, _said(one.line), unread=True) for one in found[:MOST_ANSWERS] if len(words(one.line)) <= LONGEST_LATER]
    found = _without_lists(found)
    main = next(
        (place for place, one in enumerate(found) if one.claim is not None and one.claim.certain and (not one.claim.late or not place)),
        None,
    )
    if main is None:
        return _as_one(found, question) or _doubtful(found)
    claim = found[main].claim
    assert claim is not None
    if main and (asked := _turned_before(found[:main], claim)) is not None:
        return [asked]
    if (asked := _turned_after(found[main + 1 :], found[main], claim)) is not None:
        return [asked]
    if is_talk([one.line for one in found], found[main].line, question, claim.answers[0]):
        return [Answer(found[main].line, _said(found[main].line), "", Confidence.GUESS, claim.answers[:CANDIDATES], Doubt.AROUND)]
    later = _later(found[main + 1 :])
    return [_certain(found[main].line, claim), *(Answer(one.line, _said(one.line), unread=True) for one in later)]


def _as_one(found: list[FoundLine], question: Question) -> list[Answer]:
    """Several choices, named one on a line."""
    if question.shape is Shape.ONE or question.shape is Shape.NUMBER or not 1 < len(found) <= MOST_ANSWERS:
        return []
    claim = claim_of(". ".join(one.line for one in found), question)
    return [_certain(found[0].line, claim)] if claim is not None and claim.certain else []


def _without_lists(found: list[FoundLine]) -> list[FoundLine]:
    """Without the lines of a list ("1. Budget", "2. Holidays"), in which numbers are no answers."""
    listed = [one for one in found if _LISTED.match(one.line)]
    if len(listed) < 2 or all(one.claim is not None and one.claim.certain and not one.claim.listed for one in listed):
        return found
    return [one for one in found if one not in listed]


_LISTED = re.compile(r"\s*[-*]?\s*\(?\d{1,2}\s*[.)]\s*[^\W\d]")


def _certain(line: str, claim: Claim) -> Answer:
    return Answer(line, _said(line), claim.answers[0], Confidence.CERTAIN, claim.answers)


def _said(line: str) -> str:
    return bare(line)[:200]


def _doubtful(found: list[FoundLine]) -> list[Answer]:
    """Nothing is certain: the first line with candidates, else the first that looks like an answer."""
    claims = [(one.line, one.claim) for one in found if one.claim is not None]
    best = next(((line, claim) for line, claim in claims if claim.answers), None)
    if best is None:
        return [Answer(line, _said(line), doubt=claim.doubt) for line, claim in claims[:1]]
    line, claim = best
    others = [answer for _line, other in claims for answer in other.answers if answer not in claim.answers and other.certain]
    candidates = (*others, *claim.answers)[:CANDIDATES]
    return [Answer(line, _said(line), "", Confidence.GUESS, candidates, claim.doubt)]


def _turned_before(found: list[FoundLine], claim: Claim) -> Answer | None:
    """A line above turns another choice down, or names several."""
    for one in found:
        other = one.claim
        if (
            other is not None
            and other.answers
            and other.answers != claim.answers
            and other.doubt in (Doubt.NEGATED, Doubt.CORRECTED, Doubt.SEVERAL)
        ):
            return Answer(one.line, _said(one.line), "", Confidence.GUESS, (*claim.answers, *other.answers)[:CANDIDATES], Doubt.CORRECTED)
    return None


def _turned_after(found: list[FoundLine], main: FoundLine, claim: Claim) -> Answer | None:
    """A line below names another choice in a way that is no answer to a further question."""
    for one in found:
        other = one.claim
        late = (other is not None and other.late) or _corrects(one.line)
        if other is None or not other.answers or other.answers[:1] == claim.answers[:1]:
            if late and one.place - main.place <= 3 and (other is None or not other.answers) and _corrects(one.line):
                return Answer(main.line, _said(main.line), "", Confidence.GUESS, claim.answers, Doubt.CORRECTED)
            continue
        if late:
            return Answer(one.line, _said(one.line), "", Confidence.GUESS, (*other.answers, *claim.answers)[:CANDIDATES], Doubt.CORRECTED)
        named = other.certain or (other.doubt is Doubt.SEVERAL and len(words(one.line)) <= SHORT)
        if named and (not other.alone or (one.apart and bare_number(one.line) is None)) and not other.listed:
            return Answer(main.line, _said(main.line), "", Confidence.GUESS, (*claim.answers, *other.answers)[:CANDIDATES], Doubt.SEVERAL)
    return None


def _corrects(line: str) -> bool:
    said = " ".join(words(line))
    return any(
        said == phrase or said.startswith(f"{phrase} ")
        for phrase in (*phrases.CORRECTION_PHRASES, "wait", "no wait", "warte", "attends", "stop")
    )


def _later(found: list[FoundLine]) -> list[FoundLine]:
    """Lines that may answer further questions: directly below, or numbers alone."""
    kept: list[FoundLine] = []
    for one in found[: MOST_ANSWERS - 1]:
        if (one.apart and bare_number(one.line) is None) or len(words(one.line)) > LONGEST_LATER:
            break
        kept.append(one)
    return kept

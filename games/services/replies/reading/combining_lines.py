"""Combine the parsed lines of a text: one answer, several answers for further questions, or a doubtful answer with candidates."""

import re
from dataclasses import replace

from games.rules.contract import Shape
from games.services.replies.reading import phrases
from games.services.replies.reading.certainty import is_certain
from games.services.replies.reading.choice_model import is_improbable
from games.services.replies.reading.claims import CANDIDATES, Claim
from games.services.replies.reading.folding import words
from games.services.replies.reading.intent import by_rule, is_talk
from games.services.replies.reading.line_readings import FoundLine, Said
from games.services.replies.reading.lines import bare
from games.services.replies.reading.meaning import claim_of
from games.services.replies.reading.numbers import bare as bare_number
from games.services.replies.reading.parts import Answer, Audience, Command, Confidence, Consent, Doubt, Part, Reading, Words
from games.services.replies.reading.question import Question

MOST_ANSWERS = 40
SHORT = 6
"""Most words of a line that counts as little more than a name."""
LONGEST_LATER = 12
"""Most words of a line that may answer a further question."""


def combined(state: Said, question: Question | None, *, asked: bool) -> Reading:
    """Return the reading of all lines. `asked`: the writer was asked to confirm something, and a yes or no refers to it."""
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
    """Combine a yes or no to a confirmation with the answers. With a certain choice a no is dropped, and a yes makes it doubtful."""
    chosen = bool(answers) and answers[0].confidence is Confidence.CERTAIN
    if not chosen:
        return [], [consent, *parts]
    if not consent.yes:
        return answers, parts
    return [replace(answers[0], text="", confidence=Confidence.GUESS, doubt=Doubt.SEVERAL)], parts


def _told(answers: list[Answer], parts: list[Part], places: dict[str, int]) -> list[Part]:
    """Return answers and parts in the order of their lines. Stories are joined to the first answer."""
    stories = " ".join(part.text for part in parts if isinstance(part, Words) and part.audience is Audience.STORY and part.text)
    if answers and stories:
        answers = [replace(answers[0], story=stories), *answers[1:]]
        parts = [part for part in parts if not (isinstance(part, Words) and part.audience is Audience.STORY and part.text)]
    return sorted([*answers, *parts], key=lambda part: places.get(part.line, 0))


def _after_no(found: list[FoundLine], question: Question | None) -> list[Answer]:
    """Parse the choice after a no: "No, 3" to "Did you mean 4?" means 3."""
    first = words(found[0].line)
    if question is None or not first or first[0] not in ("no", "nein", "non", "nope", "not"):
        return []
    _no, _space, rest = found[0].line.partition(" ")
    claim = claim_of(rest, question)
    if claim is None or not claim.certain or first[0] == "not":
        return []
    return [_certain(found[0].line, claim)]


def _answers(found: list[FoundLine], question: Question | None) -> list[Answer]:
    """Return the answers of the lines: a certain one with unread later ones, or a doubtful one. Without a question all are unread."""
    if question is None:
        return [Answer(one.line, _said(one.line), unread=True) for one in found[:MOST_ANSWERS] if len(words(one.line)) <= LONGEST_LATER]
    found = _without_lists(found)
    answers = by_grammar(found, question)
    guess = answers[0].candidates[:1] if answers and answers[0].confidence is Confidence.GUESS else ()
    if not guess or not is_certain(found, question, guess[0]):
        return answers
    return [replace(answers[0], text=guess[0], confidence=Confidence.CERTAIN, candidates=guess, doubt=Doubt.NOTHING)]


def by_grammar(found: list[FoundLine], question: Question) -> list[Answer]:
    """Return the answers that the grammar finds in the lines."""
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
    judged = by_rule if claim.instead else is_talk
    said = [one.line for one in found]
    if judged(said, found[main].line, question, claim.answers[0]) or (claim.plain and is_improbable(said, question, claim.answers[0])):
        return [Answer(found[main].line, _said(found[main].line), "", Confidence.GUESS, claim.answers[:CANDIDATES], Doubt.AROUND)]
    later = _later(found[main + 1 :])
    return [_certain(found[main].line, claim), *(Answer(one.line, _said(one.line), unread=True) for one in later)]


def _as_one(found: list[FoundLine], question: Question) -> list[Answer]:
    """Parse the lines together as one answer of several choices, one on each line."""
    if question.shape is Shape.ONE or question.shape is Shape.NUMBER or not 1 < len(found) <= MOST_ANSWERS:
        return []
    claim = claim_of(". ".join(one.line for one in found), question)
    return [_certain(found[0].line, claim)] if claim is not None and claim.certain else []


def _without_lists(found: list[FoundLine]) -> list[FoundLine]:
    """Remove the lines of an unrelated list ("1. Budget", "2. Holidays"), whose numbers are no answers."""
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
    """Return a doubtful answer: the first line with candidates, else the first that looks like an answer."""
    claims = [(one.line, one.claim) for one in found if one.claim is not None]
    best = next(((line, claim) for line, claim in claims if claim.answers), None)
    if best is None:
        return [Answer(line, _said(line), doubt=claim.doubt) for line, claim in claims[:1]]
    line, claim = best
    others = [answer for _line, other in claims for answer in other.answers if answer not in claim.answers and other.certain]
    candidates = (*others, *claim.answers)[:CANDIDATES]
    return [Answer(line, _said(line), "", Confidence.GUESS, candidates, claim.doubt)]


def _turned_before(found: list[FoundLine], claim: Claim) -> Answer | None:
    """Return a doubtful answer if a line above rejects or corrects another choice, or names several."""
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
    """Return a doubtful answer if a line below corrects the choice, or names another without answering a further question."""
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
    """Return whether a line begins with a phrase of correction."""
    said = " ".join(words(line))
    return any(
        said == phrase or said.startswith(f"{phrase} ")
        for phrase in (*phrases.CORRECTION_PHRASES, "wait", "no wait", "warte", "attends", "stop")
    )


def _later(found: list[FoundLine]) -> list[FoundLine]:
    """Return the lines that may answer further questions: those directly below, or with numbers only."""
    kept: list[FoundLine] = []
    for one in found[: MOST_ANSWERS - 1]:
        if (one.apart and bare_number(one.line) is None) or len(words(one.line)) > LONGEST_LATER:
            break
        kept.append(one)
    return kept

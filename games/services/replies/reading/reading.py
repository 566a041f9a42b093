"""A whole text → its `Reading`: line by line first, then what the lines say together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.rules.contract import Shape
from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import CANDIDATES, Claim, names_person
from games.services.replies.reading.commands import command_of, order_of
from games.services.replies.reading.folding import with_thumbs, words
from games.services.replies.reading.lines import bare, is_contact, is_courtesy, is_greeting, is_sign_off, is_signed, unwrapped
from games.services.replies.reading.marked import words_of
from games.services.replies.reading.meaning import claim_of
from games.services.replies.reading.numbers import bare as bare_number
from games.services.replies.reading.parts import Answer, Audience, Command, Confidence, Consent, Doubt, Part, Reading, Words
from games.services.replies.reading.question import Question
from games.services.replies.reading.tokens import line_of

MOST_ANSWERS = 40
SHORT = 6
"""Words of a line that is hardly more than a name."""
LONGEST_LATER = 12
"""Words of a line that may be the answer to a further question."""


@dataclass(slots=True)
class _Found:
    """One line that may answer, where it stands."""

    place: int
    line: str
    claim: Claim | None
    apart: bool
    """A blank line, or another one that says nothing, stands before it."""


@dataclass(slots=True)
class _State:
    """What the lines so far have said."""

    parts: list[Part] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    """Where the lines of the parts stand."""
    found: list[_Found] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    asks: bool = False
    signed: bool = False


def read(text: str | Sequence[str], question: Question | None = None, *, asked: bool = False, orders: bool = True) -> Reading:
    """Read a text. Without a `question` answers stay unread. `asked`: something was asked back, and a yes or no is about that."""
    lines = unwrapped(text.replace("\r\n", "\n").split("\n") if isinstance(text, str) else list(text))
    state = _State()
    apart, place = False, 0
    while place < len(lines):
        line = lines[place]
        place += 1
        if not line:
            apart = True
            continue
        state.places.setdefault(line, place)
        marked = words_of(line, lines[place:])
        if marked is not None and _is_marked(marked[0], question):
            line, told, taken = marked
            state.places.setdefault(line, place)
            place += taken
            state.parts.append(told)
            if not line:
                apart = True
                continue
        if _ends(line, state, question):
            state.left += [rest for rest in lines[place - 1 :] if rest]
            break
        apart = not _take(line, place, state, question, asked=asked, orders=orders, apart=apart)
    return _together(state, question, asked=asked)


def _is_marked(before: str, question: Question | None) -> bool:
    """A mark counts at the beginning of a line, or behind an answer."""
    if not before:
        return True
    if question is None:
        return len(words(before)) <= 3
    claim = claim_of(before, question)
    return claim is not None and claim.certain


def _ends(line: str, state: _State, question: Question | None) -> bool:
    """From here on it is the end of a letter."""
    if is_signed(line):
        claim = claim_of(line, question) if question is not None and not line.lstrip().startswith(("--", "—", "~", "/")) else None
        return claim is None or not claim.certain or _is_person(claim, question)
    if not (is_sign_off(line) and (state.found or state.parts)):
        return False
    claim = claim_of(line, question) if question is not None else None
    return claim is None or not claim.certain


def _is_person(claim: Claim, question: Question | None) -> bool:
    return question is not None and names_person(claim, question)


def _is_order_of_cards(order: Command, question: Question | None) -> bool:
    """ "Order: 2 1 3" and "order: the Fool, the Sun" answer a question for an order."""
    return order.argument[0].isdigit() or (question is not None and question.shape is Shape.ORDER)


def _take(line: str, place: int, state: _State, question: Question | None, *, asked: bool, orders: bool, apart: bool) -> bool:
    """Understand one line; False where it says nothing."""
    state.asks = state.asks or line.endswith("?")
    if asked and (agreed := consent_of(line)) is not None:
        state.parts.append(Consent(agreed, line))
        return True
    claim = claim_of(line, question) if question is not None else None
    if claim is not None and not claim.number and line.endswith(",") and is_greeting(line):
        claim = None  # "Hej Hanne,"
    certain = claim is not None and claim.certain and not claim.plain
    if (
        orders
        and (order := order_of(bare(line), asked=question is not None)) is not None
        and not (certain and _is_order_of_cards(order, question))
    ):
        state.parts.append(order)
        return True
    if not certain and (command := command_of(bare(line), orders=orders)) is not None:
        state.parts.append(command)
        return True
    if not certain and (agreed := consent_of(line)) is not None:
        state.parts.append(Consent(agreed, line))
        return True
    if not certain and _UNMARKED.match(line):
        state.parts.append(Words(Audience.TALK, "", line))
        return True
    prefers = (
        claim is not None
        and not _is_person(claim, question)
        and (claim.certain or (words(line)[:1] == ("lieber",) and bool(claim.answers)))
    )
    if is_contact(line) or (not certain and not prefers and (is_greeting(line) or is_courtesy(line))):
        state.left.append(line)
        return False
    if is_sign_off(line):
        state.signed = True
        if not certain and not (claim is not None and claim.plain and _FAREWELL.match(line) and not _is_person(claim, question)):
            state.left.append(line)
            return False
    if claim is not None and state.signed and _is_person(claim, question):
        state.left.append(line)
        return False
    state.found.append(_Found(place, line, claim, apart))
    return True


def consent_of(line: str) -> bool | None:
    """Yes, no, or neither: "Yes!", "ja, das meinte ich", "👍"."""
    text = with_thumbs(bare(line))
    taken = line_of(text)
    said = " ".join(words(text))
    if "?" in text or not said:
        return None
    if said in vocabulary.CONSENTS:
        return True
    if said in vocabulary.REFUSED:
        return False
    clauses = [taken.words[start:end] for start, end in taken.clauses()]
    if not clauses or " ".join(clauses[0]) not in vocabulary.CONSENTS or len(said.split()) > 10:
        return None
    rest = [word for clause in clauses[1:] for word in clause]
    clear = all(word not in vocabulary.NEGATIONS | vocabulary.DOUBTS | {"but", "aber", "mais"} and not word.isdigit() for word in rest)
    return (
        True
        if rest
        and clear
        and (
            " ".join(rest) in vocabulary.CONSENTS
            or all(word in vocabulary.HEAD | vocabulary.TAIL | vocabulary.COURTESY | vocabulary.MEANT for word in rest)
        )
        else None
    )


# ---- what the lines say together ---------------------------------------------------------------------------------------


def _together(state: _State, question: Question | None, *, asked: bool) -> Reading:
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


def _after_no(found: list[_Found], question: Question | None) -> list[Answer]:
    """ "No, 3" to "Did you mean 4?": the 3 is meant."""
    first = words(found[0].line)
    if question is None or not first or first[0] not in ("no", "nein", "non", "nope", "not"):
        return []
    _no, _space, rest = found[0].line.partition(" ")
    claim = claim_of(rest, question)
    if claim is None or not claim.certain or first[0] == "not":
        return []
    return [_certain(found[0].line, claim)]


def _answers(found: list[_Found], question: Question | None) -> list[Answer]:
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
    later = _later(found[main + 1 :])
    return [_certain(found[main].line, claim), *(Answer(one.line, _said(one.line), unread=True) for one in later)]


def _as_one(found: list[_Found], question: Question) -> list[Answer]:
    """Several choices, named one on a line."""
    if question.shape is Shape.ONE or question.shape is Shape.NUMBER or not 1 < len(found) <= MOST_ANSWERS:
        return []
    claim = claim_of(". ".join(one.line for one in found), question)
    return [_certain(found[0].line, claim)] if claim is not None and claim.certain else []


def _without_lists(found: list[_Found]) -> list[_Found]:
    """Without the lines of a list ("1. Budget", "2. Holidays"), in which numbers are no answers."""
    listed = [one for one in found if _LISTED.match(one.line)]
    if len(listed) < 2 or all(one.claim is not None and one.claim.certain and not one.claim.listed for one in listed):
        return found
    return [one for one in found if one not in listed]


_UNMARKED = re.compile(r"(?:say|sage|dis|dire|story|geschichte|histoire)\s+[^\s:]", re.IGNORECASE)
"""Begins like words for others, without the colon that says so."""
_FAREWELL = re.compile(r"(?:bye(?:[- ]bye)?|good ?bye|farewell|adieu|au revoir|tsch(?:ü|ue?)ss?)\s+\w", re.IGNORECASE)
"""Said to a card, without the comma that stands before a name."""
_LISTED = re.compile(r"\s*[-*]?\s*\(?\d{1,2}\s*[.)]\s*[^\W\d]")


def _certain(line: str, claim: Claim) -> Answer:
    return Answer(line, _said(line), claim.answers[0], Confidence.CERTAIN, claim.answers)


def _said(line: str) -> str:
    return bare(line)[:200]


def _doubtful(found: list[_Found]) -> list[Answer]:
    """Nothing is certain: the first line with candidates, else the first that looks like an answer."""
    claims = [(one.line, one.claim) for one in found if one.claim is not None]
    best = next(((line, claim) for line, claim in claims if claim.answers), None)
    if best is None:
        return [Answer(line, _said(line), doubt=claim.doubt) for line, claim in claims[:1]]
    line, claim = best
    others = [answer for _line, other in claims for answer in other.answers if answer not in claim.answers and other.certain]
    candidates = (*others, *claim.answers)[:CANDIDATES]
    return [Answer(line, _said(line), "", Confidence.GUESS, candidates, claim.doubt)]


def _turned_before(found: list[_Found], claim: Claim) -> Answer | None:
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


def _turned_after(found: list[_Found], main: _Found, claim: Claim) -> Answer | None:
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
        for phrase in (*vocabulary.CORRECTION_PHRASES, "wait", "no wait", "warte", "attends", "stop")
    )


def _later(found: list[_Found]) -> list[_Found]:
    """Lines that may answer further questions: directly below, or numbers alone."""
    kept: list[_Found] = []
    for one in found[: MOST_ANSWERS - 1]:
        if (one.apart and bare_number(one.line) is None) or len(words(one.line)) > LONGEST_LATER:
            break
        kept.append(one)
    return kept

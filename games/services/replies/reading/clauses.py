"""Find the clause of a line that chooses, among clauses that do not."""

from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import Claim, claim_by
from games.services.replies.reading.corrections import begins_anew, corrects
from games.services.replies.reading.hits import Hit
from games.services.replies.reading.matching import match
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.remarks import doubt_of, is_manner, with_rest
from games.services.replies.reading.tokens import Line

BUT = frozenset({"but", "aber", "sondern", "mais"})


def chosen_by(line: Line, question: Question) -> Claim | None:
    """Return what a line chooses, judged clause by clause; None if no clause names a choice."""
    late = corrects(line.words, question)
    whole = match(line.words, question)
    person = whole is not None and any(question.choices[place].person for place in whole.places)
    if whole is not None and whole.complete and not _cut_by_colon(line, whole, person=person):
        return claim_by(whole, question, certain=not line.asks and not line.odd, doubt=Doubt.AROUND, alone=True, late=late)
    if whole is not None and whole.whole and len(whole.places) == 1 and whole.end - whole.start > 1:
        return _sentence_around(line, whole, question, late)
    return _by_clauses(line, question, whole, late)


def _cut_by_colon(line: Line, hit: Hit, *, person: bool) -> bool:
    """Return whether a colon prevents the hit from being an answer: a number after one ("final score: 2", "3 : 2") without a verb that
    chooses, or a person before one, who is addressed."""
    if person and hit.end < len(line.words) and ":" in line.breaks[hit.end]:
        return True
    return hit.number and any(":" in mark for mark in line.breaks[1 : hit.start + 1]) and not hit.verb


def _sentence_around(line: Line, hit: Hit, question: Question, late: bool) -> Claim:
    """Judge a whole name of several words with other words around it."""
    before = [(start, min(end, hit.start)) for start, end in line.clauses() if start < hit.start]
    after = _clauses_after(line, hit.end)
    same = [before.pop()] if before and not line.breaks[hit.start] else []
    if after and not line.breaks[hit.end] and line.words[after[0][0]] not in vocabulary.BECAUSE | vocabulary.FOR_WHAT:
        same.append(after.pop(0))
    inside = [word for start, end in same for word in line.words[start:end]]
    if any(not is_manner(word) for word in inside):
        return claim_by(hit, question, certain=False, doubt=doubt_of(inside), late=late)
    verb = any(word in vocabulary.VERBS for word in inside)
    return with_rest(line, hit, question, before, after, verb=verb, late=late)


def _clauses_after(line: Line, end: int) -> list[tuple[int, int]]:
    return [(max(start, end), stop) for start, stop in line.clauses() if stop > end]


def _by_clauses(line: Line, question: Question, whole: Hit | None, late: bool) -> Claim | None:
    """Return the claim of the clause that chooses; doubtful if several clauses name different choices."""
    hits: list[tuple[tuple[int, int], Hit]] = []
    for start, end in line.clauses():
        for stop in _stops(line, start, end):
            hit = match(line.words[start:stop], question)
            if hit is not None and hit.complete and (stop == end or hit.number or line.words[stop] in vocabulary.BECAUSE):
                hits.append(((start, stop), hit))
                break
    places = list(dict.fromkeys(hit.places[0] for _span, hit in hits))
    if len(places) == 1:
        (start, end), hit = hits[0]
        before = [span for span in line.clauses() if span[1] <= start]
        after = [span for span in _clauses_after(line, end) if not any(span == other for other, _hit in hits)]
        moved = Hit(hit.places, True, verb=hit.verb, start=start, end=end, number=hit.number, whole=hit.whole)
        return with_rest(line, moved, question, before, after, verb=hit.verb, late=late)
    if len(places) > 1:
        answers = tuple(question.tokens[place] for place in places)
        second = any(
            line.words[start] in BUT or begins_anew(line.words[start:end]) or corrects(line.words[start:end], question)
            for start, end in line.clauses()[1:]
        )
        return Claim(answers if not second else answers[::-1], doubt=Doubt.CORRECTED if second else Doubt.SEVERAL, late=late)
    if whole is None or (not whole.places and not whole.number):
        return guess_in_clauses(line, question, late)
    return claim_by(whole, question, certain=False, doubt=whole.doubt, late=late)


def _stops(line: Line, start: int, end: int) -> list[int]:
    """Return the places where the clause may end: its end, and those before an explanation ("2 because …", "the Bard to annoy you")."""
    reasons = [place for place in range(start + 1, end) if line.words[place] in vocabulary.BECAUSE | vocabulary.FOR_WHAT]
    return [end, *reversed(reasons)] if len(reasons) < 8 else [end, reasons[0]]


def guess_in_clauses(line: Line, question: Question, late: bool) -> Claim | None:
    """Return an uncertain claim of the first clause that names a choice; None if no clause does."""
    for start, end in line.clauses():
        hit = match(line.words[start:end], question)
        if hit is not None and hit.places:
            return claim_by(hit, question, certain=False, doubt=hit.doubt, late=late)
    return None

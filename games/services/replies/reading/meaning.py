"""What one line says about the open question: a `Claim` that is certain, or doubtful with candidates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from games.rules.contract import Shape
from games.services.replies.reading import lists, vocabulary
from games.services.replies.reading.emoji import in_words
from games.services.replies.reading.folding import with_thumbs, words
from games.services.replies.reading.idioms import without_idioms
from games.services.replies.reading.joints import with_joints
from games.services.replies.reading.lines import after_greeting, bare, is_contact, is_courtesy, is_greeting
from games.services.replies.reading.matching import Hit, match
from games.services.replies.reading.numbers import PRONOUNS, number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.printed_names import names_in, without_inner_marks
from games.services.replies.reading.question import REFUSALS, Question, without_articles
from games.services.replies.reading.sizes import value_of
from games.services.replies.reading.spelling import parted
from games.services.replies.reading.statement import asks_which, stated
from games.services.replies.reading.statement_words import ACTIONS, TAKES_BACK
from games.services.replies.reading.synonyms import renamed
from games.services.replies.reading.tokens import Line, line_of
from games.services.replies.reading.turned_down import the_only, the_other_value, without_turned
from games.services.replies.reading.vocabulary import IDLE

CANDIDATES = 6
_PLEASE = frozenset({"please", "pls", "plz", "bitte", "stp", "svp"})
_INITIAL = re.compile(r"([a-z]) ?([0-9]{1,2})")
_BUT = frozenset({"but", "aber", "sondern", "mais"})
_FIRST_TWO = re.compile(r"^\W*\w+[\s-]+\w+\s+")
_REQUEST = re.compile(
    r"(?:could|can|would|will) you (?:please |kindly |just )?"
    r"(?:play|put|place|take|throw|lay|lead|bury|buy|use|attack|draw|give|pass|send)\b"
    r"|(?:can|could|may) i (?:please )?(?:have|get|take)\b"
    r"|(?:kannst|konntest|koenntest|konnt|konntet|konnten) (?:du|ihr|sie) (?:bitte |mir |mal )?"
    r"|(?:kann|konnte|koennte|darf|durfte) ich (?:bitte )?(?:den|die|das|eine?n?)\b.* (?:haben|bekommen|nehmen)\b"
    r"|(?:peux tu|pouvez vous|pourrais tu|pourriez vous|tu peux|vous pouvez) |(?:puis je|pourrais je|je peux) (?:avoir|prendre)\b"
)
"""Begins a request that is put as a question."""
_NOT_NOW = frozenset(
    f"{said}{manners}"
    for said in (
        *("not this time", "not this turn", "not this round", "nothing this time", "nothing this turn", "nothing this round"),
        *("diesmal nicht", "dieses mal nicht", "diese runde nicht", "diesmal nichts", "dieses mal nichts", "diese runde nichts"),
        *("pas cette fois", "pas cette fois ci", "pas ce tour", "pas ce tour ci", "rien cette fois", "rien cette fois ci", "rien ce tour ci"),
    )
    for manners in ("", " thanks", " thank you", " danke", " merci", " sorry")
)
_BEING = frozenset({"am", "m", "bin", "suis", "here", "hier", "still"})
"""Who speaks of themselves after a yes says no more than that they have read the mail."""
_SUBJECTS = frozenset({"i", "ich", "je", "j", "we", "wir", "on"})
_US = frozenset({"me", "us", "mich", "uns", "moi", "nous"})
_FOR = frozenset({"for", "from", "with", "to", "fur", "fuer", "von", "mit", "zu", "pour", "de", "avec", "chez", "a"})
_NO = frozenset({"no", "nah", "nope", "nein", "nee", "ne", "non"})


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


def claim_of(text: str, question: Question) -> Claim | None:
    """What a line says about the question; None where it says nothing about it."""
    claim, drawn = _claim_of(text, question), in_words(text, question)
    if drawn == text:
        return claim
    other = _claim_of(drawn, question)
    if other is not None and other.alone and other.certain and words(drawn) in question.full_names:
        return other  # "⭐ 3" and nothing else is a Star 3, if there is one
    if claim is None or other is None or claim.answers == other.answers or not claim.certain:
        return other or claim
    return replace(other, answers=tuple(dict.fromkeys([*other.answers, *claim.answers]))[:CANDIDATES], certain=False, doubt=Doubt.SEVERAL)


def _claim_of(text: str, question: Question) -> Claim | None:
    text = _as_told(with_thumbs(bare(text.replace(":+1:", "👍"))))
    for token in question.tokens:
        if text.casefold().rstrip(".!") == token.casefold() and not token.isdigit():
            return Claim((token,), certain=True, alone=True)
    if (short := _by_initial(text, question)) is not None:
        return short
    if is_contact(text) or (text.startswith("-") and text[1:].isdigit()):
        return None
    rest = after_greeting(text)
    line = line_of(parted(bare(rest), question))
    names = names_in(line.words, question)
    text_words = line.words
    line = without_idioms(without_inner_marks(line, names), question, kept=[span for span in names if without_articles(line.words[slice(*span)])[1:]])
    names = names_in(line.words, question)
    line = renamed(line, question.pronouns, kept=names)
    line = _with_ones(renamed(line, question.renamings, kept=names_in(line.words, question)), question)
    if question.shape is Shape.ONE:
        line = with_joints(line)
    if question.yes and (agreed := yes_or_no(line, " ".join(words(text)), question)) is not None:
        return agreed
    if not line.words:
        return None
    if question.shape is not Shape.ONE:
        return _claimed(lists.read(line, question), line)
    if (meant := refusal(line, text, question)) is not None:
        return meant
    claim = _beside_turned(_the_other(_one(line, question), line, question), line, question)
    if (claim is None or not (claim.certain or claim.late or claim.doubt is Doubt.CORRECTED)) and (
        place := None if vocabulary.tells(text_words) else stated(line, question)
    ) is not None:
        claim = Claim((question.tokens[place],), certain=True, plain=True)
    if (claim is None or not claim.certain) and (one := the_other_value(line, question)) is not None:
        claim = Claim((question.tokens[one],), certain=True, plain=True)
    if claim is None and (one := the_only(line, question)) is not None:
        claim = Claim((question.tokens[one],), certain=True)
    if claim is not None and not claim.certain and _is_called(claim, line, question):
        claim = Claim(claim.answers[:1], certain=True, plain=True)
    if claim is None or (not claim.answers and claim.doubt is not Doubt.UNKNOWN):
        claim = _hinted(line, question) or claim
    if claim is not None and not claim.certain and line.words[0] in vocabulary.NEGATIONS:
        claim = _after_but(claim, line, question)
    if claim is not None and claim.certain and not claim.number and _pleads(line):
        return replace(claim, certain=False, doubt=Doubt.AROUND)  # "Don't attack me, I have nothing"
    if claim is not None and claim.certain and rest != text and names_person(claim, question) and line.words in question.full_names:
        return replace(claim, certain=False, doubt=Doubt.AROUND)  # "Hi Bob"
    return claim


def _with_ones(line: Line, question: Question) -> Line:
    """ "Star one" is the Star 1, "the star one" the one with a star."""
    for at in range(len(line.words) - 1, 0, -1):
        if line.words[at] not in ("one", "un", "eins") or line.breaks[at] or (line.words[at - 1], "1") not in question.full_names:
            continue
        before = line.words[at - 2] if at > 1 and not line.breaks[at - 1] else ""
        pronoun = before in vocabulary.ARTICLES | vocabulary.POINTING
        words = (*line.words[:at], *(() if pronoun else ("1",)), *line.words[at + 1 :])
        line = replace(line, words=words, breaks=(*line.breaks[:at], *line.breaks[at + 1 :]) if pronoun else line.breaks)
    return line


def _is_called(claim: Claim, line: Line, question: Question) -> bool:
    """The number of the guess is said beside its name: "let Goldentongue do her thing (option 1)"."""
    turned = vocabulary.NEGATIONS | vocabulary.DOUBTS | vocabulary.CORRECTIONS | vocabulary.SOFT_CORRECTIONS
    called = {number_of(word) for before, word in pairwise(line.words) if before in vocabulary.NAMES_OF_CHOICES and word.isdigit()}
    if len(called) != 1 or not claim.answers or line.asks or line.odd or not turned.isdisjoint(line.words):
        return False
    at = next(at for at, word in enumerate(line.words) if word.isdigit())
    named = [_one(line.part(start, end), question) for start, end in ((0, at - 1), (at + 1, len(line.words))) if start < end]
    found = {answer for one in named if one is not None and not one.number for answer in one.answers}
    numbers = [word for word in line.words if word.isdigit()]
    return len(numbers) == 1 and found == {claim.answers[0]} and called == {question.tokens.index(claim.answers[0]) + 1}


def _pleads(line: Line) -> bool:
    """Others are asked to leave somebody alone: "don't attack me"."""
    clauses = [line.words[start:end] for start, end in line.clauses()]
    return any(
        not vocabulary.NEGATIONS.isdisjoint(words)
        and not ACTIONS.isdisjoint(words)
        and any(word in _US and before not in _FOR for before, word in pairwise(words))
        for words in clauses
        if _SUBJECTS.isdisjoint(words)
    )


def _as_told(text: str) -> str:
    """A polite request as what is wished: "Could you play the Star for me, please?" """
    asked = " ".join(words(text))
    polite = any(word in vocabulary.COURTESY for word in asked.split()) or asked.endswith(("for me", "fur mich", "pour moi"))
    if not (polite and text.endswith("?") and text.count("?") == 1 and _REQUEST.match(asked)):
        return text
    return _FIRST_TWO.sub("", text).rstrip(" ?")


def _beside_turned(claim: Claim | None, line: Line, question: Question) -> Claim | None:
    """A choice that is certain without the clauses that turn others down is made, if they turn down something else."""
    if line.asks or line.odd or (claim is not None and claim.certain) or (found := without_turned(line, question)) is None:
        return claim
    rest, turned = found
    other = _one(rest, question)
    place = question.tokens.index(other.answers[0]) if other is not None and other.certain else stated(rest, question)
    if place is None or place in turned or names_person(Claim((question.tokens[place],)), question):
        return claim
    return Claim((question.tokens[place],), certain=True, plain=True)


def _after_but(claim: Claim, line: Line, question: Question) -> Claim:
    """ "Not the Sun but the Moon": the Moon is the better guess."""
    at = next((at for at, word in enumerate(line.words) if word in _BUT and at + 1 < len(line.words)), 0)
    other = _one(line.part(at + 1, len(line.words)), question) if at else None
    answers = dict.fromkeys([*(other.answers if other is not None else ()), *claim.answers])
    return replace(claim, answers=tuple(answers)[:CANDIDATES])


def _hinted(line: Line, question: Question) -> Claim | None:
    """A guess by words that make a choice likely: "too dear for me"."""
    said = renamed(line, question.suggestions)
    found = _guess_in_clauses(said, question, late=False) if said.words != line.words else None
    return found if found is not None and not found.number else None


def _by_initial(text: str, question: Question) -> Claim | None:
    """ "H3" is the Hands 3, where no other card with a 3 has that initial in any language."""
    found = _INITIAL.fullmatch(" ".join(words(text)))
    if found is None:
        return None
    places = [
        place
        for place, names in enumerate(question.vocabularies)
        if value_of(question, place) == int(found[2]) and any(name[0].startswith(found[1]) for name in names)
    ]
    return Claim((question.tokens[places[0]],), certain=True, alone=True) if len(places) == 1 else None


def _the_other(claim: Claim | None, line: Line, question: Question) -> Claim | None:
    """Of two choices one is turned down: "not the Orb, the other one" names the other, "not the Orb" probably means it. So does "not the
    Sun and not the Orb", where there are three."""
    if claim is not None and not claim.certain and len(claim.answers) == len(question.choices) - 1 > 1:
        turned = sum(word in vocabulary.NEGATIONS for word in line.words)
        left = next(token for token in question.tokens if token not in claim.answers)
        return Claim((left, *claim.answers), doubt=Doubt.NEGATED) if turned >= len(claim.answers) else claim
    if claim is None or claim.certain or claim.doubt not in (Doubt.NEGATED, Doubt.AROUND) or len(question.choices) != 2:
        return claim
    refused = any(word in vocabulary.NEGATIONS for word in line.words)
    if len(claim.answers) != 1 or not refused or not any(word in vocabulary.NEGATIONS for word in line.words[:4]):
        return claim
    other = next(token for token in question.tokens if token not in claim.answers)
    named = any(word in vocabulary.OTHER for word in line.words) and not any(word in vocabulary.DOUBTS - {"welche"} for word in line.words)
    return Claim((other, *claim.answers) if not named else (other,), named and not line.asks, claim.doubt)


def names_person(claim: Claim, question: Question) -> bool:
    """The claim is somebody's name: people are also greeted, thanked and signed for."""
    return not claim.number and any(choice.person and choice.token in claim.answers for choice in question.choices)


def _claimed(found: tuple[str, bool, Doubt] | None, line: Line) -> Claim | None:
    if found is None:
        return None
    answer, certain, doubt = found
    late = line.words[0] in vocabulary.CORRECTIONS
    return Claim((answer,) if certain or answer else (), certain and not late and not line.asks, doubt, alone=certain, late=late)


def yes_or_no(line: Line, said: str, question: Question) -> Claim | None:
    """A yes or no, where the question is one: "of course", "ja, eine Karte bitte"."""
    both, first = (said, " ".join(line.words)), " ".join(line.words[slice(*line.clauses()[0])]) if line.words else ""
    small = all((word in IDLE or word in vocabulary.ARTICLES) and word not in _BEING for word in line.words)
    if any(one in vocabulary.CONSENTS for one in both) or (first in vocabulary.CONSENTS and small):
        return Claim((question.yes,), certain=not line.asks, alone=True)
    if any(one in vocabulary.REFUSED for one in both):
        return Claim((question.no,), certain=not line.asks, alone=True)
    for agreed, token in ((vocabulary.CONSENTS, question.yes), (vocabulary.REFUSED, question.no)):
        if (first in agreed or " ".join(line.words[:1]) in agreed) and _says_again(line.words[len(first.split() if first in agreed else [""]):], token, question):
            return Claim((token,), certain=not line.asks, alone=True)
    clauses = [" ".join(line.words[start:end]) for start, end in line.clauses()]
    if clauses and all(clause in vocabulary.CONSENTS or all(word in vocabulary.CONSENTS for word in clause.split()) for clause in clauses):
        return Claim((question.yes,), certain=not line.asks, alone=True)  # "Ja bitte, her damit"
    turned = [word for word in line.words if word in vocabulary.NEGATIONS]
    small = all(word in IDLE or word in turned or word == "t" for word in line.words)
    return Claim((question.no,), doubt=Doubt.AROUND) if turned and small else None


def _says_again(rest: tuple[str, ...], token: str, question: Question) -> bool:
    """What follows a yes or no names the same choice, and nothing else: "Yes, I would like to draw a card"."""
    place = question.tokens.index(token)
    other = frozenset(range(len(question.choices))) - {place}
    named = [held for word in rest if word not in vocabulary.WEAK and (held := question.holders.get(word))]
    known = all(word in IDLE or word in vocabulary.WEAK or word in question.holders or word in vocabulary.ARTICLES for word in rest)
    turned = any(word in vocabulary.DOUBTS or (word in vocabulary.NEGATIONS and not question.holders.get(word)) for word in rest)
    return bool(named) and known and not turned and all(place in held and not held & other for held in named)


def refusal(line: Line, text: str, question: Question) -> Claim | None:
    """A no where one choice does nothing: "no thanks", "nah, leave it", "non, je passe"."""
    nothing = [token for token in question.tokens if token in REFUSALS]
    said = " ".join(words(text))
    if len(nothing) != 1 or line.asks or not line.words:
        return None
    if said in _NOT_NOW and nothing[0] in ("pass", "skip", "none", "done"):
        return Claim((nothing[0],), certain=True, alone=True)
    if " ".join(word for word in words(text) if word not in vocabulary.COURTESY) in vocabulary.NOT_ANY and nothing[0] == "none":
        return Claim((nothing[0],), certain=True, alone=True)
    if line.words[0] not in _NO:
        return None
    first, rest_of = line_of(text), [""]
    if first.words:
        start, end = first.clauses()[0]
        said, rest_of = (
            (" ".join(words(text)), []) if said in vocabulary.REFUSED else (" ".join(first.words[start:end]), list(first.words[end:]))
        )
    if said in vocabulary.REFUSED and all(word in IDLE for word in rest_of):
        polite = len(words(text)) > 1 and nothing[0] in ("none", "skip", "pass")
        return Claim((nothing[0],), certain=polite, doubt=Doubt.AROUND, alone=polite, late=True)
    rest = _one(line.part(1, len(line.words)), question) if len(line.words) > 1 else None
    fits = rest is not None and rest.certain and not rest.number and rest.answers == (nothing[0],)
    return replace(rest, late=True) if rest is not None and fits else None


def _one(line: Line, question: Question) -> Claim | None:
    late = _corrects(line.words, question)
    whole = match(line.words, question)
    person = whole is not None and any(question.choices[place].person for place in whole.places)
    if whole is not None and whole.complete and not _cut_by_colon(line, whole, person=person):
        return _claim(whole, question, certain=not line.asks and not line.odd, doubt=Doubt.AROUND, alone=True, late=late)
    if whole is not None and whole.whole and len(whole.places) == 1 and whole.end - whole.start > 1:
        return _sentence_around(line, whole, question, late)
    return _by_clauses(line, question, whole, late)


def _corrects(words: Sequence[str], question: Question) -> bool:
    """Whether a clause takes back what was said before it: "no wait", "or 3", "sorry, I mean the other"."""
    text = " ".join(words)
    if words[0] in ("not", "nicht", "pas") and len(words) > 1 and match(words[1:], question) is None:
        return any(f" {phrase} " in f" {text} " for phrase in vocabulary.CORRECTION_PHRASES)  # "je passe, pas envie de jouer"
    if words[0] in vocabulary.CORRECTIONS or any(
        text == phrase or text.startswith(f"{phrase} ") for phrase in vocabulary.CORRECTION_PHRASES
    ):
        return True
    if words[0] not in vocabulary.SOFT_CORRECTIONS:
        return False
    rest = words[1:]
    hit = match(rest, question) if rest else None
    return (not rest and words[0] not in ("sorry", "pardon")) or (hit is not None and hit.complete)


def _begins_anew(words: Sequence[str]) -> bool:
    """ "No sorry", "äh nein", "pardon" before another choice."""
    said = next((word for word in words if word not in vocabulary.MUSING or word in vocabulary.SOFT_CORRECTIONS), "")
    return said in vocabulary.SOFT_CORRECTIONS | vocabulary.CORRECTIONS


def _cut_by_colon(line: Line, hit: Hit, *, person: bool) -> bool:
    """ "Final score: 2", "3 : 2": what stands behind a colon is an answer only where the words before it ask for one; who is named before
    one is spoken to."""
    if person and hit.end < len(line.words) and ":" in line.breaks[hit.end]:
        return True
    if hit.number and line.words[hit.start] in PRONOUNS and hit.end < len(line.words) and ":" in line.breaks[hit.end]:
        return True  # "One: here is what I have."
    return hit.number and any(":" in mark for mark in line.breaks[1 : hit.start + 1]) and not hit.verb


def _claim(
    hit: Hit, question: Question, *, certain: bool, doubt: Doubt, alone: bool = False, listed: bool = False, late: bool = False
) -> Claim:
    answers = tuple(question.tokens[place] for place in hit.places[:CANDIDATES])
    certain = certain and len(answers) == 1
    return Claim(answers, certain, Doubt.NOTHING if certain else doubt, alone, listed, late, hit.number)


def _sentence_around(line: Line, hit: Hit, question: Question, late: bool) -> Claim:
    """A whole name of several words with other words around it."""
    before = [(start, min(end, hit.start)) for start, end in line.clauses() if start < hit.start]
    after = _clauses_after(line, hit.end)
    same_before = before.pop() if before and not _breaks_between(line, before[-1], hit.start) else None
    same_after = after.pop(0) if after and not line.breaks[hit.end] else None
    odd = [line.words[start:end] for start, end in (same_before, same_after) if True] if same_before and same_after else []
    odd = odd or [line.words[pair[0] : pair[1]] for pair in (same_before, same_after) if pair]
    inside = [word for words in odd for word in words]
    explained = bool(same_after) and line.words[same_after[0]] in (vocabulary.BECAUSE | vocabulary.FOR_WHAT) if same_after else False
    if explained and same_after:
        inside = list(line.words[same_before[0] : same_before[1]]) if same_before else []
        after.insert(0, same_after)
    if any(not _is_manner(word) for word in inside):
        return _claim(hit, question, certain=False, doubt=_turned(inside), late=late)
    verb = any(word in vocabulary.VERBS for word in inside)
    return _with_rest(line, hit, question, before, after, verb=verb, late=late)


def _breaks_between(line: Line, clause: tuple[int, int], start: int) -> bool:
    return bool(line.breaks[start]) if start < len(line.words) and start else clause[1] < start


def _clauses_after(line: Line, end: int) -> list[tuple[int, int]]:
    return [(max(start, end), stop) for start, stop in line.clauses() if stop > end]


def _is_manner(word: str) -> bool:
    return (
        word in vocabulary.HEAD
        or word in vocabulary.TAIL
        or word in vocabulary.COURTESY
        or word in vocabulary.MUSING
        or word in vocabulary.GREETINGS
    )


def _turned(words: list[str]) -> Doubt:
    return Doubt.NEGATED if any(word in vocabulary.NEGATIONS for word in words) else Doubt.AROUND


def _by_clauses(line: Line, question: Question, whole: Hit | None, late: bool) -> Claim | None:
    """The clause that chooses, among others that do not."""
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
        return _with_rest(line, moved, question, before, after, verb=hit.verb, late=late)
    if len(places) > 1:
        answers = tuple(question.tokens[place] for place in places)
        second = any(
            line.words[start] in _BUT or _begins_anew(line.words[start:end]) or _corrects(line.words[start:end], question)
            for start, end in line.clauses()[1:]
        )
        return Claim(answers if not second else answers[::-1], doubt=Doubt.CORRECTED if second else Doubt.SEVERAL, late=late)
    if whole is None or (not whole.places and not whole.number):
        return _guess_in_clauses(line, question, late)
    return _claim(whole, question, certain=False, doubt=whole.doubt, late=late)


def _stops(line: Line, start: int, end: int) -> list[int]:
    """Where the clause may end before its explanation: "2 because …", "the Bard to annoy you"."""
    if line.words[end - 2 : end] == ("to", "go"):
        return [end]
    reasons = [place for place in range(start + 1, end) if line.words[place] in vocabulary.BECAUSE | vocabulary.FOR_WHAT]
    return [end, *reversed(reasons)] if len(reasons) < 8 else [end, reasons[0]]


def _guess_in_clauses(line: Line, question: Question, late: bool) -> Claim | None:
    for start, end in line.clauses():
        hit = match(line.words[start:end], question)
        if hit is not None and hit.places:
            return _claim(hit, question, certain=False, doubt=hit.doubt, late=late)
    return None


def _with_rest(
    line: Line, hit: Hit, question: Question, before: list[tuple[int, int]], after: list[tuple[int, int]], *, verb: bool, late: bool
) -> Claim:
    """A clause that chooses, judged by the clauses around it."""

    def doubtful(why: Doubt) -> Claim:
        return _claim(hit, question, certain=False, doubt=why, late=late)

    behind = line.breaks[hit.end] if hit.end < len(line.words) else line.end
    if "?" in behind:
        return doubtful(Doubt.AROUND)
    if not hit.number and not verb and (before or after) and any(question.choices[place].person for place in hit.places):
        return doubtful(Doubt.AROUND)
    own = line.words[line.clauses()[len(before)][0] if len(before) < len(line.clauses()) else 0 : hit.start]
    chooses = any(word in vocabulary.VERBS and word not in vocabulary.NAMES_OF_CHOICES for word in own)
    said = {number for word in line.words[hit.start : hit.end] if (number := number_of(word)) is not None}
    asked_for = any(word in _PLEASE for word in line.words[hit.start : hit.end + 1])
    verb = verb or (asked_for and not any(question.choices[place].person for place in hit.places))
    for start, end in before:
        words = line.words[start:end]
        if all(_is_manner(word) for word in words) and not any(word in vocabulary.CORRECTIONS for word in words):
            continue
        if _corrects(words, question):
            return doubtful(Doubt.CORRECTED)
        if (others := _others(words, hit, question)) is not None:
            return others
        if any(word in vocabulary.NEGATIONS or word in vocabulary.DOUBTS for word in words) and any(
            number_of(word) is not None for word in words
        ):
            return doubtful(_turned(list(words)))
        if hit.number and len(words) > 1 and any(number_of(word) in said for word in words):
            return doubtful(Doubt.AROUND)  # "Five good cards. Five!"
        ended = line.breaks[end] if end < len(line.words) else ""
        if words[0] in vocabulary.APOLOGIES and len(words) < 10:
            continue
        if asked_for and hit.number and not any(word in vocabulary.NEGATIONS or word in vocabulary.DOUBTS for word in words):
            continue
        if is_greeting(" ".join(words)) or chooses or (any(mark in ended for mark in ".!") and not (hit.number and line.odd)):
            continue
        return doubtful(Doubt.AROUND)
    listed = hit.number and hit.start == 0 and bool(after) and any(mark in line.breaks[after[0][0]] for mark in ".):")
    return _with_comment(line, hit, question, after, verb=verb, late=late, listed=listed)


def _with_comment(line: Line, hit: Hit, question: Question, after: list[tuple[int, int]], *, verb: bool, late: bool, listed: bool) -> Claim:
    spoken = False
    said = f" {' '.join(line.words)} "
    if after and any(f" {phrase} " in said for phrase in vocabulary.TALK_PHRASES):
        return _claim(hit, question, certain=False, doubt=Doubt.AROUND, late=late)
    if any(f" {phrase} " in said for phrase in TAKES_BACK) or (after and "?" in line.end + "".join(line.breaks) and asks_which(line.words)):
        return _claim(hit, question, certain=False, doubt=Doubt.AROUND, late=late)
    for start, end in after:
        words = line.words[start:end]
        text = " ".join(words)
        if any(word in vocabulary.HESITATIONS for word in words):
            return _claim(hit, question, certain=False, doubt=Doubt.AROUND, late=late)
        if all(_is_manner(word) for word in words) and words[0] not in vocabulary.CORRECTIONS:
            continue
        if is_courtesy(text):
            continue
        if _corrects(words, question) or any(f" {phrase} " in f" {text} " for phrase in vocabulary.CORRECTION_PHRASES):
            return _corrected(line, hit, start, question, late=late)
        if (others := _others(words, hit, question)) is not None:
            return others
        spoken = True
    if spoken and not hit.number and not verb and not _is_comment(line, after):
        return _claim(hit, question, certain=False, doubt=Doubt.AROUND, late=late)
    if spoken and hit.number and line.odd and not verb:
        return _claim(hit, question, certain=False, doubt=Doubt.AROUND, late=late)
    return _claim(hit, question, certain=True, doubt=Doubt.NOTHING, alone=not spoken, listed=listed and spoken, late=late)


def _corrected(line: Line, hit: Hit, start: int, question: Question, *, late: bool) -> Claim:
    """What is named after the correction is the better guess."""
    later = [other for first, last in line.clauses() if first >= start and (other := match(line.words[first:last], question)) is not None]
    places = [place for other in later for place in other.places if len(other.places) == 1]
    turned = line.words[start] in ("not", "nicht", "pas")
    ordered = [*hit.places, *places[-1:]] if turned else [*places[-1:], *hit.places]
    return _claim(Hit(tuple(dict.fromkeys(ordered)), False), question, certain=False, doubt=Doubt.CORRECTED, late=late)


def _others(words: Sequence[str], hit: Hit, question: Question) -> Claim | None:
    """Another choice, named in a clause beside the one that chooses."""
    if words[0] in vocabulary.BECAUSE:
        return None
    joined = words[0] in ("and", "und", "et", "or", "oder", "ou", "plus") and len(words) > 1
    other = match(words[1:], question) if joined else match(words, question)
    if other is None or not set(other.places) - set(hit.places):
        return None
    if not (other.complete or other.number or other.whole or (joined and len(words) <= 4)):
        return None
    return _claim(
        Hit((*hit.places, *(place for place in other.places if place not in hit.places)), False),
        question,
        certain=False,
        doubt=Doubt.SEVERAL,
    )


def _is_comment(line: Line, after: list[tuple[int, int]]) -> bool:
    """What follows a name is about playing it, not about the card."""
    return " ".join(line.words[after[0][0] : after[0][1]]).startswith(vocabulary.COMMENTS)

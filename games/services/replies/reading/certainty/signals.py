"""Compute the signals by which a choice that a text names is certain or doubtful."""

from bisect import bisect
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from games.services.replies.reading import vocabulary
from games.services.replies.reading.certainty.sentences import complete_part
from games.services.replies.reading.choice_model import probabilities
from games.services.replies.reading.claims import Claim
from games.services.replies.reading.idioms import has_idiom
from games.services.replies.reading.intent import bound, by_rule
from games.services.replies.reading.line_readings import FoundLine
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.printed_names import names_in
from games.services.replies.reading.question import REFUSALS, Question
from games.services.replies.reading.requests import as_told
from games.services.replies.reading.small_talk import THAT_IS_A, praises
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.statement import is_undecided, is_unsure
from games.services.replies.reading.statement_clauses import is_to_keep
from games.services.replies.reading.statement_words import ACTIONS, KEEPS, STAYS, YOURS
from games.services.replies.reading.synonyms import renamed
from games.services.replies.reading.talk_score import features, score
from games.services.replies.reading.tokens import Line, line_of
from games.services.replies.reading.vocabulary import IDLE

_PROBABILITY = (0.3, 0.5, 0.7, 0.85, 0.93, 0.97, 0.99, 0.997, 0.9993)
_SCORE = (-7, -6, -5, -4, -3.5, -3, -2.5, -2, -1.5, -1, -0.5, 0, 1, 2)
_SHARE = (0.01, 0.5, 0.51, 0.99)
_LENGTH = (2, 3, 4, 6, 8, 11, 15, 22)
"""Limits between the steps of a signal."""
_MOST_ANSWERS, _MOST_LINES = 3, 4
_NOT_TAKEN = vocabulary.NEGATIONS | vocabulary.OTHER
"""Words with which the named choice may be the one that is not taken."""
_FOR_A_DAY = frozenset({"today", "tonight", "heute", "aujourd", "hui", "soir"})
_AND_MORE = frozenset({"more", "mehr", "plus"}) | vocabulary.COURTESY
"""Words of a text that wants more of something: "more please"."""
_IF = frozenset({"if", "unless", "wenn", "falls", "ausser", "si", "sauf"})
_ELSE = frozenset({"otherwise", "sonst", "ansonsten", "sinon"})
_QUOTES = frozenset({("it", "says"), ("it", "said"), ("it", "says", "here"), ("steht", "da"), ("steht", "hier"), ("c", "est", "ecrit")})
"""Clauses that say that a choice is only quoted."""
_HAVE = frozenset({"have", "haben", "avoir"})

Signals = dict[str, Any]


def signals_of(found: Sequence[FoundLine], question: Question, answer: str) -> Signals:
    """Return the signals of the lines of a text for the choice `answer`; each has few values."""
    claims = [(one.line, one.claim) for one in found if one.claim is not None and one.claim.answers]
    line, claim = next(((line, claim) for line, claim in claims if answer in claim.answers), (found[0].line, None))
    lines = [one.line for one in found]
    return (
        _of_grammar(claim)
        | _of_models(lines, question, answer)
        | {
            "bound": bound(line, question, answer),
            "rule": by_rule(lines, line, question, answer),
            "choices": min(_MOST_ANSWERS, len({token for _line, one in claims for token in one.answers})),
            "lines": min(_MOST_LINES, len(lines)),
            "asks": any("?" in text for text in lines),
            "kind": question.kind,
        }
        | _of_sentences(found, question, answer)
        | _of_names([_renamed(text, question) for text in lines], question, answer)
    )


def is_open(found: Sequence[FoundLine], question: Question, answer: str) -> bool:
    """Return whether a rule says that the choice `answer` is not certain, whatever the signals say: it is retracted, turned down, only
    spoken of or part of an idiom, one of several that are named, a number that no choice has, or not decided yet."""
    doubts = {one.claim.doubt for one in found if one.claim is not None}
    said = [_renamed(one.line, question) for one in found]
    line = next((one.line for one in found if one.claim is not None and answer in one.claim.answers), found[0].line)
    if len({token for one in found if one.claim is not None for token in one.claim.answers}) > 1 and not _is_named_apart(
        found, question, answer
    ):
        return True
    if not doubts.isdisjoint((Doubt.NEGATED, Doubt.CORRECTED, Doubt.UNKNOWN)) or any(map(is_undecided, said)):
        return True
    typed = [line_of(one.line) for one in found]
    if any(has_idiom(line.words) for line in typed) or all(word in _AND_MORE for line in typed for word in line.words):
        return True
    if any(line.words[start:end] in _QUOTES for line in typed for start, end in line.clauses()):
        return True  # "Tax your people, it says."
    if any(_has_other_size(line, question, answer) for line in said):
        return True
    if any(_has_condition(line) for line in typed):
        return True
    if any(is_unsure(line, question) or line.words[:3] in THAT_IS_A for line in typed):
        return True
    if question.choices[question.tokens.index(answer)].person and any(praises(line.words) for line in typed):
        return True
    if any(line.odd for line in typed) and not names_thing(found, question, answer):
        return True  # "1. FC Köln"
    if answer in REFUSALS and any(_is_for_a_day(one, question) for one in said):
        return True  # "I'm done for today"
    return by_rule([one.line for one in found], line, question, answer) is True


def _is_named_apart(found: Sequence[FoundLine], question: Question, answer: str) -> bool:
    """Return whether a sentence of its own names the choice completely, and the others certainly name no other choice."""
    part = complete_part(found, question)
    return part is not None and part.whole and part.answer == answer and part.beside != "certain"


def _of_sentences(found: Sequence[FoundLine], question: Question, answer: str) -> Signals:
    """Return how the sentence or clause that names a choice completely looks, and what the others say."""
    part = complete_part(found, question)
    if part is None or part.answer != answer:
        return {"part": None if part is None else "another"}
    return {"part": (part.whole, part.place, part.beside), "part words": (part.words, part.chooses, part.mark)}


def _has_other_size(line: Line, question: Question, answer: str) -> bool:
    """Return whether a card of the same suit is named that is no choice: "the Hands 1 goes away", of the Hands 3."""
    suit, _mark, size = answer.rstrip("+").rpartition("-")
    if not suit or not size.isdigit():
        return False
    held = question.tokens.index(answer)
    sizes = {int(token.rstrip("+").rpartition("-")[2]) for token in question.tokens if token.startswith(f"{suit}-")}
    return any(
        word.isalpha() and held in question.holders.get(word, ()) and after.isdigit() and int(after) not in sizes
        for word, after in pairwise(line.words)
    )


def _is_for_a_day(line: Line, question: Question) -> bool:
    """Return whether a clause that names a choice, or the only one, is about the day: "I'm done for today"."""
    clauses = [line.words[start:end] for start, end in line.clauses()]
    return any(
        not _FOR_A_DAY.isdisjoint(words) and (len(clauses) == 1 or any(word in question.telling for word in words)) for words in clauses
    )


def _has_condition(line: Line) -> bool:
    """Return whether a condition decides between two choices: "the Scorpion, if there is none yet, otherwise the Sun"."""
    return not (_IF.isdisjoint(line.words) or _ELSE.isdisjoint(line.words))


def names_thing(found: Sequence[FoundLine], question: Question, answer: str) -> bool:
    """Return whether the lines name the card or person of the choice `answer`, and not only what is done or a number."""
    known = {word for one in found for word in _renamed(one.line, question).words if not word.isdigit() and word not in IDLE}
    return _names_thing(known, question.tokens.index(answer), question)


def _of_grammar(claim: Claim | None) -> Signals:
    """Return what the grammar says of the choice."""
    if claim is None:
        return {"doubt": None}
    form = (claim.alone, claim.plain, claim.late)
    return {"certain": claim.certain, "doubt": claim.doubt.value, "number": claim.number, "form": form}


def _of_models(lines: Sequence[str], question: Question, answer: str) -> Signals:
    """Return the score for talk, and the probability of the choice, or how probable another one is."""
    found = probabilities(lines, question)
    talk = bisect(_SCORE, score(features(lines, question)))
    if not found:
        return {"talk": talk}
    most = max(found)
    probable = found[question.tokens.index(answer)] == most
    return {"talk": talk, "probability": bisect(_PROBABILITY, most) if probable else -1 - bisect((0.5, 0.9), most)}


def _of_names(said: Sequence[Line], question: Question, answer: str) -> Signals:
    """Return how much of the choice's name is said, beside which words."""
    known, place = {word for line in said for word in line.words}, question.tokens.index(answer)
    return {
        "words": bisect(_LENGTH, sum(len(line.words) for line in said)),
        "share": bisect(_SHARE, _share(known, place, question)),
        "thing": (_names_thing(known, place, question), answer in REFUSALS, question.choices[place].person),
        "apart": (
            any(map(is_undecided, said)),
            any(_is_left_out(line, place, question) for line in said),
            _is_told_apart(known, place, question),
            any(question.is_of_another_kind(line.words, answer) for line in said),
        ),
    }


def _renamed(text: str, question: Question) -> Line:
    """Return a line with synonyms replaced by printed names."""
    line = line_of(as_told(text))
    return renamed(line, question.renamings, kept=names_in(line.words, question))


def _names_thing(known: set[str], place: int, question: Question) -> bool:
    """Return whether one of the words names the card or person of a choice, and not only what is done."""
    return any(
        place in question.holders.get(word, ()) and word in question.named | question.people and word not in ACTIONS for word in known
    )


def _is_left_out(line: Line, place: int, question: Question) -> bool:
    """Return whether a clause that names the choice at `place` says that it is kept, stays or is not taken."""
    clauses = [line.words[start:end] for start, end in line.clauses()]
    naming = [words for words in clauses if any(place in question.holders.get(word, ()) for word in words if word not in IDLE)]
    kept = is_to_keep(question)
    if kept and any(not (YOURS.isdisjoint(words) or _HAVE.isdisjoint(words)) for words in naming):
        return True  # "the Colossus you may have"
    against = _NOT_TAKEN if kept else _NOT_TAKEN | KEEPS | STAYS
    return any(word in against and word not in question.holders for words in naming for word in words)


def _is_told_apart(said: set[str], place: int, question: Question) -> bool:
    """Return whether the words that belong to names fit no other choice. Words for money do not count: many outcomes have them."""
    telling = said - vocabulary.MONEY - vocabulary.WEAK
    held = [question.holders.get(word) or inflected(word, question) for word in telling if word not in IDLE or word in question.people]
    fitting = [places for places in held if place in places]
    return bool(fitting) and frozenset.intersection(*fitting) == {place}


def _share(said: set[str], place: int, question: Question) -> float:
    """Return the largest share of the words with a meaning of one of the choice's names that are among the words `said`."""
    forms = {other for word in said if place in inflected(word, question) for other in question.holders if other[:3] == word[:3]}
    known = said | forms | {str(number) for word in said if (number := number_of(word)) is not None}
    own = [name for name, places in question.full_names.items() if places == {place}]
    names = [[word for word in name if word not in IDLE and word not in vocabulary.WEAK] for name in own]
    return max((sum(word in known for word in name) / len(name) for name in names if name), default=0.0)

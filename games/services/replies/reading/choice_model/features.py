"""Compute what speaks for each choice of a question in a text: its words beside the aspects of the choice, names, numbers and outcomes."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from games.services.replies.reading import vocabulary
from games.services.replies.reading.choice_model.aspects import aspects_of, path_of
from games.services.replies.reading.numbers import PRONOUNS, is_ordinal, number_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.requests import as_told
from games.services.replies.reading.signs import kind_of
from games.services.replies.reading.synonyms import renamed
from games.services.replies.reading.tokens import Line, line_of
from games.services.replies.reading.vocabulary import IDLE

REACH = 4
"""Number of words after a negation, within the clause, that count as negated."""
STEM = 5
"""Letters at the beginning of a longer word that are a feature of their own."""
SIMILAR, SAME_STEM = 0.6, 0.9
"""Likeness from which two words may mean the same, and from which they are forms of one word."""
_NUMBER, _PERSON = "#", "<person>"


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    negated: bool
    number: int | None
    """The number that the word means; None for "one" and the like, which are mostly pronouns."""
    telling: bool
    """Whether the word has a meaning of its own and is no number."""


@lru_cache(maxsize=8192)
def _is_telling(word: str) -> bool:
    return word not in IDLE and word not in vocabulary.WEAK and number_of(word) is None


_Clause = Sequence[_Word]


def features_of(lines: Sequence[str], question: Question, known: Set[str] | None = None) -> list[set[str]]:
    """Return the features of each choice of the question for the lines of a text, of single words only those of `known` ones."""
    read = [renamed(line_of(as_told(line)), question.targets) for line in lines]
    clauses = [clause for line in read for clause in _clauses(line)]
    pairs = _pairs(clauses, question) if known is None else _pairs(clauses, question) & known
    found = [{f"{pair}|{aspect}" for aspect in aspects for pair in pairs} for aspects in aspects_of(question)]
    for place, of_one in enumerate(found):
        of_one |= _of_names(clauses, place, question)
        of_one |= _of_numbers(clauses, place, question)
        of_one |= _of_person(clauses, place, question)
        of_one |= _of_outcomes(clauses, place, question)
        of_one |= _of_synonyms(read, place, question)
    for at in range(len(clauses)):
        for place, others in _of_clause(clauses, at, question):
            found[place] |= others
    return found


def _clauses(line: Line) -> list[list[_Word]]:
    """Return the words of each clause, with those that follow a negation marked."""
    found = []
    for start, end in line.clauses():
        words = line.words[start:end]
        negations = [at for at, word in enumerate(words) if word in vocabulary.NEGATIONS]
        found.append(
            [
                _Word(
                    word, any(at - REACH <= no < at for no in negations), None if word in PRONOUNS else number_of(word), _is_telling(word)
                )
                for at, word in enumerate(words)
            ]
        )
    return found


def _pairs(clauses: Sequence[_Clause], question: Question) -> set[str]:
    """Return the words of a text and the beginnings of longer ones, which are combined with the aspects of the choices."""
    found: set[str] = set()
    for clause in clauses:
        for word in clause:
            sign, mark = _sign(word, question), "!" if word.negated else ""
            found.add(f"{mark}{sign}")
            if len(sign) > STEM:
                found.add(f"{mark}~{sign[:STEM]}")
    return found


def _sign(word: _Word, question: Question) -> str:
    if word.number is not None and not is_ordinal(word.text):
        return _NUMBER
    return _PERSON if word.text in question.people else word.text


def _of_names(clauses: Sequence[_Clause], place: int, question: Question) -> set[str]:
    """Return how much of a name of the choice is said, and how many other choices share the words that are said."""
    telling = [word for clause in clauses for word in clause if word.telling]
    said = [word.text for word in telling if not word.negated]
    shares = [(0.0, 0.0)]
    for name in question.vocabularies[place]:
        if own := [word for word in name if _is_telling(word)]:
            fits = [max((_likeness(word, other) for word in said), default=0.0) for other in own]
            shares.append((sum(fits) / len(own), fits.count(1.0) / len(own)))
    found = {f"share {round(4 * max(near for near, _exact in shares))}", f"exact {round(4 * max(exact for _near, exact in shares))}"}
    for word in telling:
        held = _held(word.text, place, question)
        if held:
            shared = min(len(question.holders[other]) for other in held)
            size = "1" if shared == 1 else "few" if shared <= len(question.choices) / 2 else "many"
            found.add(f"{'negated' if word.negated else 'named'} {size}")
            if not word.negated:
                found.add(f"likeness {max(_likeness(word.text, other) for other in held)} {shared == 1}")
    return found


def _held(word: str, place: int, question: Question) -> list[str]:
    """Return the words of the choice's names that the word resembles."""
    return [other for other in _alike(word, question.words_of_names) if place in question.holders[other]]


@lru_cache(maxsize=4096)
def _alike(word: str, others: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the other words that the word resembles."""
    return tuple(other for other in others if _likeness(word, other) >= SIMILAR)


@lru_cache(maxsize=65536)
def _likeness(word: str, other: str) -> float:
    """Return how alike two words are: 1 for equal words, 0.9 for the same stem, less for typos and compounds, 0 for others."""
    if word == other:
        return 1.0
    least = min(len(word), len(other))
    if least < 4 or word.isdigit() or other.isdigit():
        return 0.0
    same = next((at for at in range(4, least) if word[at] != other[at]), least) if word[:4] == other[:4] else 0
    if same and same >= max(len(word), len(other)) - 3:
        return SAME_STEM
    distance = OSA.distance(word, other, score_cutoff=2)
    if distance == 1 or (distance == 2 and least >= 7):
        return 0.9 - distance / 10
    return SIMILAR if len(other) >= 5 and len(word) > len(other) + 2 and other in word else 0.0


def _of_numbers(clauses: Sequence[_Clause], place: int, question: Question) -> set[str]:
    """Return what the numbers of the text mean for the choice: its position on the list, its path, or a number in its name."""
    numbers = sum(word.number is not None for clause in clauses for word in clause)
    bare = not any(word.telling for clause in clauses for word in clause)
    shape = ("P" if any(path_of(token) for token in question.tokens) else "") + ("N" if any(question.numbers) else "")
    found: set[str] = set()
    for clause in clauses:
        for before, word, after in zip([None, *clause], clause, [*clause[1:], None], strict=False):
            if word.number is None:
                continue
            mark, meant = "!" if word.negated else "", _meant(word.number, place, question)
            found.add(f"{mark}number {meant} {is_ordinal(word.text)} {shape}")
            found.add(f"{mark}number {meant} after {before.text if before else '^'} {shape}")
            found.add(f"{mark}number {meant} before {after.text if after else '$'} {shape}")
            found.add(f"{mark}number {meant} alone {numbers == 1} {bare} {shape}")
    return found


def _meant(number: int, place: int, question: Question) -> str:
    """Return what a number may be of the choice at `place`."""
    path = path_of(question.tokens[place])
    fits = {
        "place": (len(question.choices) - 1 if number == -1 else number - 1) == place,
        "path": number == path,
        "own": number != path and number in question.numbers[place],
    }
    return "+".join(name for name, fit in fits.items() if fit) or "none"


def _of_person(clauses: Sequence[_Clause], place: int, question: Question) -> set[str]:
    """Return whether the person of the choice is named, or only another one."""
    if "person" not in aspects_of(question)[place]:
        return set()
    own = {word for name in question.vocabularies[place] for word in name if word in question.people and word not in IDLE}
    named = [word for clause in clauses for word in clause if word.text in own]
    if named:
        return {f"person named {named[0].negated}"}
    return {"person another"} if any(word.text in question.people for clause in clauses for word in clause) else set()


def _of_outcomes(clauses: Sequence[_Clause], place: int, question: Question) -> set[str]:
    """Return how many words are said that only the outcome of this choice has."""
    own = question.own_outcomes[place]
    if own is None:
        return set()
    numbers = {number for word in own if (number := number_of(word)) is not None}
    said = [word for clause in clauses for word in clause if not word.negated]
    hits = {word.text for word in said if word.telling and any(_likeness(word.text, other) >= SAME_STEM for other in own)}
    hits |= {word.text for word in said if word.number is not None and word.number in numbers}
    return {f"outcome {min(4, len(hits))}"}


def _of_synonyms(lines: Iterable[Line], place: int, question: Question) -> set[str]:
    """Return whether a synonym of the choice is said, and whether other choices have it too."""
    printed = [word for line in lines for word in set(renamed(line, question.renamings).words) - set(line.words)]
    shared = [len(question.holders[word]) for word in printed if place in question.holders.get(word, ())]
    return {f"synonym {min(shared) == 1}"} if shared else set()


def _of_clause(clauses: Sequence[_Clause], at: int, question: Question) -> list[tuple[int, set[str]]]:
    """Return the choices that a clause names best, each with the position, beginning and kinds of words of the clause."""
    hits = [_hits(clauses[at], place, question) for place in range(len(question.choices))]
    best = max(hits)
    named = [place for place, hit in enumerate(hits) if hit == best]
    if not best or len(named) == len(hits):
        return []
    words = [word.text for word in clauses[at]]
    position = "only" if len(clauses) == 1 else "last" if at == len(clauses) - 1 else "first" if at == 0 else "between"
    one = len(named) == 1
    found = {f"clause /{kind_of(word)} {one}" for word in words}
    found |= {f"clause {word} {one}" for word in words if word in IDLE or kind_of(word) not in ("unknown", "idle")}
    found |= {f"clause {position} {one}", f"clause begins {words[0]} {one}", f"clause begins /{kind_of(words[0])} {position} {one}"}
    found.add(f"clause after {clauses[at - 1][-1].text if at else '^'}")
    return [(place, found) for place in named]


def _hits(clause: _Clause, place: int, question: Question) -> float:
    """Return the sum over the clause's words of the choice's names; a word that several choices share counts less."""
    found = 0.0
    for word in clause:
        if word.text in IDLE and word.text not in question.people:
            continue
        held = _held(word.text, place, question)
        if word.number is not None:
            held = [other for other, places in question.holders.items() if place in places and number_of(other) == word.number]
        if held:
            found += 1 / min(len(question.holders[other]) for other in held)
    return found

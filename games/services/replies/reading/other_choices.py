"""Interpret what is said beside a choice: other choices that are rejected, the number of the choice, a request to be spared."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import CANDIDATES, Claim, names_person
from games.services.replies.reading.clauses import BUT, chosen_by
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.statement import stated
from games.services.replies.reading.statement_words import ACTIONS
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.turned_down import BACK, without_turned
from games.services.replies.reading.vocabulary import IDLE

_AS = frozenset({"as", "als", "comme", "en"})
_WITH = frozenset({"with", "mit", "avec"})
_ONTO = frozenset({"on", "onto", "at", "to", "auf", "an", "bei", "sur", "a", "vers"})
_OWN = IDLE | vocabulary.WEAK | ACTIONS
_REASONS = vocabulary.BECAUSE | {"seit", "if", "wenn", "si"}
_NO = frozenset(
    {
        ("no",),
        ("nein",),
        ("non",),
        ("nope",),
        ("nah",),
        ("nee",),
        ("no", "thanks"),
        ("no", "thank", "you"),
        ("nein", "danke"),
        ("non", "merci"),
    }
)
_SUBJECTS = frozenset({"i", "ich", "je", "j", "we", "wir", "on"})
_US = frozenset({"me", "us", "mich", "uns", "moi", "nous"})
_THAN = {
    "than": frozenset[str](),
    "als": frozenset({"besser", "lieber", "eher", "mehr", "weniger", "schlechter"}),
    "que": frozenset({"mieux", "meilleur", "meilleure", "plutot", "plus", "moins"}),
    **dict.fromkeys(("without", "ohne", "sans"), frozenset[str]()),
}
"""Words before the second part of a comparison, or before what is left out, with the words of which one has to precede it."""
_FOR = frozenset({"for", "from", "with", "to", "fur", "fuer", "von", "mit", "zu", "pour", "de", "avec", "chez", "a"})


def is_called(claim: Claim, line: Line, question: Question) -> bool:
    """Return whether the line has the number of the guessed choice beside its name: "let Goldentongue do her thing (option 1)"."""
    turned = vocabulary.NEGATIONS | vocabulary.DOUBTS | vocabulary.CORRECTIONS | vocabulary.SOFT_CORRECTIONS
    called = {number for before, word in pairwise(line.words) if before in vocabulary.NAMES_OF_CHOICES and (number := number_of(word))}
    if len(called) != 1 or not claim.answers or line.asks or line.odd or not turned.isdisjoint(line.words):
        return False
    at = next(at + 1 for at, word in enumerate(line.words[:-1]) if word in vocabulary.NAMES_OF_CHOICES and number_of(line.words[at + 1]))
    named = [chosen_by(line.part(start, end), question) for start, end in ((0, at - 1), (at + 1, len(line.words))) if start < end]
    found = {answer for one in named if one is not None and not one.number for answer in one.answers}
    numbers = [word for place, word in enumerate(line.words) if word.isdigit() or place == at]
    return len(numbers) == 1 and claim.answers[0] in found and called == {question.tokens.index(claim.answers[0]) + 1}


def names_other_card(line: Line, question: Question) -> bool:
    """Return whether each clause with a choice's words has another card at its beginning or behind an article or "with".

    Example: "the Mill on the Lunatic", without the Mill among the choices.
    """
    telling = question.telling - IDLE - vocabulary.WEAK
    clauses: list[tuple[str, ...]] = []
    for start, end in line.clauses():
        reason = (at for at in range(start, end) if line.words[at] in _REASONS)
        clauses.append(line.words[start : next(reason, end)])
    named = [words for words in clauses if not telling.isdisjoint(words)]
    return bool(named) and all(any(_is_other_card(words, at, telling, question) for at in range(len(words))) for words in named)


def _is_other_card(words: Sequence[str], at: int, telling: frozenset[str], question: Question) -> bool:
    """Return whether the word is of a card of the game that is no choice: neither an adjective before a name, nor where it is played."""
    word, (before, article), after = words[at], (words[at - 2] if at > 1 else "", words[at - 1] if at else ""), words[at + 1 : at + 2]
    if word not in question.named and word not in question.known:
        return False
    if word in _OWN or word in telling or inflected(word, question):
        return False
    if number_of(word) is not None or before in _ONTO or (after and after[0] in telling - _AS):
        return False
    return not at or article in vocabulary.ARTICLES | _WITH


def is_only_compared(line: Line, place: int, question: Question) -> bool:
    """Return whether the choice at `place` is named only in a comparison or as left out: "the second is better than bidding"."""
    named = [
        at for at, word in enumerate(line.words) if word not in IDLE and place in (question.holders.get(word) or inflected(word, question))
    ]
    return bool(named) and all(_follows_than(line.words[:at]) for at in named)


def _follows_than(words: Sequence[str]) -> bool:
    """Return whether the words end with a comparison, apart from articles."""
    said = [word for word in words if word not in vocabulary.ARTICLES]
    return bool(said) and said[-1] in _THAN and (not _THAN[said[-1]] or not _THAN[said[-1]].isdisjoint(said[:-1]))


def pleads(line: Line) -> bool:
    """Return whether other players are asked to spare someone: "don't attack me"."""
    clauses = [line.words[start:end] for start, end in line.clauses()]
    return any(
        not vocabulary.NEGATIONS.isdisjoint(words)
        and not ACTIONS.isdisjoint(words)
        and any(word in _US and before not in _FOR for before, word in pairwise(words))
        for words in clauses
        if _SUBJECTS.isdisjoint(words)
    )


def beside_turned(claim: Claim | None, line: Line, question: Question) -> Claim | None:
    """Return the choice that is certain without the clauses that reject other choices; `claim` if there is none."""
    if line.asks or line.odd or (claim is not None and claim.certain) or (found := without_turned(line, question)) is None:
        return claim
    rest, turned = found
    other = chosen_by(rest, question)
    if other is not None and other.number and _count_of_numbers(rest) < _count_of_numbers(line):
        return claim  # "3, not 4"
    place = question.tokens.index(other.answers[0]) if other is not None and other.certain else stated(rest, question)
    if place is None or place in turned or names_person(Claim((question.tokens[place],)), question):
        return claim
    return Claim((question.tokens[place],), certain=True, plain=True)


def _count_of_numbers(line: Line) -> int:
    return sum(number_of(word) is not None for word in line.words)


def after_no(line: Line, question: Question) -> Claim | None:
    """Parse "no" and a choice of two: "No, put it at the bottom". "No, 2" is excluded, because the number may mean something else."""
    clauses = line.clauses()
    if len(clauses) < 2 or len(question.choices) != 2 or line.asks or line.words[slice(*clauses[0])] not in _NO:
        return None
    other = chosen_by(line.part(clauses[0][1], len(line.words)), question)
    fits = other is not None and other.certain and not other.number and not names_person(other, question)
    return other if fits else None


def after_but(claim: Claim, line: Line, question: Question) -> Claim:
    """Reorder the candidates of "not the Sun but the Moon": the choice after "but" comes first."""
    at = next((at for at, word in enumerate(line.words) if word in BUT and at + 1 < len(line.words)), 0)
    other = chosen_by(line.part(at + 1, len(line.words)), question) if at else None
    answers = dict.fromkeys([*(other.answers if other is not None else ()), *claim.answers])
    return replace(claim, answers=tuple(answers)[:CANDIDATES])


def the_other(claim: Claim | None, line: Line, question: Question) -> Claim | None:
    """Interpret the rejection of all choices but one. Of two choices, "not the Orb, the other one" names the other, and "not the Orb"
    probably means it. Of three, "not the Sun and not the Orb" probably means the third."""
    if claim is not None and not claim.certain and len(claim.answers) == len(question.choices) - 1 > 1:
        turned = sum(word in vocabulary.NEGATIONS for word in line.words)
        left = next(token for token in question.tokens if token not in claim.answers)
        return Claim((left, *claim.answers), doubt=Doubt.NEGATED) if turned >= len(claim.answers) else claim
    if claim is None or claim.certain or claim.doubt not in (Doubt.NEGATED, Doubt.AROUND) or len(question.choices) != 2:
        return claim
    refused = any(word in vocabulary.NEGATIONS for word in line.words)
    if len(claim.answers) != 1 or not refused or not any(word in vocabulary.NEGATIONS for word in line.words[:4]):
        return claim
    if not BACK.isdisjoint(line.words) and not vocabulary.OTHER.isdisjoint(line.words):
        return claim  # "no trick for me: the 0, and put the other back"
    other = next(token for token in question.tokens if token not in claim.answers)
    named = any(word in vocabulary.OTHER for word in line.words) and not any(word in vocabulary.DOUBTS - {"welche"} for word in line.words)
    return Claim((other, *claim.answers) if not named else (other,), named and not line.asks, claim.doubt)

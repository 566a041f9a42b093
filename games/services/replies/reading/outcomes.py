"""Match choices by their outcomes: "I'll take the three coins and live with the chaos", "the one where the sailor takes vows"."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from games.services.replies.reading import statement_words as say, vocabulary
from games.services.replies.reading.claims import CANDIDATES, Claim
from games.services.replies.reading.numbers import is_ordinal, number_of
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import Question
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import IDLE, word_set as _set

LONGEST = 20
ENOUGH, CLEAR = 3, 2
"""Words of an outcome that identify it in a sentence with an unlisted word, and the lead over any other outcome that is required."""
LEAST_STEM = 4
LEAST_RUN = 3
"""Consecutive words that identify an outcome by themselves."""
_SMALL = (
    vocabulary.ARTICLES
    | vocabulary.WEAK - {"one", "two", "zwei", "deux", "take", "put", "have"}
    | _set("card cards karte karten carte cartes")
)
_THE_ONE = _set("one card karte carte option that which who where with der die das den wo welche celle celui qui que avec mit")
_IT_IS = frozenset({("it", "s"), ("it", "is"), ("that", "s"), ("das", "ist"), ("es", "ist"), ("c", "est")})
_MINE = _set("i ich je j we wir let lets")
_AGAINST = (
    vocabulary.NEGATIONS
    | vocabulary.HESITATIONS
    | say.EXCLAIMED
    | say.FEELS - say.LOOKS
    | say.ALTERNATIVES
    | say.PAST
    | _set("if wenn si how why what when wie warum comment pourquoi")
) - _set("off aus")
_HAVING = say.HAVING | _set("got left only just nur noch ubrig seulement juste reste need needs brauche faut")
"""Words that tell how much somebody has."""


@dataclass(frozen=True, slots=True)
class _Fit:
    """How well a sentence fits the outcome of the choice `place`; `hits` is the number of common words."""

    place: int
    hits: int
    run: int
    """Length of the longest sequence of words that the outcome has too."""


def by_outcome(line: Line, said: Sequence[str], question: Question) -> Claim | None:
    """Return the choice whose outcome a sentence describes; a guess if other words are left."""
    if (paid := _by_amount(line, said, question)) is not None:
        return paid
    told = [word for word in said if word not in IDLE and word not in _SMALL] + [
        word
        for word in said
        if word in IDLE and number_of(word) is not None and not is_ordinal(word) and word not in ("one", "un", "ein", "eine")
    ]
    if said[0].isdigit() or (said[0] in vocabulary.NAMES_OF_CHOICES and said[1:2] and said[1].isdigit()):
        return None  # the number of a choice
    if (
        not any(number_of(word) is None for word in told)
        or line.odd
        or len(said) > LONGEST
        or not any(choice.outcomes for choice in question.choices)
    ):
        return None
    fits = sorted((_fit(place, told, said, question) for place in range(len(question.choices))), key=lambda fit: (-fit.hits, -fit.run))
    best, second = fits[0], fits[1] if len(fits) > 1 else _Fit(-1, 0, 0)
    if best.hits == second.hits or (best.hits < 2 and best.run < LEAST_RUN):
        return None
    unknown = len(set(map(_stem, told))) - best.hits
    against = any(word in _AGAINST for word in said) or line.asks or any(word in question.people for word in said)
    told_of = tuple(said[:2]) in _IT_IS and _THE_ONE.isdisjoint(said[2:5])
    framed = (not told_of and any(word in _MINE for word in said)) or any(word in _THE_ONE for word in said[:3])
    clear = best.hits - second.hits >= CLEAR or second.hits == 0
    named = sum(number_of(word) is None for word in set(told)) > 1 or best.run >= LEAST_RUN
    sure = named and (
        (unknown <= 0 and (clear or best.run > second.run + 1)) or (unknown == 1 and framed and clear and best.hits >= ENOUGH)
    )
    token = question.tokens[best.place]
    if sure and not against and not told_of and not (set(said) & say.OTHERS - {"you", "they", "them", "your"}):
        return Claim((token,), certain=True, plain=True)
    near = [question.tokens[fit.place] for fit in fits[:CANDIDATES] if fit.hits == best.hits]
    return Claim(tuple(near), doubt=Doubt.HINTED) if best.hits >= CLEAR else None


def _by_amount(line: Line, said: Sequence[str], question: Question) -> Claim | None:
    """Return the only choice that brings or costs the amount that is said, if something is done about it: "give me the 3 coins"."""
    amounts = _amounts(said)
    if len(amounts) != 1:
        return None
    places = [place for place in range(len(question.choices)) if any(amounts & _amounts(text) for text in question.told[place])]
    acts = any(word in say.ACTIONS or word in say.GETS or word in say.SELF for word in said)
    if len(places) != 1 or not acts or line.asks or line.odd or len(said) > LONGEST:
        return None
    if any(word in _AGAINST | _HAVING | say.OTHERS | say.COPULAS or word in question.people for word in said):
        return None
    return Claim((question.tokens[places[0]],), certain=True, plain=True)


def is_of_another_amount(said: Sequence[str], token: str, question: Question) -> bool:
    """Return whether an amount of money is said that another choice brings or costs, and this one does not."""
    amounts = _amounts(said)
    places = {place for place in range(len(question.choices)) if any(amounts & _amounts(text) for text in question.told[place])}
    return bool(places) and question.tokens.index(token) not in places


def _amounts(said: Sequence[str]) -> set[int]:
    """Return the numbers before words for money."""
    return {amount for word, unit in pairwise(said) if unit in vocabulary.MONEY and (amount := number_of(word)) is not None}


def _fit(place: int, told: Sequence[str], said: Sequence[str], question: Question) -> _Fit:
    """Return the best fit of a sentence to the outcome of a choice over all languages. `told` are its words with a meaning."""
    best, meant = _Fit(place, 0, 0), set(map(_stem, told))
    for text in question.told[place]:
        stems = _stems(text)
        alike = [{other for other in stems.get(stem[: LEAST_STEM - 1], ()) if _is_like(stem, other)} for stem in meant]
        hits = min(sum(map(bool, alike)), len(set().union(*alike)))  # "rêvé" and "rêveuse" count once
        fit = _Fit(place, hits, _run(said, text))
        best = max(best, fit, key=lambda one: (one.hits, one.run))
    return best


@lru_cache(maxsize=2048)
def _stems(text: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the stems of the words of an outcome by their beginnings."""
    found: dict[str, set[str]] = {}
    for word in text:
        stem = _stem(word)
        found.setdefault(stem[: LEAST_STEM - 1], set()).add(stem)
    return found


def _stem(word: str) -> str:
    number = number_of(word)
    return str(number) if number is not None and not is_ordinal(word) else word


def _is_like(word: str, other: str) -> bool:
    """Return whether two words are equal or forms of the same word."""
    if word == other:
        return True
    least = min(len(word), len(other))
    same = next((at for at in range(least) if word[at] != other[at]), least)
    return same >= LEAST_STEM - 1 and same >= max(len(word), len(other)) - 3 and word.isalpha() and other.isalpha()


def _run(said: Sequence[str], text: Sequence[str]) -> int:
    """Return the length of the longest sequence of words that both texts have."""
    found, whole = 0, f" {' '.join(text)} "
    for start in range(len(said)):
        while start + found < len(said) and f" {' '.join(said[start : start + found + 1])} " in whole:
            found += 1
    return found

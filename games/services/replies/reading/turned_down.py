"""Recognise clauses that reject or keep other choices beside one that chooses: "the Market, not the Forest", "I keep the Ace and pass".

Only names and values of cards count here. "3, not 4" of a list, "not Eve, Finn" and "not the Sun but the Moon" stay doubtful.
"""

from games.services.replies.reading import vocabulary
from games.services.replies.reading.numbers import PRONOUNS, number_of
from games.services.replies.reading.question import REFUSALS, Question
from games.services.replies.reading.sizes import value_of
from games.services.replies.reading.spelling import inflected, numbered
from games.services.replies.reading.statement_clauses import is_to_keep
from games.services.replies.reading.statement_words import ACTIONS, KEEPS, PAST, STAYS
from games.services.replies.reading.tokens import Line

UNKNOWN = 2
"""Most unlisted words of such a clause: "not buying at that price"."""
LONGEST_KEPT = 9
"""Most words of a clause that keeps a card."""
_AND = frozenset({"and", "und", "et"})
_IT = frozenset({"it", "them", "her", "him", "sie", "ihn", "es"})
"""Pronouns of the card that is kept, which another clause names."""
_DOES = (ACTIONS | vocabulary.VERBS | {"pass", "passe", "draw", "tax"}) - KEEPS
BACK = frozenset(
    {"back", "away", "return", "returns", "discard", "zuruck", "zurueck", "weg", "rends", "rendre", "rend", "remets", "remet", "remettre"}
    | {"zuruckgeben", "zurucklegen", "zurueckgeben", "zuruecklegen", "repart", "retourne", "retour", "remettez", "rendez"}
)
_INTO = frozenset({"goes", "throw", "in", "into", "bag", "beutel", "sac", "kommt", "muss", "wandert"})
_THINGS = frozenset({"it", "her", "him", "them", "card", "sie", "ihn", "es", "karte", "la", "le", "l", "carte"})
_PLAYED = vocabulary.word_set(
    "show reveal zeig zeige montre revele play use do take spiele spiel spielen nehme nehm nutze mache mach joue jouer jouons",
    "prends prend utilise tente tenter",
)
_SELF = frozenset(
    {"i", "ich", "je", "we", "wir", "on", "ll", "will", "d", "shall", "would", "like", "to", "want", "going", "m", "let", "s", "lets"}
    | {"dann", "halt", "eben", "alors", "donc", "jetzt", "vais", "veux", "only", "one", "my", "have", "can", "got", "the", "that", "this"}
    | {"einzige", "seule", "possible", "die", "i", "am", "werde", "will"}
)
_NAYS = frozenset({"nein", "non", "nee", "nope", "nah"})
"""Words that reject what was said before, not what follows them."""


def without_turned(line: Line, question: Question) -> tuple[Line, frozenset[int]] | None:
    """Return the line without such clauses and those that keep a card, and the choices that they reject; None if there are none."""
    left, turned, others = [], list[frozenset[int]](), not vocabulary.OTHER.isdisjoint(line.words)
    for at, (start, end) in enumerate(_parts(line)):
        words = line.words[start:end]
        named = _named(words, question) if at else None
        named = _kept(words, question) if named is None and not others else named
        if named is None:
            left.append((start, end))
        else:
            turned.append(named)
    if not left or not turned:
        return None
    words = tuple(word for start, end in left for word in line.words[start:end])
    breaks = tuple(mark for start, end in left for mark in (line.breaks[start] or ",", *line.breaks[start + 1 : end]))
    return Line(words, ("", *breaks[1:]), line.end, line.odd), frozenset[int]().union(*turned)


def _parts(line: Line) -> list[tuple[int, int]]:
    """Return the clauses, and the parts of those in which one of two verbs keeps a card: "I keep my Ace and pass"."""
    found = []
    for start, end in line.clauses():
        cut = next((at for at in range(start + 1, end - 1) if line.words[at] in _AND), 0)
        halves = line.words[start:cut], line.words[cut + 1 : end]
        verbs = sorted((not KEEPS.isdisjoint(half), not _DOES.isdisjoint(half)) for half in halves)
        found += [(start, cut), (cut + 1, end)] if cut and not verbs[0][0] and verbs[0][1] and verbs[1][0] else [(start, end)]
    return found


def _kept(words: tuple[str, ...], question: Question) -> frozenset[int] | None:
    """Return the choices of a card that a clause keeps: "the Ace stays in my hand"; None if it is no such clause."""
    if is_to_keep(question) or (KEEPS | STAYS).isdisjoint(words) or len(words) > LONGEST_KEPT:
        return None
    if any(word in PAST or word in vocabulary.DOUBTS or word in vocabulary.NEGATIONS or word in _IT for word in words):
        return None
    values = {number for word in words if word not in PRONOUNS and (number := number_of(word)) is not None}
    if any(not numbered(number, question) for number in values):
        return None
    held = [found for word in words if word not in vocabulary.WEAK and (found := question.holders.get(word) or inflected(word, question))]
    held += [numbered(number, question) for number in values]
    if any(question.choices[place].person for found in held for place in found):
        return None
    return frozenset.intersection(*held) if held else frozenset()


def _named(words: tuple[str, ...], question: Question) -> frozenset[int] | None:
    """Return the choices that a clause rejects by name: "not the savage", "no pact for me"; None if it is no such clause."""
    first = (
        words[0] if words[0] not in ("definitely", "certainly", "surtout", "bitte", "please", "aber", "but") else words[1:2] and words[1]
    )
    if first not in vocabulary.NEGATIONS or any(word in PAST or word in vocabulary.DOUBTS for word in words) or len(words) > 8:
        return None
    if first in _NAYS or not (vocabulary.CORRECTIONS - vocabulary.NEGATIONS).isdisjoint(words[1:2]):
        return None  # "no, actually tax them"
    values = [number for word in words if (number := number_of(word)) is not None]
    if any(not numbered(number, question) for number in values):
        return None  # a number of the list, or of something else
    held = [found for word in words if word not in vocabulary.WEAK and (found := question.holders.get(word) or inflected(word, question))]
    held += [numbered(number, question) for number in values]
    rest = [
        word
        for word in words
        if word not in vocabulary.NEGATIONS
        and word not in vocabulary.IDLE
        and word not in vocabulary.WEAK
        and word not in question.holders
        and number_of(word) is None
        and not inflected(word, question)
    ]
    if not held or len(rest) > UNKNOWN or any(question.choices[place].person for found in held for place in found):
        return None
    return frozenset().union(*held) if sum(word in vocabulary.NEGATIONS for word in words) > 1 else frozenset.intersection(*held) or None


def the_other_value(line: Line, question: Question) -> int | None:
    """Return which of two values is kept if the text gives the other back: "put the 1 back", "weg mit der 2"."""
    if len(question.choices) != 2 or not all(token.startswith("keep-") for token in question.tokens):
        return None
    words = line.words
    if (both := _kept_and_given_back(line, question)) is not None:
        return both
    start, end = line.clauses()[0] if words else (0, 0)
    rest = words[end:]
    if any(number_of(word) is not None and word != "one" for word in rest) or any(
        word in vocabulary.DOUBTS | (vocabulary.CORRECTIONS - vocabulary.NEGATIONS) for word in rest
    ):
        return None
    words = words[start:end]
    numbers = {number_of(word) for word in words} - {None}
    known = all(word in BACK | _INTO or word in vocabulary.IDLE or word in vocabulary.WEAK or number_of(word) is not None for word in words)
    gone = [place for place in range(2) if value_of(question, place) in numbers]
    if not (known and len(numbers) == len(gone) == 1 and any(word in BACK for word in words)) or line.asks or line.odd:
        return None
    return None if any(word in vocabulary.NEGATIONS | vocabulary.DOUBTS | KEEPS for word in words) else 1 - gone[0]


def _kept_and_given_back(line: Line, question: Question) -> int | None:
    """Parse a text of two parts, one for each value: "I keep the 1 and throw back the 2"."""
    cuts = [at for at in range(1, len(line.words)) if line.breaks[at] or line.words[at] in ("and", "und", "et")]
    parts = [line.words[start:end] for start, end in zip([0, *cuts], [*cuts, len(line.words)], strict=True)]
    said = [(part, {number_of(word) for word in part} - {None}) for part in parts]
    said = [(part, numbers) for part, numbers in said if numbers]
    if len(said) != 2 or any(len(numbers) != 1 for _part, numbers in said) or line.asks or line.odd:
        return None
    if any(word in vocabulary.NEGATIONS | vocabulary.DOUBTS for word in line.words):
        return None
    (first, kept), (second, back) = said
    if any(word in BACK for word in first):
        kept, back, first, second = back, kept, second, first
    if any(word in BACK for word in first) or not any(word in BACK for word in second):
        return None
    places = [place for place in range(2) if value_of(question, place) in kept]
    return places[0] if len(places) == 1 and value_of(question, 1 - places[0]) in back else None


def the_only(line: Line, question: Question) -> int | None:
    """Parse a pronoun if one of two choices does nothing: it means the other one ("I play it", "oui, je la joue")."""
    acting = [place for place, token in enumerate(question.tokens) if token not in REFUSALS]
    words = line.words
    if len(question.choices) != 2 or len(acting) != 1 or line.asks or line.odd or question.choices[acting[0]].person:
        return None
    if any(
        word in vocabulary.NEGATIONS | vocabulary.DOUBTS or number_of(word) is not None
        for word in words
        if word not in ("un", "une", "one", "ein")
    ):
        return None
    known = all(word in vocabulary.COURTESY | vocabulary.MUSING | _THINGS | _PLAYED | _SELF for word in words)
    return acting[0] if known and any(word in _THINGS for word in words) and any(word in _PLAYED for word in words) else None

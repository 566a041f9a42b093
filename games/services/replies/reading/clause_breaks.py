"""Insert clause breaks in lines without punctuation: "sun 2 lol he will hate me", "I slept on it and will play the Sun"."""

from dataclasses import replace
from itertools import product

from games.services.replies.reading import vocabulary
from games.services.replies.reading.statement_words import OTHERS, WOULD
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import word_set as _set

LEAST_BEFORE = 3
"""Fewest words before "I will …" or similar that form a clause of their own."""
_LAUGHS = _set("lol haha hahaha hehe hihi mdr ptdr xd rofl lmao")
_POLITE = _set("please pls plz thanks thx bitte danke svp stp merci")
_AND = _set("and und et but aber mais so because weil denn car damit")
_SUBJECTS = _set(
    "i he she they we you that this there may let hope ich er wir ihr du man hoffe",
    "je j il elle on nous vous tu ils elles ca c espere",
)
_DOES = frozenset(
    pair
    for subjects, verbs in (
        ("i", "shall will ll play take choose pick buy bid tax attack bury keep pass draw use lead"),
        ("ich", "nehme nehm spiele spiel wahle waehle mochte moechte kaufe biete greife begrabe ziehe passe setze lege"),
        ("je j", "prends joue choisis vais voudrais passe pose attaque enterre pioche mets"),
    )
    for pair in product(subjects.split(), verbs.split())
)
"""Pairs of words that begin a statement about an action of the writer."""
_FEELS = frozenset(
    pair
    for subjects, verbs in (
        ("i", "don dont won can cant need want hate love hope feel just really do have"),
        ("ich", "will brauche hab habe hasse liebe kann mag hoffe"),
        ("je j", "ne veux n ai aime deteste espere peux"),
    )
    for pair in product(subjects.split(), verbs.split())
)
"""Pairs of words that begin a statement about a wish or possession of the writer."""
_SELF = _set("i ich je j")
_ACTS = _set("werfe spiele nehme lege ziehe setze kaufe play throw take lay draw buy bury begrabe joue prends jette pose pioche enterre")
_OF_A_TIME = _set(
    "if when what which whether that who where time times day once until before after than as",
    "wenn was ob dass wo mal tag sobald bevor als si que quand ce fois moment jour comme quoi qui",
)
"""Conjunctions and adverbs before a subordinate clause, which is not separated."""
_UNSURE = vocabulary.NEGATIONS | vocabulary.DOUBTS | vocabulary.HESITATIONS | OTHERS | WOULD | _set("doubt hope wish hoffe bezweifle")


def with_clause_breaks(line: Line) -> Line:
    """Return the line with a break at each place where a new clause begins."""
    breaks, begins = list(line.breaks), 0
    for at in range(1, len(line.words) - 1):
        before, word, after = line.words[at - 1 : at + 2]
        if breaks[at]:
            begins = at
        elif (
            (before in _LAUGHS and at > 1)
            or (before in _POLITE and word in _SUBJECTS)
            or (
                word in ("and", "und", "et")
                and after in _ACTS
                and line.words[begins] in _SELF
                and not vocabulary.NEGATIONS.isdisjoint(line.words[begins:at])
            )
            or (word in _AND and after in _SUBJECTS and before not in _AND)
            or _says_what_is_done(line.words[begins:at], word, after)
            or _says_why(line.words[begins:at], word, after)
        ):
            breaks[at], begins = ",", at
    return replace(line, breaks=tuple(breaks))


def _says_why(before: tuple[str, ...], word: str, after: str) -> bool:
    """Return whether an explanation begins after a short answer: "Eyes 1 I don't want the trick"."""
    return (word, after) in _FEELS and len(before) < 5 and _SUBJECTS.isdisjoint(before) and before[-1] not in _OF_A_TIME


def _says_what_is_done(before: tuple[str, ...], word: str, after: str) -> bool:
    return (word, after) in _DOES and len(before) >= LEAST_BEFORE and before[-1] not in _OF_A_TIME and _UNSURE.isdisjoint(before)

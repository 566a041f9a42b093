"""Where one clause ends and the next begins in lines that have no marks: "sun 2 lol he will hate me", "I slept on it and will play the Sun"."""

from __future__ import annotations

from dataclasses import replace

from games.services.replies.reading import vocabulary
from games.services.replies.reading.statement_words import OTHERS, WOULD
from games.services.replies.reading.tokens import Line

LEAST_BEFORE = 3
"""Words before somebody says what they do, so that these are a clause of their own."""
_LAUGHS = frozenset("lol haha hahaha hehe hihi mdr ptdr xd rofl lmao".split())  # noqa: SIM905
_POLITE = frozenset("please pls plz thanks thx bitte danke svp stp merci".split())  # noqa: SIM905
_AND = frozenset("and und et but aber mais so because weil denn car damit".split())  # noqa: SIM905
_SUBJECTS = frozenset(
    "i he she they we you that this there may let ich er wir ihr du man je j il elle on nous vous tu ils elles ca c hope hoffe espere".split()  # noqa: SIM905
)
_DOES = frozenset(
    ("i", verb) for verb in "shall will ll play take choose pick buy bid tax attack bury keep pass draw use lead".split()  # noqa: SIM905
) | frozenset(
    [("ich", verb) for verb in "nehme nehm spiele spiel wahle waehle mochte moechte kaufe biete greife begrabe ziehe passe setze lege".split()]  # noqa: SIM905
    + [(subject, verb) for subject in ("je", "j") for verb in "prends joue choisis vais voudrais passe pose attaque enterre pioche mets".split()]  # noqa: SIM905
)
"""Somebody says what they do."""
_OF_A_TIME = frozenset(
    "if when what which whether that who where time times day once until before after than as wenn was ob dass wo mal tag sobald bevor als "
    "si que quand ce fois moment jour comme quoi qui".split()  # noqa: SIM905
)
"""Before these words somebody tells when, if or what they do."""
_UNSURE = vocabulary.NEGATIONS | vocabulary.DOUBTS | vocabulary.HESITATIONS | OTHERS | WOULD | {"doubt", "hope", "wish", "hoffe", "bezweifle"}


def with_joints(line: Line) -> Line:
    """The line with a mark at each such place."""
    breaks, begins = list(line.breaks), 0
    for at in range(1, len(line.words) - 1):
        before, word, after = line.words[at - 1 : at + 2]
        if breaks[at]:
            begins = at
        elif (
            (before in _LAUGHS and at > 1)
            or (before in _POLITE and word in _SUBJECTS)
            or (word in _AND and after in _SUBJECTS and before not in _AND)
            or _says_what_is_done(line.words[begins:at], word, after)
        ):
            breaks[at], begins = ",", at
    return replace(line, breaks=tuple(breaks))


def _says_what_is_done(before: tuple[str, ...], word: str, after: str) -> bool:
    return (word, after) in _DOES and len(before) >= LEAST_BEFORE and before[-1] not in _OF_A_TIME and _UNSURE.isdisjoint(before)

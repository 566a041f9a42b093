"""Split a line about several choices into what is chosen and what is left: "the Bull goes, I keep the rest", "all except the Tower".

A question asks either what is kept or what is given (offered, shown, discarded, buried). Each part of a line is on the side of its verb:
the words of the question's own side choose, those of the other side and words such as "except" and "not" leave out.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

from games.services.replies.reading import statement_words as say, vocabulary
from games.services.replies.reading.question import Question
from games.services.replies.reading.statement_clauses import is_to_keep
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import word_set as _set

KEPT = (
    say.KEEPS
    | say.STAYS
    | _set("remain remains hide hides hidden verstecke verstecken versteckt cache cacher need needs brauch brauche besoin")
)
OFFERED = _set(
    "show shows showing offer offers offering reveal reveals anbieten angeboten zeigen biete bieten zeige montre montrer offre",
    "offrir propose proposer out gone leaves verlasst verlassen fliegt fliegen enleve enlever retirer dehors separe",
    "ablegen abgelegt hergeben ditched",
)
TAKEN = _set(
    "take taking choose choosing chose pick picking select want wants opt nehme nehmen nimm wahle waehle wahlen waehlen mochte moechte",
    "prends prendre choisis choisir choisissons veux voudrais opte entscheide",
)
"""Verbs of choosing, which are on the side of the question."""
GIVEN = ((say.ACTIONS - vocabulary.VERBS) | OFFERED | {"go"}) - KEPT - vocabulary.ARTICLES - (say.OTHERS - {"her"})
EXCEPT = _set("except ausser sauf excepte hormis without ohne sans not nicht pas")
OTHERS = _set("other others rest remaining remainder anderen andern andere restlichen ubrigen uebrigen autres")
ALL = _set("all everything everyone alle alles tout tous toutes")
BOTH = _set("both beide beiden deux")
_NOT = _set("not nicht non")
BUT = _set("but bis moins minus")
"""Words for "except" behind a word for all."""
_VERBS = KEPT | GIVEN
_JOINS = _set("and und et but aber mais while wahrend")
_THE_REST = _set("le du")


@dataclass(frozen=True, slots=True)
class Split:
    """The chosen part of a line, the parts that leave choices out, and whether the line speaks of all or of the others as chosen."""

    chosen: Line
    left: tuple[tuple[str, ...], ...]
    whole: bool


def chosen_and_left(line: Line, question: Question) -> Split:
    """Split a line. A part without a verb is chosen."""
    line = _with_the_rest(line)
    chosen: list[int] = []
    left: list[tuple[str, ...]] = []
    whole = False
    for start, end in _parts(line):
        at = _excepted(line.words[start:end]) + start
        if _is_left(line.words[start:at], question):
            left.append(line.words[start:end])
            continue
        if at < end:
            left.append(line.words[at:end])
        whole = whole or not (ALL | BOTH | OTHERS).isdisjoint(line.words[start:at])
        chosen += range(start, at)
    words, breaks = tuple(line.words[at] for at in chosen), tuple(line.breaks[at] for at in chosen)
    return Split(Line(words, ("", *breaks[1:]), line.end, line.odd), tuple(left), whole)


def _with_the_rest(line: Line) -> Line:
    """Return the line with the French noun "le reste" as another word than the verb."""
    words = tuple("autres" if word == "reste" and before in _THE_REST else word for before, word in pairwise(("", *line.words)))
    return replace(line, words=words)


def _excepted(words: tuple[str, ...]) -> int:
    """Return where a word such as "except" is, behind which choices are left out; the length without one.

    At the end of a clause it stands behind them: "den Musiker nicht".
    """
    if words[-1] in _NOT and ALL.isdisjoint(words) and len(words) > 1:
        return 0
    for at, word in enumerate(words[:-1]):
        if word in EXCEPT | BUT and not ALL.isdisjoint(words[:at]):
            return at
    return 0 if words[0] in EXCEPT and len(words) > 1 else len(words)


def _is_left(words: tuple[str, ...], question: Question) -> bool:
    """Return whether the verbs of a part are those of the side that the question does not ask for."""
    own = own_verbs(question)
    return any(word in KEPT | GIVEN and word not in own for word in words) and own.isdisjoint(words)


def own_verbs(question: Question) -> frozenset[str]:
    """Return the verbs of the side that the question asks for."""
    return (KEPT if is_to_keep(question) else GIVEN | (vocabulary.VERBS - KEPT)) | TAKEN


def _parts(line: Line) -> list[tuple[int, int]]:
    """Return the clauses, cut also at conjunctions between two verbs: "I keep the Goat and offer the Bull"."""
    found: list[tuple[int, int]] = []
    for start, end in line.clauses():
        verbs = [at for at in range(start, end) if line.words[at] in _VERBS]
        first = start
        for before, after in pairwise(verbs):
            join = next((at for at in range(max(before, first) + 1, after) if line.words[at] in _JOINS), None)
            if join is not None:
                found.append((first, join))
                first = join + 1
        found.append((first, end))
    return found

"""Decide whether sentences with unlisted words make a choice: "time for the ORB mwahaha".

Each clause is first judged by itself (`statement_clauses`): whether it names exactly one choice, and whether its words are about something
else, such as another player's cards, the past or future, a feeling, a doubt, a question, or life outside the game. Then the clauses are
judged together: exactly one choice must be made, and other choices may be named only to reject them.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from games.services.replies.reading import statement_words as say, vocabulary
from games.services.replies.reading.lines import is_greeting
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.statement_clauses import Clause, clause_of, without_leads
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import IDLE, word_set as _set

MOST_CLAUSES = 60
_ENDS = ".!?;:()[]"
_ASKING_TAGS = frozenset(
    {"ja", "ne", "gell", "oder", "yes", "ok", "okay", "right", "hein", "non", "oui", "d", "accord", "please", "bitte"}
) - {"oder", "non"}
"""Tags after a comma that turn a statement into a question only in form."""
_NO = frozenset({"no", "nein", "non", "ne", "nee", "nah", "nope", "moment", "halt", "stop", "stopp", "quatsch", "euh", "ah"})

_THIRD = _set("he she they er sie der die il elle ils elles")
_TOLD = _set("said says told tells wrote asked asks sagt sagte meint meinte schrieb schreibt dit disait ecrit demande")
"""Third-person pronouns, and words for what somebody else said."""
_LEFT_TO_YOU = ("yours", "for you", "fur dich", "gehort dir", "pour toi", "pour vous")
"""Phrases that give something to the person who is addressed."""
_YOU_IT_IS = _set("you it s its is has to be must again du bist es wieder toi encore c est sera")
_SORRY = vocabulary.APOLOGIES | _set("tut mir leid hard feelings personlich personal personnel nimm s my mes")
"""Words of an apology to a person who is chosen."""

_UNSURE = _set("maybe perhaps probably probly prolly vielleicht evtl eventuell wahrscheinlich vermutlich womoglich probablement")
"""Words beside a choice with which it is only likely."""


def stated(line: Line, question: Question) -> int | None:
    """Return the index of the choice that sentences make; None if they make none or may mean something else."""
    if line.odd or len(line.clauses()) > MOST_CLAUSES or is_undecided(line):
        return None
    clauses: list[Clause] = []
    opens = True
    for sentence, asks, closed in _sentences(line):
        read = _joined([clause_of(words, question, first=not at and opens) for at, words in enumerate(sentence)], question)
        opens = closed or all(word in IDLE for words in sentence for word in words)
        if asks and (any(clause.named for clause in read) or any(map(asks_which, sentence))):
            return None
        clauses += [] if asks else read
    if (given := _left_to(clauses, question)) is not None:
        return given
    place = _one_of(_joined([clause for clause in clauses if clause.named], question) if _is_in_parts(clauses) else clauses, question)
    return place if place is not None and _fits_number(line, place, question) else None


def _fits_number(line: Line, place: int, question: Question) -> bool:
    """Return whether a number at the beginning is that of the choice. Numbers beyond the list belong to names: "12 Knight of Wands"."""
    at = 1 if line.words[0] in vocabulary.NAMES_OF_CHOICES else 0
    if at >= len(line.words) or not line.words[at].isdigit() or line.words[at + 1 : at + 2] == ("of",):
        return True
    number = int(line.words[at])
    return number == place + 1 or not 0 < number <= len(question.choices)


def _joined(clauses: list[Clause], question: Question) -> list[Clause]:
    """Join clauses that name one choice together: "witch, go smack those kobolds"."""
    parts = [clause.named for clause in clauses if clause.named]
    if len(parts) < 2 or any(len(named) < 2 for named in parts) or len(frozenset.intersection(*parts)) != 1:
        return clauses
    return [clause_of(tuple(word for clause in clauses for word in clause.words), question, first=True)]


def _is_in_parts(clauses: list[Clause]) -> bool:
    """Return whether the clauses have only parts of names: "Lose; Orb. Have a nice day"."""
    return not any(clause.made or clause.turned or clause.alone for clause in clauses)


def _sentences(line: Line) -> list[tuple[list[tuple[str, ...]], bool, bool]]:
    """Return for each sentence its clauses, whether it is a question, and whether it ends with more than a colon.

    A sentence with a tag ("…, ok?") is no question.
    """
    found: list[tuple[list[tuple[str, ...]], bool, bool]] = []
    sentence: list[tuple[str, ...]] = []
    for start, end in line.clauses():
        sentence.append(line.words[start:end])
        ended = line.breaks[end] if end < len(line.words) else line.end
        if any(mark in ended for mark in _ENDS) or ended.startswith("-") or end == len(line.words):
            tag = "?" in ended and len(sentence) > 1 and all(word in say.TAGS for word in sentence[-1])
            found.append((sentence[:-1] if tag else sentence, "?" in ended and not tag, any(mark in ended for mark in ".!?;")))
            sentence = []
    return found


def without_tag(line: Line) -> Line:
    """Return the line without a tag that makes it a question only in form: "The small Moon, ja?"."""
    clauses = line.clauses()
    if len(clauses) < 2 or "?" not in line.end or any("?" in mark for mark in line.breaks):
        return line
    start, end = clauses[-1]
    return replace(line.part(0, start), end=".") if all(word in _ASKING_TAGS for word in line.words[start:end]) else line


def without_sign_offs(line: Line) -> str:
    """Return the words, with a blank at both ends, without clauses that are sign-offs: "…, bis morgen!"."""
    clauses = [" ".join(line.words[start:end]) for start, end in line.clauses()]
    return f" {' '.join(clause for clause in clauses if clause not in vocabulary.SIGN_OFF_PHRASES)} "


@lru_cache(maxsize=1024)
def is_undecided(line: Line) -> bool:
    """Return whether the line says that the writer has not decided, answers later, or retracts something."""
    text = without_sign_offs(line)
    if any(word in vocabulary.HESITATIONS for word in line.words):
        return True
    return answers_later(line) or any(f" {phrase} " in text for phrase in say.TAKES_BACK)


_OTHERWISE = frozenset({"otherwise", "sonst", "ansonsten", "sinon"})


def is_unsure(line: Line, question: Question) -> bool:
    """Return whether a clause with a word of a choice or a number has a "maybe" beside it ("the nine, probably") or an "otherwise not"."""
    clauses = [line.words[start:end] for start, end in line.clauses()]
    if any(words[0] in _OTHERWISE and len(words) > 1 and vocabulary.NEGATIONS.issuperset(words[1:]) for words in clauses if words):
        return True
    return any(
        not _UNSURE.isdisjoint(words) and any(word in question.telling or number_of(word) is not None for word in words)
        for words in clauses
    )


def answers_later(line: Line) -> bool:
    """Return whether the answer is announced for later: "We go to the forest, my answer comes tonight"."""
    clauses = [line.words[start:end] for start, end in line.clauses()]
    return any(not say.THE_ANSWER.isdisjoint(words) and not say.IN_A_WHILE.isdisjoint(words) for words in clauses)


def asks_which(words: Sequence[str]) -> bool:
    """Return whether the words ask which one of several: "which", "welche", "quel"."""
    return any(
        word in ("which", "who", "whom", "welche", "welchen", "welcher", "wen", "wem", "lequel", "laquelle", "quel", "quelle")
        for word in words
    )


def _one_of(clauses: list[Clause], question: Question) -> int | None:
    """Return the index of the only choice that is made, else None."""
    chosen = {
        place
        for at, clause in enumerate(clauses)
        if clause.made or (clause.alone and _stands(clauses, at, question))
        for place in clause.named
    }
    turned = {place for clause in clauses if clause.turned for place in clause.named if len(clause.named) == 1}
    if len(chosen) != 1 or chosen & turned:
        return None
    place = next(iter(chosen))
    for at, clause in enumerate(clauses):
        if at and clause.named and place not in clause.named and clause.words[0] in _NO:
            return None  # "Sun... no, actually the Moon"
        if clause.turned:
            continue
        if clause.mixed and len(clause.named) < len(question.choices):
            return None
        if clause.named and any(word in say.ALTERNATIVES and word not in question.holders for word in clause.words):
            return None
        if clause.named and place not in clause.named:
            return None
        if at and clause.words[0] in vocabulary.CORRECTIONS - {"actually", "rather", "finalement", "plutot", "doch", "pas", "not", "nicht"}:
            return None
        if at and all(word in _NO for word in clause.words):
            return None
        if len(clause.words) < 4 and any(word in say.ALTERNATIVES for word in clause.words):
            return None
    return place


def _left_to(clauses: list[Clause], question: Question) -> int | None:
    """Return the person who is addressed and gets it: "Sorry Ada, it's yours", "Bob, this one is for you"; None if there is none."""
    named = [at for at, clause in enumerate(clauses) if clause.named]
    if len(named) != 1 or named[0] + 2 != len(clauses) or len(clauses[named[0]].named) != 1:
        return None
    (place,), (*_before, clause, after) = clauses[named[0]].named, clauses
    around = [word for word in clause.words if word not in question.people]
    if not question.choices[place].person or any(word not in IDLE | _SORRY for word in around):
        return None
    left = len(after.words) < 8 and any(f" {phrase} " in f" {' '.join(after.words)} " for phrase in _LEFT_TO_YOU)
    return place if left or (not _SORRY.isdisjoint(around) and _YOU_IT_IS.issuperset(after.words)) else None


def _is_about_person(words: Sequence[str]) -> bool:
    """Return whether the words behind a person's name speak of the person ("she needs it") or are an apology ("no hard feelings")."""
    spoken_of = words[0] in _THIRD and len(words) > 1 and (say.YOURS | _TOLD).isdisjoint(words)
    return spoken_of or (not _SORRY.isdisjoint(words) and all(word in _SORRY | IDLE | say.KINDS | say.LIFE for word in words))


def _stands(clauses: list[Clause], at: int, question: Question) -> bool:
    """Return whether a clause of little more than a name is a choice: the clauses around it are not about the thing of that name."""
    clause = clauses[at]
    place = next(iter(clause.named))
    before = clauses[:at]
    if before and not clause.first and any(word in say.ELSEWHERE for word in before[-1].words):
        return False
    if question.choices[place].person and any(not _is_manners(one) for one in before if not one.turned):
        return False
    after = clauses[at + 1] if at + 1 < len(clauses) else None
    if after is None:
        return True
    words = without_leads(after.words)
    exclaimed = any(word in say.EXCLAIMS for one in (*before, clause) for word in one.words)
    person = question.choices[place].person
    if person and _is_about_person(after.words):
        return True
    if clause.several and not person:
        aside = (
            say.ALTERNATIVES
            | (say.PAST | say.FEELS if exclaimed else frozenset())
            | (frozenset() if after.first else question.people | say.PAST)
        )
        return not any(word in aside for word in words) and (after.first or words[0] not in say.EXCLAIMED)
    aside = say.LIFE | say.ALTERNATIVES | say.PAST | (frozenset() if after.first and not person else say.YOURS)
    if any(word in aside for word in words) or words[0] in say.EXCLAIMED:
        return False
    if person and not after.first and (words[0] in say.ACTIONS or words[0] in vocabulary.VERBS or words[0] in vocabulary.NEGATIONS):
        return False  # "Tom, skip the small talk"
    if person and (any(word in vocabulary.MEETS | say.LATER for word in words) or any(word in say.SELF for word in words)):
        return False
    return not (exclaimed and any(word in say.FEELS for word in words)) and (
        clause.several or (person and after.first) or words[0] not in say.ABOUT_IT or any(word in say.SELF for word in words)
    )


def _is_manners(clause: Clause) -> bool:
    known = IDLE
    return is_greeting(" ".join(clause.words)) or all(word in known for word in clause.words)

"""Classify whether a text that names a choice is an answer or talk, by rules and by the weights of `talk_score`.

The other modules find the choice that a text names. Whether it is meant as the answer depends on the words around the name and their order:
who acts, when, and what is said about the name.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from games.rules.contract import Shape
from games.services.replies.reading import statement_words as say, vocabulary
from games.services.replies.reading.lines import after_greeting, bare
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.phrases import COMMENTS
from games.services.replies.reading.printed_names import with_whole_and
from games.services.replies.reading.question import REFUSALS, Question, without_articles
from games.services.replies.reading.refusals import is_none_of_them, oneself
from games.services.replies.reading.remarks import is_manner
from games.services.replies.reading.signs import NAME, NAMED, NUMBER, PERSON, is_plain, kind_of, sign_of, signs_of, without_farewell
from games.services.replies.reading.spelling import inflected, nearly
from games.services.replies.reading.statement_clauses import FROM, SKIPPING, TAKING, without_leads
from games.services.replies.reading.talk_score import features, score
from games.services.replies.reading.tokens import Line, line_of
from games.services.replies.reading.vocabulary import IDLE, word_set

TALK = 0.0
"""Above this sum of weights a text is probably talk: the writer is asked to confirm the choice, and it is not played."""
SURE = -2.0
"""Above this sum a guess has to be confirmed: a choice that is not named literally and has words with a meaning around it."""
MENTIONED = -5.5
"""Above this sum a card that may only be mentioned has to be confirmed: a remark follows its bare name ("Moon, best pub in town")."""
_IF = word_set("if when once unless until while after wenn falls sobald solange bis nachdem si quand lorsque tant")
_OTHERS = word_set(
    "he she they nobody somebody someone anyone anybody everyone everybody er keiner niemand jemand alle man il elle ils elles on personne"
)
_SAYS = word_set(
    "said says say told tells thinks thought wants wanted suggests suggested recommends recommended advised advises bets hopes asks asked",
    "sagt sagte sagten meint meinte findet fand glaubt rat riet will wollte empfiehlt empfahl fragt fragte hofft gesagt empfohlen geraten",
    "dit disait disent pense pensait veut voulait conseille conseillait trouve demande espere",
)
_YESTERDAY = word_set("yesterday gestern vorgestern")
_LAST_TIME = re.compile(
    r"(?<!\bas )(?<!\blike )(?<!\bunlike )(?<!\bthan )(?<!\bwie )(?<!\bals )(?<!\bcomme )(?<!\bcomme la )(?<!\bque la )"
    r"(?<!\bfor )(?<!\bfurs )(?<!\bpour la )"
    r"\b(?:last (?:time|week)|the other day|letztes mal|letzte woche|neulich|derniere fois|semaine derniere|l autre (?:jour|fois))\b"
)
_IS_ME = re.compile(r"<name> (?:, )?(?:is|s|c est|est) (?:me|moi)\b")
"""The card is what the writer is like: "the Fool is me"."""
_FRENCH_PAST = word_set("ai as a avons avez ont avait avais etait suis es est")
"""Words with which "hier" is French for yesterday, not German for here."""
_ENDS = frozenset(".!?;")
_AM = word_set("am bin suis")
_FAVOURITES = re.compile(r"\b(?:lieblingskarte|favou?rite card|carte preferee)\b")
_WOULD_BE = word_set("ware waren serait seraient")
_SHOULD = word_set("should ought must soll sollte muss musste devrait doit")
_I = word_set("i we ich wir je j")
_YOU = word_set("you u du ihr tu vous")
_TO = word_set(
    "to for with on at in into an auf bei fur mit zu pour a avec chez sur dans and und et oh well ok then dann alors hm hmm na sorry"
)
_NEIGHBOUR = word_set("neighbour neighbor nachbar nachbarin nachbarn voisin voisine")
"""Words for the neighbour to whom a card is passed."""
_LEADS = word_set("so then therefore ok okay well and but also dann und aber alors donc et mais") | vocabulary.ARTICLES
_BESIDE = (
    IDLE
    | _TO
    | vocabulary.COURTESY
    | vocabulary.MUSING
    | vocabulary.ARTICLES
    | vocabulary.VERBS
    | say.ACTIONS
    | vocabulary.LESS
    | vocabulary.MORE
)
_BESIDE |= vocabulary.CHEAPER | vocabulary.DEARER | _NEIGHBOUR | say.GETS | word_set("skip skips skipping saute")
"""Words around a name that only say that it is chosen."""
_TELLING = (say.PAST | say.OTHERS | say.LIFE | say.FEELS | vocabulary.NEGATIONS | vocabulary.DOUBTS) - _NEIGHBOUR
"""Words with which a sentence may be about something else."""
_GIVING = (say.TOWARDS | say.GETS | say.ACTIONS | vocabulary.VERBS | vocabulary.GIVES | vocabulary.MUSING) - word_set("avec mit with bei")
"""If persons are the choices, a sentence with none of these words only mentions a person."""
_POLITE = (("possible",), ("moglich",), ("you",), ("du",), ("ihr",), ("tu",), ("vous",), ("so",), ("then",))
_NUMBER_SIGNS = word_set("n no nr num number nummer numero die le the option choice wahl choix")
_ANYWAY = word_set("anyway anyways sowieso ohnehin eh")
"""Words of a remark that gives a reason for the move: "Turm, der wackelt sowieso"."""
_HEDGES = word_set("objects objection objections mind dagegen inconvenient")


def is_talk(lines: Sequence[str], chosen: str, question: Question, answer: str) -> bool:
    """Return whether the lines are more likely talk than the answer `answer` to a question for one choice.

    `chosen` is the line with the answer. Always False for questions for several choices or a number.
    """
    if question.shape is not Shape.ONE:
        return False
    ruled = by_rule(lines, chosen, question, answer)
    if ruled is not None:
        return ruled
    total = score(features(lines, question))
    return total > TALK or (total > MENTIONED and total > bound(chosen, question, answer))


def by_rule(lines: Sequence[str], chosen: str, question: Question, answer: str) -> bool | None:
    """Return whether the lines are talk if a rule decides it; None if the weights have to decide."""
    if any(_depends(line, question) or _is_reported(line, question) for line in lines):
        return True
    if answer == question.me and oneself(line_of(chosen), question) is not None:
        return False
    said = line_of(chosen)
    turned = not vocabulary.NEGATIONS.isdisjoint(said.words)
    if answer in REFUSALS and turned and not said.asks and (" ".join(said.words) in vocabulary.REFUSED or is_none_of_them(said.words)):
        return False  # "I don't want to bury anything"
    signs = [sign for line in lines for sign in signs_of(line, question)]
    if all(is_plain(sign) for sign in signs) or sum(sign[0].isalpha() or sign[0] == "<" for sign in signs) == 1:
        return False  # "Orb, please"
    if all(sign != PERSON and is_plain(sign) for sign in signs_of(chosen, question)):
        return False  # the bare answer on a line of its own
    if (
        _tells_somebody(signs)
        or (_advises(signs) and "seat" not in answer)
        or any(first == NAME and second in _AM for first, second in pairwise(signs))
    ):
        return True  # "the fool am I"
    if _FAVOURITES.search(" ".join(said.words)):
        return True  # "La Lune, ma carte préférée"
    if _IS_ME.search(" ".join(signs)) or (signs[0] in FROM and signs[1:2] == [":"]):
        return True  # "the Fool is me", or a header: "Von: Bob"
    if any(first in (NAME, NUMBER) and second in _WOULD_BE for first, second in pairwise(signs)):
        return True  # "the Cross on path 1 would be suicide", in German and French
    if any(two == (PERSON, "s") and third in say.COPULAS for two, third in zip(pairwise(signs), signs[3:], strict=False)):
        return True  # "Bob's move is slow"
    if signs[0] in _YOU and all(not sign[0].isalpha() for sign in signs[1:]):
        return True  # "you dreamer"
    if _is_person(answer, question) and PERSON in signs and NUMBER not in signs and _only_names(lines, signs, question):
        return True
    return None


def bound(chosen: str, question: Question, answer: str) -> float:
    """Return the sum of weights above which the lines count as talk: lower for a guess, lowest for a card that may only be mentioned."""
    line, place = (
        with_whole_and(without_farewell(line_of(after_greeting(bare(chosen))), question), question),
        question.tokens.index(answer),
    )
    if _is_mentioned(line, place, question):
        return MENTIONED
    return SURE if _is_guess(line, place, question) else TALK


def _is_mentioned(line: Line, place: int, question: Question) -> bool:
    """Return whether the line begins with a card's name of one word, and a remark that is not about the move follows its comma.

    The remark is about the move if it is a courtesy, begins a reason or a wish ("because", "good luck"), or says what the writer does,
    not what the writer feels.
    """
    if not line.words:
        return False  # "of course!" to a question for yes or no
    (_start, end), *after = line.clauses()
    name, mark = without_articles(line.words[:end]), line.breaks[end] if end < len(line.words) else ""
    if len(name) != 1 or question.choices[place].person or place not in question.full_names.get(name, ()) or mark[:1] not in (",", "-"):
        return False
    ends = (at for at in range(end + 1, len(line.words)) if any(sign in line.breaks[at] for sign in ".!?;"))
    remark = line.words[end : next(ends, len(line.words))]
    numbers = [number_of(word) for word in remark if word not in _NUMBER_SIGNS]
    about = (
        numbers == [place + 1]
        or all(map(is_manner, line.words[slice(*after[0])]))
        or remark[0] in vocabulary.BECAUSE
        or not _ANYWAY.isdisjoint(remark)
        or " ".join(remark).startswith(COMMENTS)
    )
    acts = not _I.isdisjoint(remark) and say.FEELS.isdisjoint(remark) and say.TAGS.isdisjoint(name)  # "right, I'll look later"
    return len(remark) > 1 and not about and not acts


def _is_guess(line: Line, place: int, question: Question) -> bool:
    """Return whether the answer is a guess: no clause of its line is the number or a printed name of the choice, and the line has other
    words with a meaning."""
    if any(_is_literal(line.words[start:end], place, question) for start, end in line.clauses()):
        return False
    if any(word in _TELLING for word in line.words):
        return True
    others = [word for word in line.words if word not in _BESIDE and number_of(word) is None]
    unknown = sum(not _belongs_to(word, place, question) for word in others)
    return unknown > _names_both_parts(line.words, place, question)


def _names_both_parts(words: Sequence[str], place: int, question: Question) -> bool:
    """Return whether several words together name this choice alone, each of which other choices share: "windfall painter"."""
    named = [held for word in words if word not in IDLE and place in (held := question.holders.get(word, frozenset()))]
    return len(named) > 1 and all(len(held) > 1 for held in named) and len(frozenset.intersection(*named)) == 1


def _is_literal(words: Sequence[str], place: int, question: Question) -> bool:
    """Return whether the clause is the number or a printed name of the choice, apart from conjunctions before it and courtesies."""
    said = [word for word in words if word not in vocabulary.COURTESY]
    said = said[next((at for at, word in enumerate(said) if word not in _LEADS), len(said)) :]
    return said == [str(place + 1)] or place in question.full_names.get(without_articles(said), ())


def _belongs_to(word: str, place: int, question: Question) -> bool:
    """Return whether the word belongs to a name or synonym of the choice, in this form, inflected, or with a small typo."""
    if word in IDLE:
        return False
    named = place in question.holders.get(word, ()) or (word in question.telling and word not in question.holders)
    return named or place in inflected(word, question) or (len(word) > 4 and place in nearly(word, question)[0])


def _tells_somebody(signs: Sequence[str]) -> bool:
    """Return whether a person at the table is told to act: "Bob, play the Moon"."""
    told = len(signs) > 3 and signs[0] == PERSON and signs[1] == "," and kind_of(signs[2]) in ("action", "choosing")
    return told and signs[2] not in vocabulary.ARTICLES and say.SELF.isdisjoint(signs)


def _advises(signs: Sequence[str]) -> bool:
    """Return whether it is said what a person at the table should do: "Ada should play the Moon"."""
    return len(signs) > 2 and signs[0] == PERSON and signs[1] in _SHOULD and NAME in signs[2:]


def _is_person(answer: str, question: Question) -> bool:
    return any(choice.person and choice.token == answer for choice in question.choices)


def _only_names(lines: Sequence[str], signs: Sequence[str], question: Question) -> bool:
    """Return whether a person is only mentioned: "Bob sleeps". "Bob, I think" and "Bob. Poor guy" have Bob as a clause of his own."""
    to = _TO | FROM if question.kind in TAKING else _TO
    given = any(second in _GIVING or (second == PERSON and first in to) for first, second in pairwise(("", *signs)))
    if given or question.kind in SKIPPING:
        return False
    said = [line.words[start:end] for line in map(line_of, lines) for start, end in line.clauses()]
    named = [without_leads(words) for words in said if not question.people.isdisjoint(words)]
    return not any(all(len(word) == 1 or word in say.KINDS or is_plain(sign_of(word, question)) for word in words) for words in named)


def _depends(text: str, question: Question) -> bool:
    """Return whether the text has a condition on another person ("If Bob passes, 2") or with the choice ("as soon as the Moon is out")."""
    line = line_of(text)
    return any(
        line.words[start] in _IF
        and (
            any(word in question.people or word in _OTHERS for word in line.words[start + 1 : start + 2])
            or (line.words[start + 1 : start + 2] not in _POLITE and any(sign_of(word, question) == NAME for word in line.words[start:end]))
        )
        and _HEDGES.isdisjoint(line.words[start:end])
        and end < len(line.words)
        for start, end in line.clauses()
    )


def _is_reported(text: str, question: Question) -> bool:
    """Return whether the text reports what another person says or wants, or what was done the day before.

    Examples: "Ada said I should take the coins", "gestern den Mond gespielt", "le Bateleur, je l'ai eu la dernière fois".
    """
    return any(_is_told(signs) for signs in _sentences(signs_of(text, question)) if not NAMED.isdisjoint(signs))


def _sentences(signs: Sequence[str]) -> list[list[str]]:
    """Return the signs of each sentence."""
    found: list[list[str]] = [[]]
    for sign in signs:
        if sign in _ENDS:
            found.append([])
        else:
            found[-1].append(sign)
    return found


def _is_told(signs: Sequence[str]) -> bool:
    """Return whether a sentence tells of the day before, of the last time, or of what another person says."""
    if (
        _LAST_TIME.search(" ".join(sign for sign in signs if sign[0].isalpha()))
        or any(sign in _YESTERDAY for sign in signs)
        or ("hier" in signs and not _FRENCH_PAST.isdisjoint(signs))
    ):
        return True
    tellers = [at for at, sign in enumerate(signs) if sign == PERSON or sign in _OTHERS]
    return any(not _SAYS.isdisjoint(signs[at + 1 : at + 4]) and NAME in signs[at + 1 :] for at in tellers)

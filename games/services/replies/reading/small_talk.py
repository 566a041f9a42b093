"""Recognise remarks made of a name and small words: "you and your taxes", "I always lose with the Orb", "poor Devil", "lol the Star".

A name between small words is an answer, unless the words say that another person does it, how often, or what it is like, or address a
person. Words of names are ignored, because a name may have such words itself ("Tax your people").
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from games.services.replies.reading import statement_words as say, vocabulary
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.printed_names import names_in
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected, nearly
from games.services.replies.reading.statement_clauses import TAKING
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import IDLE, word_set as _set

_NAME = ""
"""Placeholder for a word of a name."""
_YOU = _set("you u ya yall du ihr tu vous")
_ASKS = _set("what quel quelle quels quelles toute wem wen wer wieso warum who whom why whose qui pourquoi")
_SUPERLATIVES = _set("best worst beste bestes bester schlechteste schlechtestes schlechtester meilleur meilleure pire")
_YOU_KNOW = _set("you u ya tu vous")
_ASKED = _set(
    "can could may might should must will would ll know knows kannst konnt konntet darf durft solltest peux pouvez pourriez pourrais devez"
)
"""Words after "you" with which the reader is asked to do something."""
_ALL = _set(
    "everyone everybody people folks nobody somebody someone they alle jeder jede niemand jemand man leute chacun personne ils elles"
)
_OFTEN = _set("always never usually often sometimes mostly rarely immer nie oft meistens manchmal selten toujours jamais souvent parfois")
_SETTLED = vocabulary.phrases_of("has to be|must be|it is|it s got to be|muss es sein|soll es sein|ce sera|please|pls|bitte|svp|stp")
_GIVING = frozenset({"give", "pass_card", "exchange_give"})
_AS = _set("as wie comme once einmal")
_AM = _set("am m are re bin sind suis sommes")
_ME = _set("i we ich wir je j on")
_FEELS = _set(
    "finde finden findet trouve trouves trouvent finds feel feels fuhl fuhle",
    "love loves loved hate hates hated adore adores miss missed liebe liebt hasse hasst vermisse mag",
    "adore adores adorons deteste aime aimes",
)
_WOULD = _set("d would ll will dt gern gerne lieber voudrais aimerais to zu")
_LIKE_THAT = _set(
    "art artwork typo bug error fehler tippfehler erreur faute coquille though happened",
    "fehlt fehlen manque manquent lack lacks lacking missing",
    "poor same typical classic everywhere overrated underrated nasty mean cruel funny hilarious legendary iconic cute gorgeous awesome",
    "typisch typische typischer dasselbe dieselbe derselbe gleiche arm armer arme armes uberall unfair gemein fies lustig suss cool",
    "pareil pareille partout pauvre pauvres mechant mechante drole marrant marrante mignon mignonne",
)
"""Words that describe a thing or say where it is."""
_SET_PHRASES = (
    "long live", "es lebe", "hoch lebe", "hoch leben", "vive", "vivat", "vivent les", "good old", "guter alter", "gute alte",
    "guten alten", "ce bon vieux", "cette bonne vieille", "for president", "tout le monde", "le monde entier", "the whole world",
    "die ganze welt", "hort auf", "hor auf", "arrete avec", "arretez avec", "arrete de", "arretez de", "stop with", "stop it with",
    "enough with", "enough of", "genug von", "schluss mit", "assez de", "marre de", "tired of", "sick of", "schon wieder",
    "strikes again", "s again", "back again", "hat wieder", "hat mal wieder", "here we go again", "so much for", "soviel zu",
    "so viel zu", "what is it with", "what s with", "was ist mit", "que de", ". and me", ". und ich", ". et moi", "let s meet",
    "meet at", "treffen wir uns", "on se retrouve", "mein favorit", "meine favoriten", "mon prefere", "ma preferee",
    "c est mon prefere", "on parle", "reden uber", "reden wir", "talk about", "talking about", "nothing beats", "nichts geht uber",
    "nichts schlagt", "rien ne vaut", "hello from", "hi from", "hallo aus", "hallo vom", "bonjour de", "bonjour du", "que fait",
    "qu est ce que fait", "ach ja", "vs the world", "such a", "so ein", "so eine", "ah oui",
    "encore ce", "encore cet", "encore cette", "encore ces",
)  # fmt: skip
_AND_I = frozenset({("me", "and"), ("ich", "und"), ("moi", "et")})
_ANY = _set("a an un une ein eine einen einem einer")
_TO = _set("to zum zur vers")
_EXCLAMATIONS = _set("wow omg ugh oof wtf")
THAT_IS_A = {
    ("that", "s", "a"),
    ("that", "is", "a"),
    ("das", "ist", "ein"),
    ("das", "ist", "eine"),
    ("c", "est", "un"),
    ("c", "est", "une"),
}
_INTERJECTIONS = _set("wow omg ugh oof wtf ja na lol haha hahaha hihi hehe mdr ptdr ah ach aah oh ooh")
_PRAISE = re.compile(
    r"\b(?:nice|good|great|well|bien|beau|joli|belle|gut|super|klasse|stark|tolle?|(?:schon|gut|stark)er?) "
    r"(?:one|move|play|played|job|game|done|trick|joue|coup|partie|gespielt|zug|gemacht)\b"
    r"|\b(?:thanks?|danke|merci) (?:for|fur|pour|du|de|a lot|alot|vielmals)\b"
)
"""Praise and thanks, after which a person that is named is addressed, not chosen."""


def is_remark(said: Line, question: Question, token: str) -> bool:
    """Return whether a clause with a name is a remark.

    False if another clause makes the choice. `token` is the named choice.
    """
    words = _without_names(said, question)
    clauses = [words[start:end] for start, end in said.clauses()]
    if tuple(words[:2]) == ("ach", "ja"):
        return True
    named = [clause for clause in clauses if _NAME in clause]
    person = question.choices[question.tokens.index(token)].person
    thing = token not in say.CHOSEN_BY_WORD and not any(part.isdigit() for part in token.split(">")) and not person
    if any(
        _is_hailed(clause, taken=question.kind in TAKING) or (thing and (_is_one(clause) or _is_any(clause, placed=">" in token)))
        for clause in named
    ):
        return True
    if any(_decides(said.words[start:end]) for start, end in said.clauses()):
        return False
    if any(_is_remark(clause, giving=question.kind in _GIVING) for clause in named):
        return True
    if any(" ".join(clause) in _SET_PHRASES for clause in clauses):
        return True  # "The Devil, schon wieder"
    if any(_asks_about(words, said.breaks, *spans) for spans in pairwise(said.clauses())):
        return True
    spoken = next((at for at, word in enumerate(words) if word not in _INTERJECTIONS), 0)
    if not spoken or (said.breaks[spoken : spoken + 1] > ("",) and _EXCLAMATIONS.isdisjoint(words[:spoken])):
        return False  # "ach, die Sonne" is an answer
    return all(word == _NAME or word in vocabulary.WEAK - _ME or number_of(word) is not None for word in words[spoken:])


def _asks_about(words: Sequence[str], breaks: Sequence[str], named: tuple[int, int], after: tuple[int, int]) -> bool:
    """Return whether an exclamation, or a superlative with another noun, follows a name and a comma: "the Moon, what a night"."""
    if _NAME not in words[slice(*named)] or breaks[after[0]] != "," or after[1] - after[0] < 2:
        return False
    first, noun = words[after[0] : after[0] + 2]
    known = IDLE | vocabulary.WEAK | vocabulary.NOUNS | vocabulary.NAMES_OF_CHOICES | {_NAME}
    return first in _ASKS or (first in _SUPERLATIVES and noun not in known)


def _without_names(said: Line, question: Question) -> list[str]:
    """Return the words, with "" for words of names and of their synonyms."""
    words = list(said.words)
    spans = list(names_in(said.words, question))
    for at, word in enumerate(said.words):
        spans += [
            (at, at + len(phrase))
            for phrase, _printed in question.renamings.get(word, ())
            if said.words[at : at + len(phrase)] == phrase and not any(said.breaks[at + 1 : at + len(phrase)])
        ]
        if word not in vocabulary.WEAK and (
            word in question.holders or (word not in IDLE and (inflected(word, question) or nearly(word, question)[1]))
        ):
            spans.append((at, at + 1))
    for start, end in spans:
        words[start:end] = [_NAME] * (end - start)
    return words


def _decides(clause: Sequence[str]) -> bool:
    """Return whether a clause makes a choice ("I play …", "it has to be …"), not only describes a feeling or habit."""
    mine = next((at for at, word in enumerate(clause) if word in _ME), len(clause))
    acts = any(word in say.ACTIONS or word in vocabulary.VERBS or word in say.CHOSEN_BY_WORD for word in clause[mine + 1 : mine + 6])
    settled = any(f" {phrase} " in f" {' '.join(clause)} " for phrase in _SETTLED)
    return (acts or settled) and _OFTEN.isdisjoint(clause) and _FEELS.isdisjoint(clause)


def _is_remark(clause: Sequence[str], *, giving: bool) -> bool:
    """Return whether a clause with a name describes, addresses another person, or tells of a habit or feeling."""
    rest = [word for word in clause if word not in vocabulary.MUSING]
    subject, follows = (*rest, "", "")[:2]
    if giving and subject in _ALL and follows in say.GETS | _ASKED:
        return False
    if subject == "du" and follows == _NAME:
        subject = ""  # "du" before a name is a French article, not the German "you"
    if (subject in _YOU and follows not in _ASKED) or subject in _ALL or (subject in ("may", "moge") and follows not in _ME):
        return True
    if any(word == _NAME and after in _YOU_KNOW for word, after in pairwise(clause)):
        return True  # "better the devil you know"
    if any(word == _NAME and after.endswith("ed") and after not in say.ACTIONS for word, after in pairwise(clause)):
        return True  # "the Moon worked well last time"
    if not _OFTEN.isdisjoint(clause) and _AS.isdisjoint(clause):
        return True
    if not _LIKE_THAT.isdisjoint(clause) and subject not in _ME:
        return True
    return not _FEELS.isdisjoint(clause) and _WOULD.isdisjoint(clause)


def _is_hailed(clause: Sequence[str], *, taken: bool) -> bool:
    """Return whether a clause with a name is a set phrase, or begins like "from the Devil" or "me and the Devil".

    `taken`: the question is from whom something is taken, so that "from Bob" answers it.
    """
    text = f" {' '.join(word or '.' for word in clause)} "
    return (
        (clause[0] == "from" and _NAME in clause[1:3] and not taken)
        or tuple(clause[:2]) in _AND_I
        or any(f" {phrase} " in text for phrase in _SET_PHRASES)
    )


def _is_one(clause: Sequence[str]) -> bool:
    """Return whether the writer says that they are it: "I am the Devil"."""
    words = [word for word in clause if word not in vocabulary.ARTICLES]
    return any(me in _ME and am in _AM and name == _NAME for me, am, name in zip(words, words[1:], words[2:], strict=False))


def _is_any(clause: Sequence[str], *, placed: bool) -> bool:
    """Return whether the clause is about any thing of that name or a place: "an angel", "to the moon"."""
    words = [word for word in clause if word not in vocabulary.MUSING | vocabulary.COURTESY]
    if tuple(words[:3]) in THAT_IS_A and _NAME in words:
        return True  # "that's a fine angel"
    thing = (words[0] in _ANY and words[1:2] not in (["l"], ["la"], ["the"])) or (not placed and words[0] in _TO)
    return thing and all(word == _NAME or word in vocabulary.ARTICLES for word in words[1:])


def praises(words: Sequence[str]) -> bool:
    """Return whether somebody is praised or thanked: "nice one Gus", "danke für nichts, Finn"."""
    return _PRAISE.search(" ".join(words)) is not None

"""Parse a yes or no as the answer to a question: "of course", "no thanks", "not this time"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import Claim
from games.services.replies.reading.clauses import chosen_by
from games.services.replies.reading.folding import words
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import GOING_ON, REFUSALS, Question
from games.services.replies.reading.statement_words import ACTIONS
from games.services.replies.reading.tokens import Line, line_of
from games.services.replies.reading.vocabulary import IDLE

NOTHING = frozenset({"none", "nothing", "nichts", "keine", "keins", "keinen", "rien", "aucun", "aucune", "pass", "neither"})
_ANY = frozenset({"anything", "any", "irgendwas", "irgendetwas", "quoi"})
_NOT_NOW = re.compile(
    r"(?:(?:no thanks|nein danke|non merci|no|nein|non) )?"
    r"(?:(?:not|nothing) this (?:time|turn|round)|(?:diesmal|dieses mal|diese runde) nichts?"
    r"|(?:pas|rien) (?:cette fois|ce (?:tour|coup))(?: ci)?)(?: thanks| thank you| danke| merci| sorry)?"
)
_NOT_YET = re.compile(r"(?:not|nothing) (?:for )?now|(?:jetzt|noch) nicht|nicht (?:jetzt|diesmal|diese runde)|pas maintenant|pas encore")
_PASSING = re.compile(
    r"^(?:i (?:(?:ll|will) )?|ich |je )?(?:pass|passe|skip) |(?: so| then| also| donc)?(?: i(?: ll| will)?| ich| je)? (?:pass|passe|skip)$"
)
"""A word for passing at the beginning or the end of a text."""
_NO_THANKS = frozenset(
    f"{no} {thanks}" for no in ("no", "nein", "non", "nope", "nah", "nee") for thanks in ("thanks", "thank you", "danke", "merci", "thx")
)
_YES_PLEASE = frozenset(
    f"{yes} {please}"
    for yes in ("yes", "ja", "oui", "yeah", "yep")
    for please in ("please", "pls", "bitte", "gerne", "gern", "svp", "stp", "volontiers")
) | {"ja sehr gerne", "sure please", "oui s il te plait", "oui s il vous plait", "volontiers", "avec plaisir"}
_BEING = frozenset({"am", "m", "bin", "suis", "here", "hier", "still"})
"""Words about the writer after a yes ("yes, I am here"), with which it only confirms that the mail was read."""
_BY_LEAVING = frozenset({"pass", "skip", "none", "done"})
"""Tokens of choices that do nothing."""
_MYSELF = frozenset({"me", "myself", "ich", "mich", "mir", "moi"})
_REFLEXIVE = frozenset({"me", "myself", "mich", "moi"})
_ME = _MYSELF | {"i", "je", "meme", "selbst", "selber", "it", "s", "is", "that", "das", "bin", "c", "est"}
_FIRST = frozenset({"first", "start", "starts", "begin", "zuerst", "fange", "fang", "an", "beginne", "d", "abord", "commence"})
_GO_ON = frozenset("weiter mach machen weitermachen continue continues continuez go on proceed carry vas allez y".split())  # noqa: SIM905
"""Words that say yes to "Go on?", alone or after a yes."""
_NO = frozenset({"no", "nah", "nan", "nope", "nein", "nee", "ne", "non"})
_RATHER_NOT = frozenset({"rather not", "i d rather not", "lieber nicht", "plutot pas", "no need", "pas besoin", "brauche ich nicht"})


def yes_or_no(line: Line, said: str, question: Question) -> Claim | None:
    """Parse the answer to a yes-or-no question: "of course", "ja, eine Karte bitte". `said` is the folded text."""
    both, first = (said, " ".join(line.words)), " ".join(line.words[slice(*line.clauses()[0])]) if line.words else ""
    small = all((word in IDLE or word in vocabulary.ARTICLES) and word not in _BEING for word in line.words)
    if any(one in vocabulary.CONSENTS for one in both) or (first in vocabulary.CONSENTS and small):
        return Claim((question.yes,), certain=not line.asks, alone=True)
    if question.no and any(one in vocabulary.REFUSED for one in both):
        return Claim((question.no,), certain=not line.asks, alone=True)
    if (polite := _politely(line, question)) is not None:
        return polite
    if question.yes in GOING_ON and _GO_ON.issuperset(line.words):
        return Claim((question.yes,), certain=not line.asks, alone=True)
    silent = _GO_ON if question.yes in GOING_ON else frozenset[str]()
    clauses = [" ".join(word for word in line.words[start:end] if word not in silent) for start, end in line.clauses()]
    clauses = [clause for clause in clauses if clause]
    if clauses and all(clause in vocabulary.CONSENTS or all(word in vocabulary.CONSENTS for word in clause.split()) for clause in clauses):
        return Claim((question.yes,), certain=not line.asks, alone=True)  # "Ja bitte, her damit"
    turned = [word for word in line.words if word in vocabulary.NEGATIONS]
    small = all(word in IDLE or word in turned or word == "t" for word in line.words)
    return Claim((question.no,), doubt=Doubt.AROUND) if question.no and turned and small else None


def oneself(line: Line, question: Question) -> Claim | None:
    """Parse "me!", "ich selbst", "moi d'abord" as the choice of the asked person."""
    chooses = vocabulary.VERBS if not _REFLEXIVE.isdisjoint(line.words) else frozenset[str]()
    small = _ME | _FIRST | vocabulary.COURTESY | vocabulary.MUSING | chooses
    known = all(word in small for word in line.words)
    meant = question.me and known and not line.asks and not _MYSELF.isdisjoint(line.words)
    return Claim((question.me,), certain=True, alone=True) if meant else None


def is_none_of_them(words: Sequence[str]) -> bool:
    """Return whether the words reject all choices: "I don't discard anything", "ich werfe nichts ab", "je ne jette rien"."""
    turned = any(word in vocabulary.NEGATIONS | NOTHING for word in words)
    nothing = any(word in NOTHING | _ANY for word in words)
    known = vocabulary.NEGATIONS | NOTHING | _ANY | IDLE | ACTIONS | vocabulary.WEAK | {"t"}
    return words[0] not in ("not", "nicht", "pas") and turned and nothing and all(word in known for word in words) and len(words) < 10


def _politely(line: Line, question: Question) -> Claim | None:
    """Parse "no thanks, …", "ja gerne, …". Any remark may follow that does not negate or correct it."""
    (start, end), *after = line.clauses() or [(0, 0)]
    said, rest = " ".join(line.words[start:end]), line.words[end:]
    if not after or line.asks or not (vocabulary.CORRECTIONS | vocabulary.DOUBTS).isdisjoint(rest):
        return None
    if (
        question.no
        and said in _NO_THANKS
        and not any(question.tokens.index(question.yes) in question.holders.get(word, ()) for word in rest if word not in vocabulary.WEAK)
    ):
        return Claim((question.no,), certain=True)
    return Claim((question.yes,), certain=True) if said in _YES_PLEASE and vocabulary.NEGATIONS.isdisjoint(rest) else None


def refusal(line: Line, text: str, question: Question) -> Claim | None:
    """Parse a no to a question with one choice that does nothing: "no thanks", "nah, leave it", "non, je passe"."""
    nothing = [token for token in question.tokens if token in REFUSALS]
    said = " ".join(words(text))
    if len(nothing) != 1 or line.asks or not line.words:
        return None
    other = _PASSING.sub("", said)
    passes = other != said and (_NOT_NOW.fullmatch(other) or _NOT_YET.fullmatch(other))
    if (_NOT_NOW.fullmatch(said) or passes) and nothing[0] in _BY_LEAVING:
        return Claim((nothing[0],), certain=True, alone=True)
    if " ".join(word for word in words(text) if word not in vocabulary.COURTESY) in vocabulary.NOT_ANY and nothing[0] == "none":
        return Claim((nothing[0],), certain=True, alone=True)
    if len(line.clauses()) == 1 and is_none_of_them(line.words):
        return Claim((nothing[0],), certain=True, alone=True)
    if nothing[0] in _BY_LEAVING and " ".join(word for word in words(text) if word not in vocabulary.COURTESY) in _RATHER_NOT:
        return Claim((nothing[0],), certain=True, alone=True)
    line = _without_thanks(line)
    if line.words[0] not in _NO:
        return None
    first, rest_of = line_of(text), [""]
    if first.words:
        start, end = first.clauses()[0]
        said, rest_of = (
            (" ".join(words(text)), []) if said in vocabulary.REFUSED else (" ".join(first.words[start:end]), list(first.words[end:]))
        )
    if said in vocabulary.REFUSED and all(word in IDLE for word in rest_of):
        polite = len(words(text)) > 1 and nothing[0] in ("none", "skip", "pass")
        return Claim((nothing[0],), certain=polite, doubt=Doubt.AROUND, alone=polite, late=True)
    rest = chosen_by(line.part(1, len(line.words)), question) if len(line.words) > 1 else None
    fits = rest is not None and rest.certain and not rest.number and rest.answers == (nothing[0],)
    return replace(rest, late=True) if rest is not None and fits else None


def _without_thanks(line: Line) -> Line:
    """Return the line without thanks before a no: "Danke, nein, ich lege nichts"."""
    start, end = line.clauses()[0]
    thanks = end < len(line.words) and all(word in vocabulary.COURTESY for word in line.words[start:end])
    return line.part(end, len(line.words)) if thanks else line

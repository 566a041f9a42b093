"""A yes or no as the answer: "of course", "no thanks", "not this time"."""

from __future__ import annotations

from dataclasses import replace

from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import Claim
from games.services.replies.reading.clauses import chosen_by
from games.services.replies.reading.folding import words
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.question import REFUSALS, Question
from games.services.replies.reading.tokens import Line, line_of
from games.services.replies.reading.vocabulary import IDLE

_NOT_NOW = frozenset(
    f"{said}{manners}"
    for said in (
        *("not this time", "not this turn", "not this round", "nothing this time", "nothing this turn", "nothing this round"),
        *("diesmal nicht", "dieses mal nicht", "diese runde nicht", "diesmal nichts", "dieses mal nichts", "diese runde nichts"),
        *(
            "pas cette fois",
            "pas cette fois ci",
            "pas ce tour",
            "pas ce tour ci",
            "rien cette fois",
            "rien cette fois ci",
            "rien ce tour ci",
        ),
    )
    for manners in ("", " thanks", " thank you", " danke", " merci", " sorry")
)
_BEING = frozenset({"am", "m", "bin", "suis", "here", "hier", "still"})
"""Who speaks of themselves after a yes says no more than that they have read the mail."""
_NO = frozenset({"no", "nah", "nope", "nein", "nee", "ne", "non"})


def yes_or_no(line: Line, said: str, question: Question) -> Claim | None:
    """A yes or no, where the question is one: "of course", "ja, eine Karte bitte"."""
    both, first = (said, " ".join(line.words)), " ".join(line.words[slice(*line.clauses()[0])]) if line.words else ""
    small = all((word in IDLE or word in vocabulary.ARTICLES) and word not in _BEING for word in line.words)
    if any(one in vocabulary.CONSENTS for one in both) or (first in vocabulary.CONSENTS and small):
        return Claim((question.yes,), certain=not line.asks, alone=True)
    if any(one in vocabulary.REFUSED for one in both):
        return Claim((question.no,), certain=not line.asks, alone=True)
    for agreed, token in ((vocabulary.CONSENTS, question.yes), (vocabulary.REFUSED, question.no)):
        if (first in agreed or " ".join(line.words[:1]) in agreed) and _says_again(
            line.words[len(first.split() if first in agreed else [""]) :], token, question
        ):
            return Claim((token,), certain=not line.asks, alone=True)
    clauses = [" ".join(line.words[start:end]) for start, end in line.clauses()]
    if clauses and all(clause in vocabulary.CONSENTS or all(word in vocabulary.CONSENTS for word in clause.split()) for clause in clauses):
        return Claim((question.yes,), certain=not line.asks, alone=True)  # "Ja bitte, her damit"
    turned = [word for word in line.words if word in vocabulary.NEGATIONS]
    small = all(word in IDLE or word in turned or word == "t" for word in line.words)
    return Claim((question.no,), doubt=Doubt.AROUND) if turned and small else None


def _says_again(rest: tuple[str, ...], token: str, question: Question) -> bool:
    """What follows a yes or no names the same choice, and nothing else: "Yes, I would like to draw a card"."""
    place = question.tokens.index(token)
    other = frozenset(range(len(question.choices))) - {place}
    named = [held for word in rest if word not in vocabulary.WEAK and (held := question.holders.get(word))]
    known = all(word in IDLE or word in vocabulary.WEAK or word in question.holders or word in vocabulary.ARTICLES for word in rest)
    turned = any(word in vocabulary.DOUBTS or (word in vocabulary.NEGATIONS and not question.holders.get(word)) for word in rest)
    return bool(named) and known and not turned and all(place in held and not held & other for held in named)


def refusal(line: Line, text: str, question: Question) -> Claim | None:
    """A no where one choice does nothing: "no thanks", "nah, leave it", "non, je passe"."""
    nothing = [token for token in question.tokens if token in REFUSALS]
    said = " ".join(words(text))
    if len(nothing) != 1 or line.asks or not line.words:
        return None
    if said in _NOT_NOW and nothing[0] in ("pass", "skip", "none", "done"):
        return Claim((nothing[0],), certain=True, alone=True)
    if " ".join(word for word in words(text) if word not in vocabulary.COURTESY) in vocabulary.NOT_ANY and nothing[0] == "none":
        return Claim((nothing[0],), certain=True, alone=True)
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

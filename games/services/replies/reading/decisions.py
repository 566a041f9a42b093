"""Which of several parts of a text decides: "The Orb would win the trick, and I don't want it. Eyes 2.", "I need the Sun, so the Moon".

Other parts may speak of other choices, as long as they make none, ask nothing about them and take nothing back.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.services.replies.reading import statement_words as say
from games.services.replies.reading import vocabulary
from games.services.replies.reading.claims import Claim
from games.services.replies.reading.clauses import chosen_by
from games.services.replies.reading.corrections import begins_anew, corrects
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.other_choices import beside_turned
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.statement import asks_which, stated
from games.services.replies.reading.talk_signs import speaks_of
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import IDLE
from games.services.replies.reading.vocabulary import word_set as _set

MOST_PARTS = 10
_ENDS = ".!?;"
_SO = _set("so therefore hence thus then also daher deshalb darum drum deswegen folglich dann somit donc alors ainsi")
_BUT = _set("but aber sondern mais doch jetzt now nun finalement finally")
_BESIDE_BUT = _set("now jetzt nun doch finalement finally still then dann alors lieber letztlich")
_BETTER = frozenset({("is", "better"), ("s", "better"), ("ist", "besser"), ("est", "mieux"), ("est", "meilleur"), ("est", "meilleure")})
_THINKING = _set(
    "think thinking thought thoughts decision choice choose choosing mind consideration deliberation conclusion pick reflection must",
    "uberlegen uberlegung uberlegungen nachdenken entscheidung wahl wahlen wahle schluss ergebnis fazit",
    "reflexion choix choisir decision conclusion hesitation hesite avis",
)
_RATHER = _set("better rather instead besser stattdessen mieux plutot alternatively alternativ sinon otherwise also auch aussi")
_TOO = _set("too")
"""A later part with these may name a second choice."""
_UNSURE = say.ALTERNATIVES | vocabulary.HESITATIONS
_AFTER = _set("after nach apres")
_FIRST = _set("i we my ich wir mein je j on nous mon s wenn if")


def decided(line: Line, question: Question) -> Claim | None:
    """The choice of the one part that makes one, where the others are about other choices; None where that is not so."""
    parts = _parts(line)
    if not 1 < len(parts) <= MOST_PARTS or line.odd or line.asks or _has_any(line, say.TAKES_BACK):
        return None
    found: dict[int, int] = {}
    others: list[tuple[int, Line]] = []
    leads = False
    for at, (lead, part) in enumerate(parts):
        if all(word in IDLE for word in part.words):
            continue
        place = None if part.asks else _choice_of(part, question)
        if place is None and lead and (bare := _without_lead(part)) is not None:
            place = _choice_of(bare, question)
        if place is not None:
            found.setdefault(place, at)
            leads = leads or (bool(lead) and at > 0)
        else:
            others.append((at, part))
    if len(found) != 1 or not others:
        return None
    (place, chosen), *_rest = found.items()
    if not any(_names_any(part.words, question) for _at, part in others) and not (leads and _leads_to(parts, chosen)):
        return None
    if question.choices[place].person and (not _is_given(parts[chosen][1].words) or any(at > chosen for at, _part in others)):
        return None
    fits = all(_is_aside(part, question, after=at > chosen) for at, part in others)
    return Claim((question.tokens[place],), certain=True, plain=True) if fits else None


def _parts(line: Line) -> list[tuple[str, Line]]:
    """The sentences, and what draws a conclusion within one, each with the word or mark that leads to it."""
    cuts: dict[int, str] = {}
    for at in range(1, len(line.words)):
        mark, word = line.breaks[at], line.words[at]
        if any(sign in mark for sign in _ENDS):
            cuts[at] = ""
        elif ":" in mark:
            cuts[at] = ":"
        elif (mark or word in ("so", "therefore", "but", "aber", "mais", "donc")) and word in _SO | _BUT:
            cuts[at] = word
    starts = [0, *cuts]
    ends = [*cuts, len(line.words)]
    return [(cuts.get(start, ""), line.part(start, end)) for start, end in zip(starts, ends, strict=True) if start < end]


def _without_lead(part: Line) -> Line | None:
    at = next((at for at, word in enumerate(part.words) if word not in _SO | _BUT | _BESIDE_BUT), 0)
    end = len(part.words) - 2 if part.words[-2:] in _BETTER else len(part.words)
    return part.part(at, end) if at < end and (at or end < len(part.words)) else None


def _leads_to(parts: list[tuple[str, Line]], chosen: int) -> bool:
    """What is said before leads to the choice: "after long thinking: …", "I have no idea, but …"."""
    lead, before = parts[chosen][0], parts[chosen - 1][1].words
    return any(word in _THINKING for word in before) if lead == ":" else any(word in _FIRST for word in before)


def _has_any(line: Line, phrases: Sequence[str]) -> bool:
    text = f" {' '.join(line.words)} "
    return any(f" {phrase} " in text for phrase in phrases)


def _choice_of(part: Line, question: Question) -> int | None:
    claim = beside_turned(chosen_by(part, question), part, question)
    if claim is not None and claim.certain and not claim.late:
        place: int | None = question.tokens.index(claim.answers[0])
    else:
        place = None if vocabulary.tells(part.words) or _has_any(part, vocabulary.TALK_PHRASES) else stated(part, question)
    return place if place is not None and not speaks_of(part, question, place) else None


def _is_given(words: Sequence[str]) -> bool:
    """A person is chosen, not only spoken to."""
    return any(word in say.TOWARDS or word in say.ACTIONS or word in say.GETS for word in words)


def _is_aside(part: Line, question: Question, *, after: bool) -> bool:
    """The part leaves the choice as it is."""
    words = part.words
    if any(word in _UNSURE for word in words if after or words[0] not in _AFTER) or (after and (begins_anew(words) or corrects(words, question))):
        return False
    if not _names_any(words, question):
        return not (part.asks and asks_which(words)) and not any(word.isdigit() for word in words)
    if part.asks or (after and (words[-1] in _TOO or any(word in _RATHER for word in words))):
        return False
    if any(word.isdigit() and word not in question.holders for word in words):
        return False
    said = [word for word in words if word not in IDLE and word not in question.holders and not inflected(word, question)]
    tells = [word for word in words if word in say.COPULAS or word in vocabulary.NEGATIONS or word in say.PAST or word in say.KEEPS]
    return bool(said or tells)


def _names_any(words: Sequence[str], question: Question) -> bool:
    return any(
        (word in question.holders and number_of(word) is None) or bool(inflected(word, question))
        for word in words
        if word not in vocabulary.WEAK
    )

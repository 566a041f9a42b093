"""Find the part of a text that decides: "The Orb would win the trick, and I don't want it. Eyes 2.", "I need the Sun, so the Moon".

The other parts may mention other choices, as long as they choose none, ask nothing about them and retract nothing.
"""

import re
from collections.abc import Sequence

from games.services.replies.reading import statement_words as say, vocabulary
from games.services.replies.reading.claims import Claim
from games.services.replies.reading.clauses import chosen_by
from games.services.replies.reading.corrections import begins_anew, corrects
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.other_choices import beside_turned
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.statement import asks_which, stated
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import IDLE, word_set as _set

MOST_PARTS = 10
_ENDS = ".!?;"
_SO = _set("so therefore hence thus then also daher deshalb darum drum deswegen folglich dann somit donc alors ainsi")
_BUT = _set("but aber sondern mais doch jetzt now nun finalement finally")
_BESIDE_BUT = _set("now jetzt nun doch finalement finally still then dann alors lieber letztlich")
_NOT_BUT = _set("but aber sondern mais")
_NOT_EASY = frozenset(
    {("not", "sure"), ("not", "easy"), ("nicht", "leicht"), ("nicht", "einfach"), ("nicht", "sicher"), ("pas", "facile"), ("pas", "simple")}
)
_BETTER = frozenset({("is", "better"), ("s", "better"), ("ist", "besser"), ("est", "mieux"), ("est", "meilleur"), ("est", "meilleure")})
_THINKING = _set(
    "think thinking thought thoughts decision choice choose choosing mind consideration deliberation conclusion pick reflection must",
    "uberlegen uberlegung uberlegungen nachdenken entscheidung wahl wahlen wahle schluss ergebnis fazit",
    "reflexion choix choisir decision conclusion hesitation hesite avis",
)
_RATHER = _set("better rather instead besser stattdessen mieux plutot alternatively alternativ sinon otherwise also auch aussi")
_TOO = _set("too")
"""Words with which a later part may name a second choice."""
_UNSURE = say.ALTERNATIVES | vocabulary.HESITATIONS
_BACK = _set("back zuruck zurueck weg repart retourne retour")
_IT = _set("it that him her them die den das sie ihn es la le l ca cela")
_BESIDE_IT = _set("pray let be with has to must shall i we so ich wir also muss on je donc going is that s one card now please")
_ACCEPTS = re.compile(
    r"(?:(?:let s|lets|let us|i ll|i will|i d like to|we ll|i m going to|i) )?(?:do|take|play|choose|go with|pick|have|want|ship)"
    r" (?:that|this|it|him|her)(?: one| card)?"
    r"|(?:das|den|die|es|sie|ihn) (?:nehm|nehme|mach|mache|spiel|spiele|wahl|wahle|machen|nehmen|will|mochte) (?:ich|wir)(?: jetzt| mal)?"
    r"|(?:ich|wir) (?:nehme?n?|mache?n?|spiele?n?|wahle?n?) (?:das|den|die|sie|ihn)|(?:so )?machen wir(?: das| es| s)?(?: so)?"
    r"|je (?:la|le|l) (?:prends|joue|choisis|veux)|je prends (?:ca|celle la|celui la|celle ci)|(?:faisons|on fait) (?:ca|comme ca)"
)
Part = tuple[str, Line]
"""The word or mark that introduces a part, and the part."""
_LATER_ON = ("not yet", "noch nicht", "pas encore")
_AFTER = _set("after nach apres")
_FIRST = _set("i we my ich wir mein je j on nous mon s wenn if")


def decided(line: Line, question: Question) -> Claim | None:
    """Return the choice of the only part that chooses one, if the other parts do not contradict it; else None."""
    if (
        line.odd
        or line.asks
        or (line.words[0] in vocabulary.NEGATIONS and not _NOT_BUT.isdisjoint(line.words) and line.words[:2] not in _NOT_EASY)
        or _has_any(line, [phrase for phrase in say.TAKES_BACK if phrase not in _LATER_ON])
    ):
        return None
    sentences = _parts(line)
    place = _accepted(sentences, question)
    if place is None:
        place = _of(sentences, question, apart=False)
    if place is None and len(clauses := [("", line.part(start, end)) for start, end in line.clauses()]) != len(sentences):
        place = _accepted(clauses, question)
        place = _of(clauses, question, apart=True) if place is None else place
    return Claim((question.tokens[place],), certain=True, plain=True) if place is not None else None


def _of(parts: list[Part], question: Question, *, apart: bool) -> int | None:
    """Return the index of the only choice that one part makes, else None.

    If the parts are clauses instead of sentences (`apart`), the others may only reject or keep the choices that they mention.
    """
    if not 1 < len(parts) <= MOST_PARTS:
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
        elif place is not None and _has_any(part, _LATER_ON):
            return None
        if place is not None:
            found.setdefault(place, at)
            leads = leads or (bool(lead) and at > 0)
        else:
            others.append((at, part))
    if len(found) != 1 or not others:
        return None
    (place, chosen), *_rest = found.items()
    person = question.choices[place].person
    others = [(at, part) for at, part in others if not (person and at > chosen and _is_apology(part, question))]
    if not others:
        return place
    if not any(_names_any(part.words, question) for _at, part in others) and not (
        (leads and _leads_to(parts, chosen)) or (apart and _turns_it_down(parts, chosen))
    ):
        return None
    if person and (not _is_given(parts[chosen][1].words) or any(at > chosen for at, _part in others)):
        return None
    if apart and not all(_turns_down(part) for _at, part in others):
        return None
    return place if all(_is_aside(part, question, after=at > chosen) for at, part in others) else None


def _is_apology(part: Line, question: Question) -> bool:
    """Return whether a part is an apology ("Sorry, Mira"), which chooses no person."""
    return any(word in vocabulary.APOLOGIES for word in part.words) and all(word in IDLE or word in question.people for word in part.words)


def _turns_down(part: Line) -> bool:
    return any(word in vocabulary.NEGATIONS | say.KEEPS | _BACK for word in part.words)


def _turns_it_down(parts: list[Part], chosen: int) -> bool:
    """Return whether all parts before the choice reject "it": "I don't need it, put it below"."""
    return chosen > 0 and all(
        len(part.words) > 1 and _turns_down(part) and not (_IT | _FIRST).isdisjoint(part.words) for _lead, part in parts[:chosen]
    )


def _accepted(parts: list[Part], question: Question) -> int | None:
    """Return the choice that one part mentions and the next accepts: "The Castle would suit the Painter. Let's do that one!"."""
    at = next((at for at, (_lead, part) in enumerate(parts) if at and (_accepts(_but_manners(part)) or _is_asked_for(part))), 0)
    if not at or any(word in _UNSURE or word in vocabulary.NEGATIONS for _lead, part in parts for word in part.words):
        return None
    named = [claim for _lead, part in parts if (claim := chosen_by(part, question)) is not None and claim.answers]
    rest = [part for place, (_lead, part) in enumerate(parts) if place not in (at - 1, at) and not all(word in IDLE for word in part.words)]
    before = parts[at - 1][1]
    spoken = chosen_by(before, question)
    if rest or before.asks or len(named) != 1 or spoken is None or len(spoken.answers) != 1 or spoken.number:
        return None
    return question.tokens.index(spoken.answers[0])


def _accepts(words: list[str]) -> bool:
    """Return whether the words accept what was mentioned before: "let's do that one", "kill it", "let it be buried"."""
    if _ACCEPTS.fullmatch(" ".join(words)):
        return True
    acts = [word for word in words if word in say.ACTIONS]
    rest = [word for word in words if word not in say.ACTIONS and word not in _IT and word not in _BESIDE_IT]
    return bool(acts) and not _IT.isdisjoint(words) and not rest and len(words) < 6


def _is_asked_for(part: Line) -> bool:
    """Return whether a part consists of an action and a courtesy: "Begraben, bitte"."""
    acts = any(word in say.ACTIONS for word in part.words) and any(word in vocabulary.COURTESY for word in part.words)
    return acts and all(word in say.ACTIONS or word in vocabulary.COURTESY for word in part.words)


def _but_manners(part: Line) -> list[str]:
    return [word for word in part.words if word not in vocabulary.COURTESY and word not in vocabulary.MUSING]


def _parts(line: Line) -> list[Part]:
    """Split a line into sentences and conclusions within them, each with the word or mark that introduces it."""
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
    """Return the part without conjunctions at its beginning and a comparison at its end; None if nothing changes or remains."""
    at = next((at for at, word in enumerate(part.words) if word not in _SO | _BUT | _BESIDE_BUT), 0)
    end = len(part.words) - 2 if part.words[-2:] in _BETTER else len(part.words)
    return part.part(at, end) if at < end and (at or end < len(part.words)) else None


def _leads_to(parts: list[Part], chosen: int) -> bool:
    """Return whether the part before introduces the choice: "after long thinking: …", "I have no idea, but …"."""
    lead, before = parts[chosen][0], parts[chosen - 1][1].words
    if lead in _NOT_BUT and chosen == 1:
        return True  # "difficult, but …"
    return any(word in _THINKING for word in before) if lead == ":" else any(word in _FIRST for word in before)


def _has_any(line: Line, phrases: Sequence[str]) -> bool:
    text = f" {' '.join(line.words)} "
    return any(f" {phrase} " in text for phrase in phrases)


def _choice_of(part: Line, question: Question) -> int | None:
    """Return the index of the choice that one part makes, else None."""
    claim = beside_turned(chosen_by(part, question), part, question)
    if claim is not None and claim.certain and not claim.late:
        return question.tokens.index(claim.answers[0])
    return stated(part, question)


def _is_given(words: Sequence[str]) -> bool:
    """Return whether words about a person choose the person, not only address them."""
    return any(word in say.TOWARDS or word in say.ACTIONS or word in say.GETS for word in words)


def _is_aside(part: Line, question: Question, *, after: bool) -> bool:
    """Return whether a part does not affect the choice. `after`: it follows the part that chooses."""
    words = part.words
    if any(word in _UNSURE for word in words if after or words[0] not in _AFTER) or (
        after and (begins_anew(words) or corrects(words, question))
    ):
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
    """Return whether a word belongs to a name of any choice."""
    return any(
        (word in question.holders and number_of(word) is None) or bool(inflected(word, question))
        for word in words
        if word not in vocabulary.WEAK
    )

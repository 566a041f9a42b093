"""Whether sentences make a choice although they have words that nobody listed: "time for the ORB mwahaha".

Each clause is looked at by itself: whether it names a choice that no other one could be, and whether something in it makes it about
something else: somebody else's cards, what was or will be, a feeling, a doubt, a question, life beside the table. Then the clauses are
looked at together: exactly one choice is made, and no other one is named but to turn it down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.services.replies.reading import statement_words as say
from games.services.replies.reading import vocabulary
from games.services.replies.reading.lines import is_greeting
from games.services.replies.reading.matching import match
from games.services.replies.reading.numbers import is_ordinal, number_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected, nearly, numbered
from games.services.replies.reading.synonyms import STAND_IN
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import IDLE

LONGEST = 18
"""Words of a clause; longer ones tell of something."""
MOST_CLAUSES = 60
MOST_UNKNOWN = 3
"""Words that nobody listed beside one word of a name: with more of them a sentence tells of something."""
_ENDS = ".!?;:()[]"
_CHOSEN_BY_WORD = frozenset({"tax", "buy", "bid", "draw", "pass", "done", "skip", "none"})
"""Choices whose name is what is done."""
_SMALL = vocabulary.ARTICLES | frozenset("of on in to auf sur de d du au and und et with mit avec".split())  # noqa: SIM905
_THEM = frozenset({"them", "him", "her"})
_MIGHT = frozenset({"could", "might", "should", "konnte", "koennte", "sollte", "pourrais", "devrais"})
_BUT = frozenset({"but", "aber", "mais", "only", "nur", "although", "though"})
_OF = frozenset({"of", "der", "de", "d", "des", "du"})
_THE = frozenset({"the"})
_NO = frozenset({"no", "nein", "non", "ne", "nee", "nah", "nope", "moment", "halt", "stop", "stopp", "quatsch", "euh", "ah"})
_WHERE = frozenset(
    {
        "over",
        "above",
        "under",
        "uber",
        "unter",
        "in",
        "at",
        "near",
        "by",
        "from",
        "behind",
        "im",
        "am",
        "bei",
        "beim",
        "dans",
        "chez",
        "par",
    }
)
_BACK = frozenset({"back", "zuruck", "zurueck", "recuperer"})
_WANTS = frozenset({"want", "wants", "will", "hatte", "mochte", "moechte", "veux", "voudrais"})
_KEEPING = frozenset({"keep", "protect", "scry", "choose_token"})
_GIVING = frozenset({"give", "pass_card"})
_LOOKING = frozenset({"look_at", "peek"})
_LEADS = sorted(say.LEADS, key=len, reverse=True)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A run of words without a mark in it. `named`: the choices that all its telling words fit; `alone`: it says hardly more than a
    name; `made`: it makes the choice; `turned`: it turns down what it names."""

    words: tuple[str, ...]
    named: frozenset[int]
    alone: bool
    made: bool
    turned: bool
    first: bool
    """It begins a sentence."""
    several: bool = False
    """It has several words of the name."""
    mixed: bool = False
    """It names several choices."""


def stated(line: Line, question: Question) -> int | None:
    """The place of the choice that sentences make; None where they make none, or may mean something else."""
    if line.odd or len(line.clauses()) > MOST_CLAUSES or _is_undecided(line):
        return None
    clauses: list[_Clause] = []
    opens = True
    for sentence, asks, closed in _sentences(line):
        read = _joined([_clause(words, question, first=not at and opens) for at, words in enumerate(sentence)], question)
        opens = closed or all(word in IDLE for words in sentence for word in words)
        if asks and (any(clause.named for clause in read) or any(map(asks_which, sentence))):
            return None
        clauses += [] if asks else read
    place = _one_of(_joined([clause for clause in clauses if clause.named], question) if _is_in_parts(clauses) else clauses, question)
    return place if place is not None and _fits_number(line, place, question) else None


def _fits_number(line: Line, place: int, question: Question) -> bool:
    """A number at the beginning is that of the choice, unless it belongs to a name: "12 Knight of Wands" fits no other number."""
    at = 1 if line.words[0] in vocabulary.NAMES_OF_CHOICES else 0
    if at >= len(line.words) or not line.words[at].isdigit() or line.words[at + 1 : at + 2] == ("of",):
        return True
    number = int(line.words[at])
    return number == place + 1 or not 0 < number <= len(question.choices)


def _joined(clauses: list[_Clause], question: Question) -> list[_Clause]:
    """Clauses that name a choice together as one: "witch, go smack those kobolds"."""
    parts = [clause.named for clause in clauses if clause.named]
    if len(parts) < 2 or any(len(named) < 2 for named in parts) or len(frozenset.intersection(*parts)) != 1:
        return clauses
    return [_clause(tuple(word for clause in clauses for word in clause.words), question, first=True)]


def _is_in_parts(clauses: list[_Clause]) -> bool:
    """Only parts of names are said: "Lose; Orb. Have a nice day"."""
    return not any(clause.made or clause.turned or clause.alone for clause in clauses)


def _sentences(line: Line) -> list[tuple[list[tuple[str, ...]], bool, bool]]:
    """The clauses of each sentence, whether it asks, and whether it ends with more than a colon; "…, ok?" only looks like a question."""
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


def _is_undecided(line: Line) -> bool:
    text = f" {' '.join(line.words)} "
    if any(word in vocabulary.HESITATIONS for word in line.words):
        return True
    phrases = (*say.TAKES_BACK, *vocabulary.TALK_PHRASES)
    return any(f" {phrase} " in text for phrase in phrases)


def asks_which(words: Sequence[str]) -> bool:
    """The words ask for one of several."""
    return any(
        word in ("which", "who", "whom", "welche", "welchen", "welcher", "wen", "wem", "lequel", "laquelle", "quel", "quelle")
        for word in words
    )


def _one_of(clauses: list[_Clause], question: Question) -> int | None:
    """The one choice that is made."""
    chosen = {
        place
        for at, clause in enumerate(clauses)
        if (clause.made and not _is_exclaimed(clauses, at) and not _is_put_off(clauses, at))
        or (clause.alone and _stands(clauses, at, question))
        for place in clause.named
    }
    turned = {place for clause in clauses if clause.turned for place in clause.named if len(clause.named) == 1}
    if (
        not chosen
        and len(turned) == len(question.choices) - 1
        and any(word in vocabulary.OTHER for clause in clauses for word in clause.words)
    ):
        chosen = set(range(len(question.choices))) - turned
    if len(chosen) != 1 or chosen & turned:
        return None
    place = next(iter(chosen))
    by_number = not any(clause.named and (clause.several or clause.alone) for clause in clauses)
    for at, clause in enumerate(clauses):
        if clause.turned:
            continue
        if clause.mixed and len(clause.named) < len(question.choices):
            return None
        if clause.named and any(word in say.ALTERNATIVES and word not in question.holders for word in clause.words):
            return None
        if clause.named and place not in clause.named and (len(clause.named) == 1 or by_number):
            return None
        if at and clause.words[0] in vocabulary.CORRECTIONS - {"actually", "rather", "finalement", "plutot", "doch", "pas", "not", "nicht"}:
            return None
        if at and all(word in _NO for word in clause.words):
            return None
        if len(clause.words) < 4 and any(word in say.ALTERNATIVES for word in clause.words):
            return None
    return place


def _is_put_off(clauses: list[_Clause], at: int) -> bool:
    """ "I could bury the Sun, but …" """
    later = [clause.words[0] for clause in clauses[at + 1 :]]
    return any(word in _MIGHT for word in clauses[at].words) and any(word in _BUT for word in later)


def _is_exclaimed(clauses: list[_Clause], at: int) -> bool:
    """ "…, what a card!" """
    after = clauses[at + 1] if at + 1 < len(clauses) else None
    return after is not None and not after.first and after.words[0] in say.EXCLAIMED


# ---- one clause ------------------------------------------------------------------------------------------------------------


def _clause(words: tuple[str, ...], question: Question, *, first: bool) -> _Clause:
    rest = _without_leads(words)
    counted = {rest[at + 1] for at, word in enumerate(rest[:-1]) if _counts(word)}
    suits = {
        word
        for word, after, thing in zip(rest, rest[1:], rest[2:], strict=False)
        if number_of(word) and after in _OF and thing in question.holders
    }
    suits |= {
        word for before, word in pairwise(rest) if number_of(word) == 1 and before in question.holders and before not in vocabulary.WEAK
    }
    suits |= {word for before, word in pairwise(rest) if (before in say.ACTIONS or before in _OF | _THE) and (word,) in question.full_names}
    silent = (vocabulary.WEAK | counted | say.ELSEWHERE) - suits
    held = {word: found for word in dict.fromkeys(rest) if word not in silent and (found := _held(word, question))}
    named = frozenset.intersection(*held.values()) if held else frozenset()
    whole = question.full_names.get(tuple(word for word in rest if word not in vocabulary.ARTICLES))
    if whole is not None and len(whole) == 1:
        return _Clause(words, whole, True, False, False, first, len(rest) > 1 or rest[0] in _CHOSEN_BY_WORD)
    if len(named) > 1:
        named = _by_verb(rest, _by_all_words(rest, named, question), question)
    if held and not named:
        return _Clause(words, frozenset().union(*held.values()), False, False, _is_turned(rest), first, mixed=True)
    if len(named) != 1:
        return _by_number(words, question, first) if not named else _Clause(words, named, False, False, _is_turned(rest), first)
    place = next(iter(named))
    around, person = [word for word in rest if word not in held], question.choices[place].person
    if _is_turned(around) or (not person and not _is_to_keep(question) and _is_kept(around)):
        return _Clause(words, named, False, False, True, first)
    if any(rest.count(word) > 1 for word in held) and any(word in say.COPULAS for word in rest):
        return _Clause(words, named, False, False, False, first)
    if not person and len(held) == 1 and _is_where(rest, held):
        return _Clause(words, named, False, False, False, first)
    if _is_elsewhere(around, question, place) or len(rest) > LONGEST or _is_about_it(rest, held, person=person):
        return _Clause(words, named, False, False, False, first)
    unknown = [
        word for word in around if word not in IDLE and word not in vocabulary.WEAK and word not in say.KINDS and word not in say.ACTIONS
    ]
    telling = any(number_of(word) is None for word in held)
    if unknown and len(held) == 1 and not person and not any(word in question.holders for word in held):
        return _Clause(words, named, False, False, False, first)  # "I will order a pizza" is not about Forged Orders
    if any(word.startswith(STAND_IN) for word in held):
        unknown = [word for word in around if word not in IDLE]
    alone = telling and len(unknown) < (2 if len(held) > 1 else 1)
    made = (len(held) > 1 or len(unknown) <= MOST_UNKNOWN) and (telling or any(word in say.KEEPS for word in around)) and (
        _is_made(rest, held, around, question, place) or (_is_done_by(words, rest) and any(word in _CHOSEN_BY_WORD for word in held))
    )
    return _Clause(words, named, alone, made, False, first, len(held) > 1 or any(word in _CHOSEN_BY_WORD for word in held))


def _is_done_by(words: Sequence[str], rest: Sequence[str]) -> bool:
    """The writer says that they do it: "I shall simply …"."""
    return len(rest) < len(words) and words[0] in say.SELF and not any(word in say.HAVING for word in rest)


def _counts(word: str) -> bool:
    """A number before a thing says how many: "nine coins"."""
    return not is_ordinal(word) and (number_of(word) or 0) != 1 and number_of(word) is not None


def _without_leads(words: tuple[str, ...]) -> tuple[str, ...]:
    text = f" {' '.join(words)} "
    for phrase in _LEADS:
        text = text.replace(f" {phrase} ", " ")
    return tuple(text.split()) or words


def _held(word: str, question: Question) -> frozenset[int]:
    """The choices in whose names a word stands, in this form, another one or with a slip."""
    if number_of(word) is not None:
        if is_ordinal(word) or any(choice.person for choice in question.choices):
            return frozenset()  # a place in the list, or part of a token
        return question.holders.get(word) or numbered(number_of(word) or 0, question)
    if found := question.holders.get(word) or inflected(word, question):
        return found
    near, sure = nearly(word, question) if len(word) > 5 else (frozenset(), False)
    return near if sure else frozenset()


def _by_all_words(words: Sequence[str], among: frozenset[int], question: Question) -> frozenset[int]:
    """Of several choices the one that has the small words, too."""
    closer = frozenset(
        place for place in among if all(place in question.holders.get(word, (place,)) for word in words if word not in _SMALL)
    )
    return closer if len(closer) == 1 else among


def _by_verb(words: Sequence[str], among: frozenset[int], question: Question) -> frozenset[int]:
    """Of several choices about the same thing the one whose verb is said: "gimme the kobolds" buys them."""
    done = frozenset(
        place for place in among if any(word in question.verbs.get(question.tokens[place].split(">")[0], ()) for word in words)
    )
    return done if len(done) == 1 else among


def _is_to_keep(question: Question) -> bool:
    """Whether the question is what is kept."""
    return question.kind in _KEEPING or "keep" in question.holders


def _is_kept(words: Sequence[str]) -> bool:
    """ "I keep it", "it stays with me"."""
    stays = any(word in say.STAYS for word in words) and any(word in say.SELF for word in words)
    return stays or any(word in say.KEEPS for word in words)


def _is_turned(words: Sequence[str]) -> bool:
    return any(word in vocabulary.NEGATIONS for word in words)


def _is_elsewhere(around: Sequence[str], question: Question, place: int) -> bool:
    """Something beside the name makes the clause about something else."""
    person = question.choices[place].person
    looks = say.LOOKS if question.kind in _LOOKING else frozenset[str]()
    against = say.ELSEWHERE - looks - say.MODALS - (say.THEM | say.OTHERS - say.YOURS | {"has"} if person else set())
    if person and any(word in say.TOWARDS for word in around[-1:]):
        against = against - {"what", "was"}
    objects = _THEM if any(word in say.ACTIONS for word in around) else frozenset()
    if question.kind in _GIVING and any(word in say.GETS for word in around):
        objects = say.RECEIVERS
    if any(
        (word in against and word not in objects) or word in say.LIFE or (not person and _is_a_number_of(word, question)) for word in around
    ):
        return True
    if any(word in _BACK for word in around) and any(word in _WANTS for word in around):
        return True
    if person:
        return any(word in vocabulary.GREETINGS or word in vocabulary.MEETS - {"von", "de", "this", "here", "hier"} for word in around)
    acts = any(word in say.DOERS for word in around) and any(word in say.ACTIONS for word in around)
    return not acts and any(word in question.people for word in around)


def _is_where(words: Sequence[str], held: dict[str, frozenset[int]]) -> bool:
    """ "We live in a tower", "by chance": a place or a manner, unless something is done."""
    at = next(place for place, word in enumerate(words) if word in held)
    before = [word for word in words[:at] if word not in vocabulary.ARTICLES]
    return bool(before) and before[-1] in _WHERE and not any(word in say.ACTIONS for word in words)


def _is_a_number_of(word: str, question: Question) -> bool:
    return word.isdigit() and 0 < int(word[:4]) <= len(question.choices)


def _is_about_it(words: Sequence[str], held: dict[str, frozenset[int]], *, person: bool) -> bool:
    """ "The moon is full", "Bob has looked": what follows a name and "is" is about it, unless it says what is done with it."""
    last = max(at for at, word in enumerate(words) if word in held)
    after = words[last + 1 :]
    if not after or after[0] not in say.COPULAS or (person and len(after) == 1) or (person and after[0] == "s"):
        return False
    return not any(word in say.ACTIONS for word in after) or (person and after[0] in ("a", "has", "hat", "is", "ist", "est"))


def _is_made(words: Sequence[str], held: dict[str, frozenset[int]], around: Sequence[str], question: Question, place: int) -> bool:
    if question.choices[place].person:
        if question.kind in _LOOKING and any(word in say.LOOKS for word in around):
            return len(words) < 12 and any(word in say.LOOKED_AT for word in around)
        towards = say.TOWARDS
        return len(words) < 12 and any(word in towards or word in say.ACTIONS or word in say.MODALS for word in around)
    if any(
        " ".join(words).endswith(f" {ending}") for ending in ("it is", "it shall be", "wird es", "wird s", "soll es sein", "it will be")
    ):
        return True
    if any(word in say.ACTIONS or word in say.KEEPS for word in around) or (
        question.kind in _GIVING and any(word in say.GETS for word in around)
    ):
        return True
    if any(word in _CHOSEN_BY_WORD for word in held):
        before = words[: next(at for at, word in enumerate(words) if word in held)]
        return all(word in IDLE or word in say.KINDS for word in around) or any(word in say.SELF for word in before)
    doers = say.DOERS if words[0] == "on" else say.DOERS - {"on"}
    if any(word in doers for word in around) and not any(word in say.HAVING or word.endswith("ed") for word in around):
        return len(words) < 12
    modal = next((at for at, word in enumerate(words) if word in say.MODALS), -1)
    return modal > 0 and words[modal - 1] in held and not any(word in say.BEING for word in words[modal:])


def _by_number(words: tuple[str, ...], question: Question, first: bool) -> _Clause:
    """ "Number one", "the third card": a number that is clearly one of the list."""
    hit = match(words, question)
    named = frozenset(hit.places) if hit is not None and hit.number and hit.complete else frozenset()
    clear = any(word in vocabulary.NAMES_OF_CHOICES for word in words) or (
        any(map(is_ordinal, words)) and any(word in vocabulary.NOUNS | vocabulary.VERBS | {"one"} for word in words)
    )
    return _Clause(words, named, False, bool(named) and clear and first, False, first)


# ---- a name by itself -------------------------------------------------------------------------------------------------------


def _stands(clauses: list[_Clause], at: int, question: Question) -> bool:
    """Whether a clause that is hardly more than a name chooses: what is said before and after is not about the thing of that name."""
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
    words = _without_leads(after.words)
    exclaimed = any(word in say.EXCLAIMS for one in (*before, clause) for word in one.words)
    person = question.choices[place].person
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
    if person and (any(word in vocabulary.MEETS | say.LATER for word in words) or any(word in say.SELF for word in words)):
        return False
    return not (exclaimed and any(word in say.FEELS for word in words)) and (
        clause.several or (person and after.first) or words[0] not in say.ABOUT_IT or any(word in say.SELF for word in words)
    )


def _is_manners(clause: _Clause) -> bool:
    known = IDLE
    return is_greeting(" ".join(clause.words)) or all(word in known for word in clause.words)

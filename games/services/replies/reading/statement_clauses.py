"""Judge one clause of a sentence: which choices it names, and whether it makes the choice, rejects it, or is about something else."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.services.replies.reading import statement_words as say, vocabulary
from games.services.replies.reading.matching import match
from games.services.replies.reading.numbers import is_ordinal, number_of
from games.services.replies.reading.printed_names import names_in
from games.services.replies.reading.question import Question, without_articles
from games.services.replies.reading.removing_phrases import by_first_word, without_phrases
from games.services.replies.reading.spelling import inflected, nearly, numbered
from games.services.replies.reading.synonyms import STAND_IN
from games.services.replies.reading.vocabulary import IDLE

LONGEST = 18
"""Most words of a clause that can make a choice; longer ones narrate."""
MOST_UNKNOWN = 3
"""Most unlisted words beside one word of a name; with more of them a sentence narrates."""
_SMALL = vocabulary.ARTICLES | frozenset("of on in to auf sur de d du au and und et with mit avec".split())  # noqa: SIM905
SKIPPING = frozenset({"skip"})
_SKIPS = frozenset("skip skips setzt aussetzen aus passe passera passer saute sautera misses miss pause".split())  # noqa: SIM905
_NOT = vocabulary.NEGATIONS - _SKIPS
_LETTERS = frozenset({"s", "l", "d", "j", "t", "m"})
_THEM = frozenset({"them", "him", "her"})
_OF = frozenset({"of", "der", "de", "d", "des", "du"})
_THE = frozenset({"the"})
_BACK = frozenset({"back", "zuruck", "zurueck", "recuperer"})
_WANTS = frozenset({"want", "wants", "will", "hatte", "mochte", "moechte", "veux", "voudrais"})
_KEEPING = frozenset({"keep", "protect", "scry", "choose_token"})
_GIVING = frozenset({"give", "pass_card", "exchange_give"})
_LOOKING = frozenset({"look_at", "peek"})
TAKING = frozenset({"steal_from"})
"""Kinds of questions for the player from whom something is taken."""
FROM = frozenset({"from", "von", "bei", "de", "d", "a", "chez"})
_DOES = vocabulary.word_set("will can may va vont peut peuvent kann konnen")
_LEADS = by_first_word(sorted(say.LEADS, key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class Clause:
    """A run of words without punctuation. `named`: the choices that fit all of its words of names; `alone`: it is little more than a
    name; `made`: it makes the choice; `turned`: it rejects what it names."""

    words: tuple[str, ...]
    named: frozenset[int]
    alone: bool
    made: bool
    turned: bool
    first: bool
    """Whether it begins a sentence."""
    several: bool = False
    """Whether it has several words of the name."""
    mixed: bool = False
    """Whether it has words of different choices that fit no single choice."""


def clause_of(words: tuple[str, ...], question: Question, *, first: bool) -> Clause:
    """Judge one run of words. `first`: it begins a sentence."""
    rest = without_leads(words)
    held = _held_words(rest, question)
    named = frozenset.intersection(*held.values()) if held else frozenset()
    if held and not named:  # "on top" is in a label, too
        held = {word: places for word, places in held.items() if word not in say.KINDS} or held
        named = frozenset.intersection(*held.values())
    whole = question.full_names.get(tuple(word for word in rest if word not in vocabulary.ARTICLES))
    if whole is not None and len(whole) == 1:
        return Clause(words, whole, True, False, False, first, len(rest) > 1 or rest[0] in say.CHOSEN_BY_WORD)
    if len(named) > 1:
        named = _by_verb(rest, _by_all_words(rest, named, question), question)
    if held and not named:
        return Clause(words, frozenset().union(*held.values()), False, False, _is_turned(rest), first, mixed=True)
    if len(named) != 1:
        return _by_number(words, question, first) if not named else Clause(words, named, False, False, _is_turned(rest), first)
    return _of_one(words, rest, held, next(iter(named)), question, first)


def _of_one(
    words: tuple[str, ...], rest: tuple[str, ...], held: dict[str, frozenset[int]], place: int, question: Question, first: bool
) -> Clause:
    """Judge a clause that names exactly one choice. `rest` are its words without introductions, `held` its words of names."""
    named = frozenset({place})
    around, person = [word for word in rest if word not in held], question.choices[place].person
    if person and question.kind in SKIPPING and _is_skipped(rest, held):
        return Clause(words, named, False, True, False, first, True)
    if _is_turned(around) or (not person and not is_to_keep(question) and is_kept(around)):
        return Clause(words, named, False, False, True, first)
    if _only_speaks_of_it(rest, held, place, question) or (len(held) == 1 and _is_by_chance(rest, held, place, question)):
        return Clause(words, named, False, False, False, first)
    unknown, telling = _unknown(around, held), any(number_of(word) is None for word in held)
    alone = telling and len(unknown) < (2 if len(held) > 1 else 1)
    made = (
        (len(held) > 1 or len(unknown) <= MOST_UNKNOWN)
        and (telling or any(word in say.KEEPS for word in around))
        and (
            _is_made(rest, held, around, question, place) or (_is_done_by(words, rest) and any(word in say.CHOSEN_BY_WORD for word in held))
        )
    )
    return Clause(words, named, alone, made, False, first, len(held) > 1 or any(word in say.CHOSEN_BY_WORD for word in held))


def _unknown(around: Sequence[str], held: dict[str, frozenset[int]]) -> list[str]:
    """Return the words that are on no word list."""
    known = (IDLE,) if any(word.startswith(STAND_IN) for word in held) else (IDLE, vocabulary.WEAK, say.KINDS, say.ACTIONS)
    return [word for word in around if not any(word in listed for listed in known)]


def _only_speaks_of_it(rest: tuple[str, ...], held: dict[str, frozenset[int]], place: int, question: Question) -> bool:
    """Return whether the clause is about something else than the move, says what another person does, or narrates."""
    theirs = not question.choices[place].person and _is_theirs(rest, question)
    return theirs or len(rest) > LONGEST or _is_elsewhere([word for word in rest if word not in held], question, place)


def _is_by_chance(rest: tuple[str, ...], held: dict[str, frozenset[int]], place: int, question: Question) -> bool:
    """Return whether a single word of a name occurs by chance: "I will order a pizza" is not about Forged Orders."""
    around = [word for word in rest if word not in held]
    unknown = _unknown(around, held)
    if unknown and not question.choices[place].person and not any(word in question.holders for word in held):
        return True
    token = question.tokens[place]
    if unknown and ">" in token and not question.verbs.get(token.split(">")[0], frozenset()).isdisjoint(held):
        return True  # "I bargain with the Plague"
    verbs = question.verbs.get(token, frozenset())
    other = any(word in say.ACTIONS or word in unknown for word in around if word not in IDLE) and verbs.isdisjoint(rest)
    # "feed the people" has one word of "Tax your people"
    return other and token in say.CHOSEN_BY_WORD and not _is_said_by_one_word(next(iter(held)), question, place)


_BEFORE_A_NAME = say.ACTIONS | _OF | _THE


def _held_words(rest: tuple[str, ...], question: Question) -> dict[str, frozenset[int]]:
    """Return the words that belong to names of choices, with the indexes of these choices. Words of a whole name belong to it alone."""
    whole = {
        word: named
        for span in names_in(rest, question)
        if len(named := question.full_names[without_articles(rest[slice(*span)])]) == 1
        for word in without_articles(rest[slice(*span)])
    }
    counted = {rest[at + 1] for at, word in enumerate(rest[:-1]) if _counts(word)}
    suits = {
        word
        for word, after, thing in zip(rest, rest[1:], rest[2:], strict=False)
        if number_of(word) and after in _OF and thing in question.holders
    }
    suits |= {
        word for before, word in pairwise(rest) if number_of(word) == 1 and before in question.holders and before not in vocabulary.WEAK
    }
    suits |= {word for before, word in pairwise(rest) if (word,) in question.full_names and before in _BEFORE_A_NAME}
    silent = {word for word in rest if word in vocabulary.WEAK or word in counted or word in say.ELSEWHERE} - suits
    parts = {word: found for word in dict.fromkeys(rest) if word not in silent and (found := _held(word, question))}
    return parts | whole


def _is_said_by_one_word(word: str, question: Question, place: int) -> bool:
    """Return whether a name of the choice has no other word with a meaning than this one."""
    names = [name for name in question.vocabularies[place] if word in name]
    small = IDLE | vocabulary.WEAK | say.KINDS
    return (
        not names
        or word in say.CHOSEN_BY_WORD
        or any(all(other == word or other in small or number_of(other) is not None for other in name) for name in names)
    )


def _is_skipped(words: Sequence[str], held: dict[str, frozenset[int]]) -> bool:
    """Return whether the clause says that the person named first skips: "Tom should skip his turn", "Zoë passera son tour"."""
    around = [word for word in words if word not in held]
    told = words[0] in held or (words[0] in SKIPPING and len(words) < 4)  # "skip Tom"
    return told and any(word in _SKIPS for word in around) and not any(word in say.YOURS | say.PAST | _NOT for word in around)


def _is_done_by(words: Sequence[str], rest: Sequence[str]) -> bool:
    """Return whether the writer says that they do it: "I shall simply …"."""
    return len(rest) < len(words) and words[0] in say.SELF and not any(word in say.HAVING for word in rest)


def _counts(word: str) -> bool:
    """Return whether a number before a noun is an amount: "nine coins"."""
    return not is_ordinal(word) and (number_of(word) or 0) != 1 and number_of(word) is not None


def without_leads(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words without the phrases of `statement_words.LEADS`, which introduce or surround a choice."""
    return without_phrases(words, _LEADS) or words


def _held(word: str, question: Question) -> frozenset[int]:
    """Return the choices with this word in a name, in this form, in an inflected form, or with a typo."""
    if word in _LETTERS:
        return frozenset()  # "it's" has no word of "A Hero's Welcome"
    if number_of(word) is not None:
        if is_ordinal(word) or any(choice.person for choice in question.choices):
            return frozenset()  # a place in the list, or part of a token
        return question.holders.get(word) or numbered(number_of(word) or 0, question)
    if found := question.holders.get(word) or inflected(word, question):
        return found
    near, sure = nearly(word, question) if len(word) > 5 else (frozenset(), False)
    return near if sure else frozenset()


def _by_all_words(words: Sequence[str], among: frozenset[int], question: Question) -> frozenset[int]:
    """Of several choices, select the one that also has the small words; `among` if there is not exactly one."""
    closer = frozenset(
        place for place in among if all(place in question.holders.get(word, (place,)) for word in words if word not in _SMALL)
    )
    return closer if len(closer) == 1 else among


def _by_verb(words: Sequence[str], among: frozenset[int], question: Question) -> frozenset[int]:
    """Of several choices about the same card, select the one whose verb is said: "gimme the kobolds" means buying them.

    The name alone is no verb: "Feilschen" is a card, with which one also bargains.
    """
    names = {word for word in words if among <= question.holders.get(word, frozenset())}
    verbs = words if len(names) > 1 else [word for word in words if word not in names]
    done = frozenset(
        place for place in among if any(word in question.verbs.get(question.tokens[place].split(">")[0], ()) for word in verbs)
    )
    return done if len(done) == 1 else among


def is_to_keep(question: Question) -> bool:
    """Return whether the question asks what is kept."""
    return question.kind in _KEEPING or "keep" in question.holders


def is_kept(words: Sequence[str]) -> bool:
    """Return whether the words say that a card is kept: "I keep it", "it stays with me"."""
    stays = any(word in say.STAYS for word in words) and any(word in say.SELF for word in words)
    return stays or any(word in say.KEEPS for word in words)


def _is_turned(words: Sequence[str]) -> bool:
    return any(word in vocabulary.NEGATIONS for word in words)


def _is_elsewhere(around: Sequence[str], question: Question, place: int) -> bool:
    """Return whether a word beside the name makes the clause about something else."""
    person = question.choices[place].person
    looks = say.LOOKS if question.kind in _LOOKING else frozenset[str]()
    against = say.ELSEWHERE - looks - say.MODALS - (say.THEM | say.OTHERS - say.YOURS | {"has"} if person else set())
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
        meets = vocabulary.MEETS - {"von", "de", "this", "here", "hier"} - (FROM if question.kind in TAKING else frozenset())
        return any(word in vocabulary.GREETINGS or word in meets for word in around)
    acts = any(word in say.DOERS for word in around) and any(word in say.ACTIONS for word in around)
    return not acts and any(word in question.people for word in around)


def _is_theirs(words: Sequence[str], question: Question) -> bool:
    """Return whether the person named first acts ("Nora will steal again") and nothing is done to them."""
    acts = words[0] in question.people and len(words) > 2 and words[1] in _DOES
    return acts and not any(word in say.BEING or word in say.GETS for word in words[2:])


def _is_a_number_of(word: str, question: Question) -> bool:
    return word.isdigit() and 0 < int(word[:4]) <= len(question.choices)


def _is_made(words: Sequence[str], held: dict[str, frozenset[int]], around: Sequence[str], question: Question, place: int) -> bool:
    """Return whether a clause that names the choice `place` makes it: its verb, subject or form says so."""
    if question.choices[place].person:
        if question.kind in _LOOKING and any(word in say.LOOKS for word in around):
            return len(words) < 12 and any(word in say.LOOKED_AT for word in around)
        towards = say.TOWARDS | (FROM if question.kind in TAKING else frozenset())
        return len(words) < 12 and any(word in towards or word in say.ACTIONS or word in say.MODALS for word in around)
    if any(word in say.ACTIONS or word in say.KEEPS for word in around) or (
        question.kind in _GIVING and any(word in say.GETS for word in around)
    ):
        return True
    if any(word in say.CHOSEN_BY_WORD for word in held):
        before = words[: next(at for at, word in enumerate(words) if word in held)]
        return all(word in IDLE or word in say.KINDS for word in around) or any(word in say.SELF for word in before)
    doers = say.DOERS if words[0] == "on" else say.DOERS - {"on"}
    if any(word in doers for word in around) and not any(word in say.HAVING or word.endswith("ed") for word in around):
        return len(words) < 12
    modal = next((at for at, word in enumerate(words) if word in say.MODALS), -1)
    return modal > 0 and words[modal - 1] in held and not any(word in say.BEING for word in words[modal:])


def _by_number(words: tuple[str, ...], question: Question, first: bool) -> Clause:
    """Judge a clause with a number that is clearly one of the list: "number one", "the third card"."""
    hit = match(words, question)
    named = frozenset(hit.places) if hit is not None and hit.number and hit.complete else frozenset()
    clear = any(word in vocabulary.NAMES_OF_CHOICES for word in words) or (
        any(map(is_ordinal, words)) and any(word in vocabulary.NOUNS | vocabulary.VERBS | {"one"} for word in words)
    )
    return Clause(words, named, False, bool(named) and clear and first, False, first)

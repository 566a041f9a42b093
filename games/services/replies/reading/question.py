"""The open question in the form that the parser needs: number of choices to take, and the names of each choice in every language."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, TypeVar

from games.rules.contract import Decision, Option, Shape
from games.rules.messages import Message, Reader, Who, msg
from games.services.replies.reading.folding import spellings, words
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.synonyms import Phrases, Renamings, is_silent, renamings_of, stand_in
from games.services.replies.reading.vocabulary import ARTICLES, IDLE, MONEY, VERBS, WEAK

_SENTENCE = re.compile(r"[^.?!]+\?")
"""A sentence of a prompt that asks."""
REFUSALS = frozenset({"none", "pass", "skip", "no", "done"})
"""Tokens of choices that do nothing."""
GOING_ON = frozenset({"buy"})
"""Tokens of choices with which a move that has begun goes on."""
LEAST_TELLING = 4
"""Fewest letters of a word that is used for a longer name: "that horse"."""
LEAST_STEM = 3
"""Fewest letters that two forms of a word begin with."""
MOST_FOUND = 1024
"""Most results of one function that a question keeps."""

_Said = TypeVar("_Said", bound=Hashable)
_Result = TypeVar("_Result")


def without_articles(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words without articles, as names are compared."""
    return tuple([word for word in words if word not in ARTICLES])


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice: its token, its printed names and outcomes in every language, and whether it is a person at the table."""

    token: str
    names: tuple[str, ...]
    person: bool = False
    outcomes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """A question. From `least` to `most` choices are to be taken (for `Shape.NUMBER`: the range of the number).

    `yes` and `no` are the tokens that a yes or no means, "" if the question cannot be answered so. `kind` is that of the decision.
    """

    choices: tuple[Choice, ...]
    shape: Shape = Shape.ONE
    least: int = 1
    most: int = 1
    yes: str = ""
    no: str = ""
    kind: str = ""
    known: frozenset[str] = frozenset()
    """Further words of the game, which are never taken for typos of a choice."""
    people: frozenset[str] = frozenset()
    """Words of the names of the persons at the table. They are also greeted and thanked, so a name alone may not be an answer."""
    synonyms: Phrases = field(default_factory=dict, compare=False)
    """Synonyms by parts of tokens."""
    verbs: Mapping[str, frozenset[str]] = field(default_factory=dict, compare=False)
    """By the first part of a token, verbs that distinguish it from other choices about the same card."""
    hints: Phrases = field(default_factory=dict, compare=False)
    """By parts of tokens, phrases that make a choice likely but not certain."""

    about: frozenset[tuple[str, ...]] = field(default=frozenset(), compare=False)
    """Names in the prompt that are no choices: The Devil in "the top card of the Nest: The Devil. Keep it there?"."""
    me: str = field(default="", compare=False)
    """The token of the choice that is the asked person; "" if there is none."""
    named: frozenset[str] = field(default=frozenset(), compare=False)
    """Words of all names of the game in every language. One that no choice has names something else, such as another card."""

    @cached_property
    def found(self) -> dict[Callable[..., Any], dict[Any, Any]]:
        """The results of each function that is `once`, by the words."""
        return {}

    @cached_property
    def pronouns(self) -> Renamings:
        """Replacements of the names in the prompt (`about`) by the pronoun "it"."""
        whole = {name for name in self.about if self.telling.isdisjoint(name)}
        parts = {(word,) for name in whole for word in name if len(name) > 1 and len(word) >= LEAST_TELLING and word not in IDLE}
        names = sorted(whole | parts, key=lambda name: (-len(name), name))
        return {first: tuple((name, ("it",)) for name in names if name[0] == first) for first in {name[0] for name in names}}

    @cached_property
    def renamings(self) -> Renamings:
        """Replacements of synonyms by the printed words of these choices."""
        return {**self.targets, **renamings_of(self.tokens, self.synonyms, held=self.holders, known=self.known)}

    @cached_property
    def targets(self) -> Renamings:
        """Replacements of a name that the outcomes of one path have, and no others, by the path.

        Example: "the Square" by "path 2", on which it lies. The outcome of one choice on the path may lack it: that of an unseen card.
        """
        paths = [choice.token.rpartition(">")[2] for choice in self.choices]
        found: dict[str, list[str]] = {}
        for choice, path in zip(self.choices, paths, strict=True):
            for word in {word for text in choice.outcomes for word in words(text)} if path.isdigit() else ():
                found.setdefault(word, []).append(path)
        telling = self.named - IDLE - WEAK - frozenset(self.holders)
        alone = {word: on[0] for word, on in found.items() if word.isalpha() and word in telling and len(set(on)) == 1}
        return {word: (((word,), ("path", on)),) for word, on in alone.items() if len(found[word]) >= paths.count(on) - 1}

    @cached_property
    def suggestions(self) -> Renamings:
        """Replacements of hints by the printed words of these choices."""
        return renamings_of(self.tokens, self.hints, held={}, known=frozenset())

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the choices in the order of their numbers."""
        return tuple(choice.token for choice in self.choices)

    @cached_property
    def full_names(self) -> dict[tuple[str, ...], frozenset[int]]:
        """Maps every whole name, without articles, to the indexes of its choices."""
        found: dict[tuple[str, ...], set[int]] = {}
        for place, choice in enumerate(self.choices):
            for name in _ways(choice):
                found.setdefault(name, set()).add(place)
        return {name: frozenset(places) for name, places in found.items() if name}

    @cached_property
    def beginnings_of_names(self) -> frozenset[str]:
        """The first words of all whole names, without articles."""
        return frozenset(name[0] for name in self.full_names)

    @cached_property
    def ends_of_names(self) -> frozenset[str]:
        """The last words of all whole names that are no articles."""
        return frozenset(name[-1] for name in self.full_names) - ARTICLES

    @cached_property
    def vocabularies(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """For each choice, its names as tuples of words."""
        return tuple(tuple(dict.fromkeys(_ways(choice))) for choice in self.choices)

    @cached_property
    def numbers(self) -> tuple[frozenset[int], ...]:
        """For each choice, the numbers in its names."""
        return tuple(frozenset(int(word) for name in names for word in name if word.isdigit()) for names in self.vocabularies)

    @cached_property
    def told(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """For each choice, the words of its name and of its outcome together, in every language."""
        return tuple(_told(choice) for choice in self.choices)

    @cached_property
    def own_outcomes(self) -> tuple[frozenset[str] | None, ...]:
        """For each choice, the words that only its outcome has; None if it has no outcome."""
        every = [{word for text in choice.outcomes for word in words(text)} for choice in self.choices]
        count = Counter(word for of_one in every for word in of_one)
        return tuple(frozenset(word for word in of_one if count[word] == 1) if of_one else None for of_one in every)

    @cached_property
    def words_of_names(self) -> tuple[str, ...]:
        """All words of names that are no numbers."""
        return tuple(word for word in self.holders if number_of(word) is None)

    @cached_property
    def long_words(self) -> tuple[str, ...]:
        """All words of names that are long enough for a typo."""
        return tuple(word for word in self.holders if len(word) > 3 and not word.isdigit())

    @cached_property
    def longest_name(self) -> int:
        """The largest number of words of a whole name, without articles."""
        return max(map(len, self.full_names), default=0)

    @cached_property
    def holders(self) -> dict[str, frozenset[int]]:
        """Maps every word of a name to the indexes of the choices that have it."""
        found: dict[str, set[int]] = {}
        for place, ways in enumerate(self.vocabularies):
            for name in ways:
                for word in name:
                    found.setdefault(word, set()).add(place)
        for place, token in enumerate(self.tokens):
            for part in token.split(">")[1:]:
                if part.isdigit():
                    found.setdefault(stand_in(part), set()).add(place)  # "the first path", which is not the first choice
        return {word: frozenset(places) for word, places in found.items()}

    @cached_property
    def telling(self) -> frozenset[str]:
        """All words that may name a choice: those of names, and those of synonyms that have a meaning by themselves."""
        said = frozenset(word for pairs in self.renamings.values() for phrase, _printed in pairs for word in phrase)
        return frozenset(self.holders) | (said - IDLE - WEAK)

    def is_of_another_kind(self, said: Collection[str], token: str) -> bool:
        """Return whether a verb is said that is used for nothing but a kind of choice that is not offered: "buy", where one can only bid.

        Only a choice that is a kind by itself may be mistaken for one that is not there; others are told by their card.
        """
        if token not in self.verbs or not self.verbs[token].isdisjoint(said):
            return False
        offered = {token.split(">")[0] for token in self.tokens}
        other = frozenset(word for part in self.verbs.keys() - offered for word in self.verbs[part])
        here = frozenset(word for part in offered for word in self.verbs.get(part, ()))
        return not (other - here - self.telling - IDLE - WEAK - MONEY - VERBS).isdisjoint(said)

    def inflected(self, word: str, endings: frozenset[str]) -> frozenset[int]:
        """Return the choices with a word of the same stem as `word`, where both words end in one of `endings`."""
        found: set[int] = set()
        for other, places in self._beginnings.get(word[:LEAST_STEM], ()):
            length = next((at for at, pair in enumerate(zip(word, other, strict=False)) if pair[0] != pair[1]), min(len(word), len(other)))
            if length >= max(len(word), len(other)) - 3 and word[length:] in endings and other[length:] in endings:
                found |= places
        return frozenset(found)

    @cached_property
    def _beginnings(self) -> dict[str, list[tuple[str, frozenset[int]]]]:
        """The words of names with the choices that have them, by their first `LEAST_STEM` letters; small words ("qui") have no forms."""
        found: dict[str, list[tuple[str, frozenset[int]]]] = {}
        for word, places in self.holders.items():
            if word.isalpha() and len(word) >= LEAST_STEM and (len(word) > LEAST_STEM or word not in IDLE | WEAK):
                found.setdefault(word[:LEAST_STEM], []).append((word, places))
        return found

    def __hash__(self) -> int:
        return hash((self.choices, self.shape, self.least, self.most))


def once(function: Callable[[_Said, Question], _Result]) -> Callable[[_Said, Question], _Result]:
    """Make a function compute its result for the same words and question once: a text is parsed as a whole, and again in parts."""

    @wraps(function)
    def found_or_computed(said: _Said, question: Question) -> _Result:
        known = question.found.setdefault(function, {})
        if said not in known:
            if len(known) >= MOST_FOUND:
                known.clear()
            known[said] = function(said, question)
        result: _Result = known[said]
        return result

    return found_or_computed


def _told(choice: Choice) -> tuple[tuple[str, ...], ...]:
    """Return the words of the name and of the outcome of a choice, for every language."""
    pairs = zip(choice.names, choice.outcomes, strict=False) if len(choice.names) == len(choice.outcomes) else ()
    return tuple([words(f"{name} {outcome}") for name, outcome in pairs] or [words(text) for text in (*choice.names, *choice.outcomes)])


def _ways(choice: Choice) -> list[tuple[str, ...]]:
    """Return the names of a choice as tuples of words: the token, each label, and the two parts of a label with a colon."""
    texts = [choice.token, *choice.names]
    if is_silent(choice.token):
        texts.append(stand_in(choice.token))
    texts += [part for name in choice.names if ":" in name for part in name.split(":", 1)]
    return [name for text in texts for way in spellings(text) if (name := without_articles(way) or way)]


def question_of(
    decision: Decision,
    readers: Sequence[Reader],
    *,
    known: Iterable[str] = (),
    synonyms: Phrases | None = None,
    verbs: Mapping[str, frozenset[str]] | None = None,
    hints: Phrases | None = None,
    own: bool = True,
) -> Question:
    """Build the question of a decision with the names of its choices in the languages of all readers.

    `known` are further names of the game. `synonyms`, `verbs` and `hints` are those of the game. `own` is False if a deputy is asked.
    """
    choices = tuple(_choice(option, readers) for option in decision.options)
    yes, no = _yes_and_no(decision)
    people = frozenset(word for reader in readers[:1] for name in reader.names for way in spellings(name) for word in way)
    return Question(
        choices,
        decision.shape,
        decision.least,
        decision.most,
        yes,
        no,
        decision.kind,
        frozenset(word for name in known for word in words(name)),
        people,
        synonyms or {},
        verbs or {},
        hints or {},
        _names_in(decision.prompt, readers),
        next((one.token for one in decision.options if own and one.label.params.get("who") == Who(decision.seat)), ""),
        words_of_game(known, readers),
    )


def words_of_game(names: Iterable[str], readers: Sequence[Reader]) -> frozenset[str]:
    """Return the words of the names of a game, in English and in the languages of the readers."""
    texts = {text for name in names for text in (name, *(reader.say(msg(name)) for reader in readers))}
    return frozenset(word for text in texts for way in spellings(text) for word in way)


def _names_in(prompt: Message, readers: Sequence[Reader]) -> frozenset[tuple[str, ...]]:
    """Return the names in a prompt, in every language; of "Aquarius, the Water-Bearer" also the first part."""
    given = [one for value in prompt.params.values() for one in (value if isinstance(value, tuple) else (value,))]
    texts = [reader.say(one) for one in given if isinstance(one, Message) for reader in readers]
    texts += [text.partition(",")[0].partition("(")[0] for text in texts]
    return frozenset(name for text in texts for way in spellings(text) if (name := without_articles(way)) and not name[-1].isdigit())


def _choice(option: Option, readers: Sequence[Reader]) -> Choice:
    """Convert an option of a decision to a choice with its names in the languages of the readers."""
    person = option.label.text == "{who}" and isinstance(option.label.params.get("who"), Who)
    outcomes = tuple(dict.fromkeys(reader.say(option.outcome) for reader in readers)) if option.outcome is not None else ()
    return Choice(option.token, tuple(dict.fromkeys(reader.say(option.label) for reader in readers)), person, outcomes)


def _yes_and_no(decision: Decision) -> tuple[str, str]:
    """Return the tokens that yes and no mean in a yes-or-no question ("do you draw a card?"), "" for one that means none.

    Such a question has two choices, one of which does nothing. A yes to "You buy it for 8. Go on?" is the purchase, if it is offered.
    """
    tokens = decision.tokens
    text = decision.prompt.text.casefold()
    if text.endswith("go on?"):
        return next((token for token in tokens if token in GOING_ON), ""), ""
    if decision.shape is not Shape.ONE or len(tokens) != 2:
        return "", ""
    if {"yes", "no"} == set(tokens):
        return "yes", "no"
    refusals = [token for token in tokens if token in REFUSALS]
    asked = next((sentence for sentence in _SENTENCE.findall(text) if "do you" in sentence), "")
    if not asked or len(refusals) != 1 or any(word in asked.split("do you")[0].split() for word in ("which", "what", "how", "whom")):
        return "", ""
    return next(token for token in tokens if token not in refusals), refusals[0]

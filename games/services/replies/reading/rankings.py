"""Parse an order of all cards of a hand by their suits: "the Hands going up, then both Suns, the Moon last", "my star in front, the rest
as listed"."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.rules.contract import Shape
from games.services.replies.reading import vocabulary
from games.services.replies.reading.numbers import PRONOUNS, is_ordinal, number_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.sizes import value_of
from games.services.replies.reading.spelling import inflected, nearly
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import word_set

_UP, _DOWN = "up", "down"
_SMALL = r"(?:low|lowest|small|smallest|little|klein|kleinste[nr]?|niedrig|niedrigste[nr]?|(?:plus |la plus |le plus )?(?:petite?|basse?))"
_LARGE = r"(?:high|highest|big|biggest|large|largest|hoch|hochste[nr]?|gross|grosste[nr]?|(?:plus |la plus |le plus )?(?:grande?|haute?))"
_TO = r"(?: one| ones)? (?:to|before|then|first|nach|bis|zu|vor|zur|zum|au|a|avant|puis|en premier|d abord|zuerst|devant|vorne)\b"
_DIRECTIONS = (
    (
        _DOWN,
        re.compile(rf"\b(?:(?:going |counting )?down(?:wards?)?|descending|absteigend|fallend|decroissant|en descendant|{_LARGE}{_TO})"),
    ),
    (_UP, re.compile(rf"\b(?:(?:going |counting )?up(?:wards?)?|ascending|aufsteigend|steigend|croissant|en montant|{_SMALL}{_TO})")),
)
_END_OF_DIRECTION = re.compile(rf"^ ?(?:{_SMALL}|{_LARGE})\b")
_REST = word_set("rest others remaining remainder ubrigen uebrigen restlichen anderen reste autres restants")
_LISTED = word_set("listed list order are stand gave wrote reihenfolge liste stehen gelistet wie ordre comme")
_AT_END = word_set("last end back finally lastly zuletzt schluss ende hinten enfin fin finir derniers dernieres dernier derniere")
_AT_START = word_set("first front lead zuerst anfang vorne voran start tete abord premier premiere premiers premieres best")
_AGAINST = vocabulary.NEGATIONS | vocabulary.HESITATIONS | (vocabulary.DOUBTS - word_set("ou comment wie"))
_AFTER = re.compile(r"\b(?:after (?:the|my)|hinter|apres (?:la|le|les|l)|(?:before|vor|avant) (?:that|this|it|those|dem|den|cela|ca))\b")
_PLURAL = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6, "einsen": 1, "zweien": 2, "dreien": 3, "vieren": 4} | {
    "funfen": 5,
    "sechsen": 6,
}
"""Words for all cards of a size."""


@dataclass(slots=True)
class _Group:
    """Cards that are named together: by a suit or a size (`held`), with sizes in the order of their naming or a direction."""

    held: frozenset[int]
    sizes: list[int]
    direction: str = ""
    rest: bool = False
    start: bool = False
    end: bool = False


def ranked(line: Line, question: Question) -> list[str] | None:
    """Return the tokens in the order that a line says by suits; None unless it places every card exactly once."""
    if question.shape is not Shape.ORDER or question.least != len(question.tokens) or line.asks or not _AGAINST.isdisjoint(line.words):
        return None
    values = [value_of(question, place) for place in range(len(question.tokens))]
    said = " ".join(line.words)
    if None in values or _AFTER.search(said):
        return None
    groups = _groups(_with_directions(line), question, [value or 0 for value in values])
    return _placed(_sorted_by_place(groups), question, [value or 0 for value in values]) if groups else None


def _with_directions(line: Line) -> list[list[str]]:
    """Return the words of each clause, in which a phrase for a direction is the word `_UP` or `_DOWN`."""
    found = []
    for start, end in line.clauses():
        text = " ".join(line.words[start:end])
        for direction, phrase in _DIRECTIONS:
            while (at := phrase.search(text)) is not None and f" {direction} " not in text:
                text = f"{text[: at.start()]} {direction} {_END_OF_DIRECTION.sub('', text[at.end() :])}"
        found.append(text.split())
    return found


def _groups(clauses: Sequence[Sequence[str]], question: Question, values: Sequence[int]) -> list[_Group]:
    """Return the groups of cards that the clauses name; [] if a number belongs to none."""
    groups: list[_Group] = []
    for words in clauses:
        known = len(groups)
        for at, word in enumerate(words):
            if (group := _group_of(words, at, question, values)) is not None:
                groups.append(group)
            elif word in (_UP, _DOWN) and groups:
                groups[-1].direction = word
            elif (size := _size_of(words, at, question)) is not None:
                if not groups:
                    return []
                groups[-1].sizes.append(size)
        for group in groups[known : known + 1]:
            group.start = not _AT_START.isdisjoint(words)
        for group in groups[-1:]:
            group.end = group.end or not _AT_END.isdisjoint(words)
    return groups


def _group_of(words: Sequence[str], at: int, question: Question, values: Sequence[int]) -> _Group | None:
    """Return the group that begins with a word: a suit, a size ("the fives"), or the rest "as listed"; None for any other word."""
    word = words[at]
    if word in _REST:
        return _Group(frozenset(), [], rest=not _LISTED.isdisjoint(words[at:]))
    if (size := _PLURAL.get(word)) is not None:
        return _Group(frozenset(place for place, value in enumerate(values) if value == size), [])
    held = _suit(word, question)
    return _Group(held, []) if len({question.tokens[place].rpartition("-")[0] for place in held}) == 1 else None


def _size_of(words: Sequence[str], at: int, question: Question) -> int | None:
    """Return the size that a word says; None for a pronoun and for the number of cards of a suit: "both Suns", "the two Eyes"."""
    word = words[at]
    number = None if is_ordinal(word) else number_of(word, least=0)
    if number is None or word.isdigit():
        return number
    counts = at + 1 < len(words) and (words[at + 1] in _PLURAL or bool(_suit(words[at + 1], question)))
    return None if counts or word in PRONOUNS else number


def _suit(word: str, question: Question) -> frozenset[int]:
    """Return the cards of the suit that a word names; none for small words."""
    if word in vocabulary.IDLE | vocabulary.ARTICLES | vocabulary.WEAK or not word.isalpha() or number_of(word) is not None:
        return frozenset()
    near, sure = nearly(word, question)
    return question.holders.get(word) or inflected(word, question) or (near if sure else frozenset())


def _sorted_by_place(groups: Sequence[_Group]) -> list[_Group]:
    """Return the groups in the order of their places: those in front, the others as they are named, those at the end."""
    return sorted(groups, key=lambda group: (group.end and not group.start) - (group.start and not group.end))


def _placed(groups: Sequence[_Group], question: Question, values: Sequence[int]) -> list[str] | None:
    """Return the tokens of the groups one after the other; None if a card is missing, named twice, or its place in a suit is open."""
    left, order = list(range(len(question.tokens))), list[int | _Group]()
    for group in groups:
        if group.rest:
            order.append(group)
            continue
        cards = _of_group(group, left, values, question)
        if not cards:
            return None
        order += cards
        left = [place for place in left if place not in cards]
    whole: list[int] = []
    for one in order:
        whole += [one] if isinstance(one, int) else left
    rests = sum(group.rest for group in groups)
    if rests > 1 or (rests and not left) or len(whole) != len(question.tokens):
        return None
    return [question.tokens[place] for place in whole]


def _of_group(group: _Group, left: Collection[int], values: Sequence[int], question: Question) -> list[int]:
    """Return the cards of a group that are left, in its order; [] if there are none or their order is not said."""
    cards = [place for place in left if place in group.held]
    if group.sizes and not (group.direction and len(group.sizes) < len(cards)):
        found: list[int] = []
        for size in group.sizes:
            card = next((place for place in cards if values[place] == size and place not in found), None)
            if card is None:
                return []
            found.append(card)
        return found
    if group.direction:
        cards = sorted(cards, key=lambda place: values[place], reverse=group.direction == _DOWN)
        ends = [values[place] for place in (cards[:1] + cards[-1:])]
        return cards if group.sizes == ends[: len(group.sizes)] else []
    alike = len({question.tokens[place].rstrip("+") for place in cards}) == 1
    return cards if alike else []

"""Describe choices by aspects, which their names do not have to contain: parts of the token, position, and how their numbers compare."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from games.services.replies.reading.question import REFUSALS, Question

_RANKED = re.compile(r"([a-z_]+)-(\d+)")
_SEAT = re.compile(r"seat[-_]\d+")
_OF_THE_QUESTION = REFUSALS | {"draw", "yes", "keep"}
"""Parts that mean something else in each kind of question."""


def aspects_of(question: Question) -> tuple[frozenset[str], ...]:
    """Return the aspects of each choice."""
    return _aspects(question.tokens, question.kind, question.me)


@lru_cache(maxsize=1024)
def _aspects(tokens: tuple[str, ...], kind: str, me: str) -> tuple[frozenset[str], ...]:
    found = [{aspect for part in parts_of(token) for aspect in _of_part(part, kind, mine=me in (part, token))} for token in tokens]
    for of_one, *others in zip(found, _on_the_list(tokens), _of_rank(tokens), _of_path(tokens), strict=True):
        of_one.update(*others)
    return tuple(map(frozenset, found))


def parts_of(token: str) -> list[str]:
    """Return the parts of a token: those of `coins-04>1` are `coins-04` and `1`."""
    return token.replace(":", ">").split(">")


def path_of(token: str) -> int | None:
    """Return the number at the end of a token of several parts: the path on which a card is placed."""
    last = parts_of(token)[-1]
    return int(last) if ">" in token and last.isdigit() else None


def _of_part(part: str, kind: str, *, mine: bool) -> set[str]:
    """Return the aspects of one part: what it is, its suit, or whether the person is the one who is asked."""
    if _SEAT.fullmatch(part):
        return {"person", "me" if mine else "not me"}
    if part.isdigit():
        return set()
    ranked = _RANKED.fullmatch(part)
    return {f"{kind}:{part}" if part in _OF_THE_QUESTION else part} | ({ranked[1]} if ranked else set())


def _on_the_list(tokens: Sequence[str]) -> list[set[str]]:
    """Return for each choice whether it is the first or the last of the list."""
    ends = {0: {"list first"}, len(tokens) - 1: {"list last"}} if len(tokens) > 2 else {}
    return [ends.get(place, set()) for place in range(len(tokens))]


def _of_rank(tokens: Sequence[str]) -> list[set[str]]:
    """Return for each choice how the number of its card compares with the others, and with those of its suit."""
    cards = [_RANKED.fullmatch(parts_of(token)[0]) for token in tokens]
    ranks = [None if card is None or _SEAT.fullmatch(card[0]) else (card[1], int(card[2])) for card in cards]
    every = {number for _suit, number in filter(None, ranks)}
    by_suit = {suit: {number for other, number in filter(None, ranks) if other == suit} for suit, _number in filter(None, ranks)}
    sizes = Counter(rank[0] for rank in ranks if rank)
    found: list[set[str]] = []
    for rank in ranks:
        if rank is None:
            found.append(set())
            continue
        alone = {"only of suit"} if sizes[rank[0]] == 1 else set()
        found.append(_compared(rank[1], every, "") | _compared(rank[1], by_suit[rank[0]], "suit ") | alone)
    return found


def _of_path(tokens: Sequence[str]) -> list[set[str]]:
    """Return for each choice whether its path is the first, the middle or the last of the paths."""
    row = sorted({path for token in tokens if (path := path_of(token)) is not None})
    names = {row[0]: "path first", row[-1]: "path last"} if len(row) > 1 else {}
    if len(row) > 2 and len(row) % 2:
        names[row[len(row) // 2]] = "path middle"
    return [{names[path]} if (path := path_of(token)) in names else set() for token in tokens]


def _compared(number: int, numbers: set[int], prefix: str) -> set[str]:
    """Return whether a number is the highest, the lowest or between, among several."""
    if len(numbers) < 2:
        return set()
    return {f"{prefix}{'highest' if number == max(numbers) else 'lowest' if number == min(numbers) else 'middle'}"}

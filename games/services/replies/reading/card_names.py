"""The names of the cards of all installed games, in every language of the site, and where they stand in a text."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from django.conf import settings
from django.utils.translation.trans_real import translation
from rapidfuzz import fuzz, process

from games.rules.messages import Reader
from games.rules.registry import all_games
from games.services.replies.reading.folding import spellings, words
from games.services.replies.reading.question import without_articles
from games.services.replies.reading.vocabulary import ARTICLES

CardId = tuple[str, str]
"""The key of a game and the id of a card in it."""
Span = tuple[int, int, frozenset[CardId]]
"""The first word of a name, the first word behind it, and the cards of that name."""

_Names = dict[str, list[tuple[tuple[str, ...], frozenset[CardId]]]]
"""By their first word, the longest first: names as folded words without articles, and their cards."""
LIKE, FEWEST_LETTERS = 85, 5
"""The least similarity of a misspelt word to one of a name, and its fewest letters."""
_BY_NAME = re.compile(r"[,(]")
"""What separates a name from its epithet: "Aries, the Ram"."""


def cards_named(text: str) -> list[CardId]:
    """Return the cards whose names stand in a text, in their order there."""
    found = spans_of(words(text))
    return list(dict.fromkeys(card for _start, _end, cards in found for card in sorted(cards)))


def cards_like(text: str, game: str) -> list[CardId]:
    """Return the cards of a game of whose names a text has a word that no other card has, also misspelt: "squire" for "Eager Squire"."""
    known = _telling(game)
    telling = [word for word in words(text) if len(word) >= FEWEST_LETTERS]
    found = (process.extractOne(word, known.keys(), scorer=fuzz.ratio, score_cutoff=LIKE) for word in telling)
    return list(dict.fromkeys(known[best[0]] for best in found if best is not None))


def spans_of(said: Sequence[str]) -> list[Span]:
    """Return where names of cards stand in the folded words of a text. An article before a name is part of it."""
    found: list[Span] = []
    place = start = 0
    while place < len(said):
        if (named := _name_at(said, place)) is not None:
            end, cards = named
            found.append((start, end, cards))
            place = start = end
            continue
        place += 1
        if said[place - 1] not in ARTICLES:
            start = place
    return found


def _name_at(said: Sequence[str], place: int) -> tuple[int, frozenset[CardId]] | None:
    """Return the end and the cards of the longest name that begins at this word; None if none does."""
    for name, cards in _names().get(said[place], ()):
        end = place
        for word in name:
            while end < len(said) and said[end] != word and end > place and said[end] in ARTICLES:
                end += 1
            if end == len(said) or said[end] != word:
                break
            end += 1
        else:
            return end, cards
    return None


@cache
def _telling(game: str) -> dict[str, CardId]:
    """The words of names, and names as one word, that only one card of a game has."""
    cards: dict[str, set[CardId]] = {}
    for name, card in _spellings():
        for word in (*name, "".join(name)) if card[0] == game else ():
            cards.setdefault(word, set()).add(card)
    return {word: next(iter(held)) for word, held in cards.items() if len(held) == 1 and len(word) >= FEWEST_LETTERS and word.isalpha()}


@cache
def _names() -> _Names:
    cards: dict[tuple[str, ...], set[CardId]] = {}
    for name, card in _spellings():
        cards.setdefault(name, set()).add(card)
    by_first: _Names = {}
    for name in sorted(cards, key=lambda name: (-len(name), name)):
        by_first.setdefault(name[0], []).append((name, frozenset(cards[name])))
    return by_first


def _spellings() -> Iterator[tuple[tuple[str, ...], CardId]]:
    """Yield each spelling of each name, whole and without its epithet, as words without articles."""
    catalogues = [translation(code) for code, _name in settings.LANGUAGES]
    readers = [Reader((), catalogue.gettext, catalogue.ngettext) for catalogue in catalogues]
    for key, game in all_games().items():
        for id_, card in game.faces.items():
            for name in {reader.say(card.name) for reader in readers}:
                for part in (name, _BY_NAME.split(name)[0]):
                    for spelt in spellings(part):
                        bare = without_articles(spelt)
                        if any(word.isalpha() for word in bare):
                            yield bare, (key, id_)

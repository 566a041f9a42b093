"""Remove phrases of a list from the words of a line."""

from collections.abc import Iterable, Sequence

ByFirstWord = dict[str, list[tuple[int, str]]]


def by_first_word(phrases: Iterable[str]) -> ByFirstWord:
    """Return the phrases, with their places in the order, by their first words."""
    found: ByFirstWord = {}
    for place, phrase in enumerate(phrases):
        found.setdefault(phrase.split()[0], []).append((place, f" {phrase} "))
    return found


def without_phrases(words: Sequence[str], phrases: ByFirstWord) -> tuple[str, ...]:
    """Return the words without the phrases, which are removed one after the other in their order."""
    text = f" {' '.join(words)} "
    for _place, phrase in sorted(pair for word in set(words) for pair in phrases.get(word, ())):
        text = text.replace(phrase, " ")
    return tuple(text.split())

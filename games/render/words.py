"""Texts that all renderers share: a card in one line, counters by owner, how a decision is answered."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby

from games.rules.contract import Decision, Seat, Shape
from games.rules.messages import Message, Reader, Translate, msg, plural
from games.rules.notation import labels
from games.rules.scene import Card, Counter, Pile, Suit, Zone

LABELLED = msg("{label}: {rest}")
_BREAKING_SPACE = re.compile(r"[^\S\u00a0\u202f]+")


@lru_cache(maxsize=16384)
def clean(text: str) -> str:
    """One line without control characters, so that no name or note can look like a line of its own. No-break spaces stay."""
    if text.isprintable():  # nearly always; then it holds no control character, and looking at each one is saved
        return " ".join(text.split())
    return _BREAKING_SPACE.sub(" ", "".join(char if unicodedata.category(char)[0] != "C" else " " for char in text)).strip()


def isolated(name: str) -> str:
    """A clean name; one written from right to left between isolating marks, so that digits and commas beside it keep their order."""
    return f"\u2068{name}\u2069" if any(unicodedata.bidirectional(char) in ("R", "AL") for char in name) else name


def signed(number: int | float) -> str:
    """A number with a minus sign, not a hyphen."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def shortened(name: str, most: int) -> str:
    """A name of at most `most` characters."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


@lru_cache(maxsize=16384)
def escaped(text: str) -> str:
    """Text escaped for HTML and attributes; cached, because every page has the same names of cards and people."""
    return escape(text)


def said(message: Message, reader: Reader) -> str:
    if message.params or message.many:
        return clean(reader.say(message))
    return _without_gaps(message.text, message.sense, reader.translate)


def shown(message: Message, reader: Reader) -> str:
    """`said`, with names of players that are written from right to left between isolating marks."""
    text = said(message, reader)
    for name in _right_to_left(tuple(reader.names)):
        text = text.replace(name, isolated(name))
    return text


@lru_cache(maxsize=4096)
def _right_to_left(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in map(clean, names) if isolated(name) != name)


@lru_cache(maxsize=16384)
def _without_gaps(text: str, sense: str, translate: Translate) -> str:
    """A text without gaps, such as the name of a card: it is the same for all readers of a catalogue, so it is cached."""
    return clean(Reader(translate=translate).say(Message(text, sense=sense)))


def suit_words(suit: Suit, reader: Reader) -> str:
    """A suit by letter and name: `W Waves`."""
    return f"{suit.letter} {said(suit.name, reader)}"


def card_words(card: Card, reader: Reader) -> str:
    """A card in one line: `The Cave (7, W Waves, Y Wyrms), locked`."""
    name = said(card.name, reader)
    value = clean(card.value)
    details = [value] if value and value not in name.split() else []
    details += [suit_words(suit, reader) for suit in card.suits]
    head = f"{name} ({', '.join(details)})" if card.face and details else name
    return ", ".join([head, *(said(mark, reader) for mark in card.marks)])


def text_on(card: Card | None, reader: Reader) -> str:
    """What stands on a card; "" if nothing does, or for no card."""
    return said(card.text, reader) if card is not None and card.text is not None else ""


def labelled(label: str, rest: str, reader: Reader) -> str:
    """`Ann: Hand`, with the colon as the reader's language sets it. Both parts are clean already."""
    return reader.fill(reader.translate(LABELLED.text), {"label": label, "rest": rest}, ())


def hidden_words(count: int, reader: Reader) -> str:
    """Face-down cards that are only counted."""
    return said(plural("{count} face-down card", "{count} face-down cards", count), reader)


def backs_only(pile: Pile) -> Card | None:
    """The back of a pile of counted cards in which nothing else lies open, or None. It says what kind of cards they are."""
    first = pile.cards[0] if pile.count and pile.cards else None
    if first is None or first.face or first.id or any(card != first for card in pile.cards):
        return None
    return first


def pile_size(pile: Pile) -> int:
    """The number of cards of a pile, shown or only counted."""
    return len(pile.cards) + pile.count


def times(count: int, what: str) -> str:
    """`3 × a tarot card`."""
    return what if count == 1 else f"{count} × {what}"


def zone_title(zone: Zone, reader: Reader) -> str:
    """The title of a zone, after its owner's name unless the title says it already.

    A title with parameters ("Kingdom of {who}") or one that speaks to the viewer ("Your hand") says it.
    """
    title = said(zone.title, reader)
    if zone.owner is None or zone.title.params or zone.title.text.startswith("Your "):
        return title
    return labelled(clean(reader.name(zone.owner)), title, reader)


def counter_words(counter: Counter, reader: Reader) -> str:
    """`Coins 10` or `Favors 2 of 3`."""
    title, value = said(counter.title, reader), clean(str(counter.value))
    if counter.most is None:
        return f"{title} {value}"
    return said(msg("{title} {value} of {most}", title=title, value=value, most=counter.most), reader)


def by_owner(counters: Sequence[Counter]) -> Iterator[tuple[Seat | None, list[Counter]]]:
    """Counters by owner: the common ones first, then those of each seat."""
    ordered = sorted(counters, key=lambda counter: -1 if counter.owner is None else counter.owner)
    for owner, group in groupby(ordered, key=lambda counter: counter.owner):
        yield owner, list(group)


def how_to_answer(decision: Decision) -> Message | None:
    """The form of an answer, where a single number is not enough."""
    least, most = decision.least, decision.most
    if decision.shape is Shape.NUMBER:
        return msg("A whole number from {least} to {most}.", least=least, most=most)
    if decision.shape is Shape.ORDER and least < len(decision.options):
        return plural("Choose {count}.", "Choose {count}, in order.", least)
    if decision.shape is Shape.ORDER:
        return msg("Put all of them in order, starting with the first.")
    if decision.shape is Shape.SOME and least == most:
        return plural("Choose {count}.", "Choose {count} of them.", least)
    if decision.shape is Shape.SOME and least == 0:
        return msg("Choose up to {most} of them, or none.", most=most)
    if decision.shape is Shape.SOME:
        return msg("Choose {least} to {most} of them.", least=least, most=most)
    return None


def answer_words(decision: Decision, text: str, reader: Reader) -> str:
    """A canonical answer as the labels of its choices."""
    return ", ".join(said(label, reader) for label in labels(decision, text)) or said(msg("nothing"), reader)


def given_words(decision: Decision, reader: Reader) -> str:
    """The answer of a seat so far in a sealed wait."""
    chosen = answer_words(decision, decision.given or "", reader)
    return said(msg("Your answer so far: {answer}. You can change it until everybody has answered.", answer=chosen), reader)

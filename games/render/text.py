"""Scene and decision → plain text of 80 columns, for mails, terminals and screen readers.

No ASCII art: a heading is a line that ends in a colon, its content is indented, suits are a letter
and a word, so the text works equally in a mail, on a braille display and through a screen reader.
"""

import textwrap
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from games.render.board_words import board_lines
from games.render.reader import OnceReader
from games.render.words import (
    backs_only,
    by_owner,
    card_words,
    clean,
    counter_words,
    given_words,
    hidden_words,
    how_to_answer,
    labelled,
    pile_size,
    said,
    times,
    zone_title,
)
from games.rules.contract import Decision, Option
from games.rules.messages import Reader, msg
from games.rules.scene import Card, Layout, Pile, Scene, Zone

WIDTH = 80


def scene_text(scene: Scene, reader: Reader, width: int = WIDTH) -> str:
    """The whole table: notes, counters, then every zone, separated by blank lines. No line is wider than `width`
    unless a single word is."""
    shown: set[str] = set()
    blocks = [[line for note in scene.notes for line in _wrap(said(note, reader), width)]]
    blocks.append(list(_counter_lines(scene, reader, width)))
    blocks += [_zone_block(zone, reader, width, shown) for zone in scene.zones]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def decision_text(decision: Decision, reader: Reader, width: int = WIDTH, *, card_text: str = "") -> str:
    """The prompt, the text of the card that asks, how to answer, and the numbered choices with their outcomes."""
    lines = _wrap(said(decision.prompt, reader), width)
    if card_text:
        lines += _wrap(card_text, width)
    if (how := how_to_answer(decision)) is not None:
        lines += _wrap(said(how, reader), width)
    for number, option in enumerate(decision.options, start=1):
        lines += _option_lines(number, option, reader, width)
    if decision.given is not None:
        lines += _wrap(given_words(decision, reader), width)
    return "\n".join(lines)


def _option_lines(number: int, option: Option, reader: Reader, width: int) -> list[str]:
    head = f"{number:>3}) "
    label = said(option.label, reader)
    token = "" if clean(option.token) == label else f"  [{clean(option.token)}]"
    lines = _wrap(f"{label}{token}", width, head, " " * len(head), keep_spaces=True)
    if option.outcome is not None:
        lines += _wrap(said(option.outcome, reader), width, " " * 5 + "-> ", " " * 8)
    return lines


def _counter_lines(scene: Scene, reader: Reader, width: int) -> Iterator[str]:
    for owner, counters in by_owner(scene.counters):
        words = ", ".join(counter_words(counter, reader) for counter in counters)
        line = words if owner is None else labelled(clean(reader.name(owner)), words, reader)
        yield from _wrap(line, width, "", "  ")


def _zone_block(zone: Zone, reader: Reader, width: int, shown: set[str]) -> list[str]:
    """The lines of a zone. Card texts that were printed before are left out."""
    if not isinstance(reader, OnceReader):
        return list(_zone_lines(zone, reader, width, shown))

    def make() -> tuple[list[str], frozenset[str]]:
        after = set(shown)
        return list(_zone_lines(zone, reader, width, after)), frozenset(after)

    lines, after = reader.piece("text", zone, (width, frozenset(shown)), make)
    shown |= after
    return lines


def _zone_lines(zone: Zone, reader: Reader, width: int, shown: set[str]) -> Iterator[str]:
    title = zone_title(zone, reader)
    notes = "".join(f" {said(note, reader)}" for note in zone.notes)
    if zone.board is not None:
        yield from _wrap(labelled(title, "", reader).rstrip(" ") + notes, width, "", "  ")
        for line, indent in board_lines(zone.board, reader):
            yield from _wrap(line, width, "  ", "  " + " " * indent, keep_spaces=True)
        return
    filled = [pile for pile in zone.piles if pile.cards or pile.count or pile.title or pile.notes]
    if not filled:
        yield from _wrap(f"{labelled(title, said(zone.empty, reader), reader)}.{notes}", width, "", "  ")
        return
    yield from _wrap(labelled(title, "", reader).rstrip(" ") + notes, width, "", "  ")
    if zone.layout is not Layout.PATH and len(filled) > 3 and all(_is_plain(pile, shown, reader) for pile in filled):
        yield from _wrap("; ".join(card_words(pile.cards[0], reader) for pile in filled), width, "  ", "  ")
        return
    for place, pile in enumerate(filled, start=1):
        lead = f"{place}. " if zone.layout is Layout.PATH else ""
        yield from _pile_lines(pile, reader, width, shown, lead)


def _is_plain(pile: Pile, shown: set[str], reader: Reader) -> bool:
    """Whether the pile is one card without notes; several of these share a line."""
    if len(pile.cards) != 1 or pile.count or pile.title is not None or pile.notes:
        return False
    text = pile.cards[0].text
    return text is None or said(text, reader) in shown


def _pile_lines(pile: Pile, reader: Reader, width: int, shown: set[str], lead: str) -> Iterator[str]:
    """The bottom card in the first line, each card on top of it in a line with a plus, then the notes of the pile."""
    notes = [said(note, reader) for note in pile.notes]
    title = lead + labelled(said(pile.title, reader), "", reader) if pile.title is not None else lead
    rows = list(_rows(pile, reader))
    if len(rows) <= 1:
        words, card = rows[0] if rows else (said(msg("nothing"), reader), None)
        yield from _wrap(" - ".join([f"{title}{words}", *notes]), width, "  ", "    ")
        yield from _card_text(card, reader, width, shown)
        return
    for index, (words, card) in enumerate(rows):
        yield from _wrap(f"+ {words}" if index else f"{title}{words}", width, "    " if index else "  ", "      ")
        yield from _card_text(card, reader, width, shown)
    for note in notes:
        yield from _wrap(note, width, "    - ", "      ")


def _rows(pile: Pile, reader: Reader) -> Iterator[tuple[str, Card | None]]:
    """Equal neighbours share a row; counted cards are at the bottom."""
    if (back := backs_only(pile)) is not None:
        yield times(pile_size(pile), card_words(back, reader)), None
        return
    if pile.count:
        yield hidden_words(pile.count, reader), None
    for words, run in groupby(pile.cards, key=lambda card: card_words(card, reader)):
        cards = list(run)
        yield times(len(cards), words), cards[0]


def _card_text(card: Card | None, reader: Reader, width: int, shown: set[str]) -> Iterator[str]:
    """The text of a card, once per scene."""
    if card is None or not card.face or card.text is None:
        return
    text = said(card.text, reader)
    if text and text not in shown:
        shown.add(text)
        yield from _wrap(text, width, "      ", "      ")


def _wrap(text: str, width: int, first: str = "", later: str = "", *, keep_spaces: bool = False) -> list[str]:
    if text and text.isprintable() and text == text.strip() and len(first) + len(text) <= width:
        return [first + text]  # most lines are short, and splitting them into words takes a quarter of the time for a whole table
    return list(_folded(text, width, first, later, keep_spaces))


@lru_cache(maxsize=4096)
def _folded(text: str, width: int, first: str, later: str, keep_spaces: bool) -> tuple[str, ...]:
    """A longer text wrapped into lines; cached, because card texts repeat."""
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=not keep_spaces,
    )
    return tuple(lines)

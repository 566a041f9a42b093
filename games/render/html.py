"""Scene → HTML: zones as sections, piles and cards as lists, drawings as inline SVG.

Written by hand and not by templates, which take five times as long for some thousand small elements. Whatever a person or a
game wrote is escaped where it is set in; only paths made by our own drawings are not. Objects of the scene carry `data-id`;
with a decision they also carry the numbers of the options that concern them (`data-options`), or the reason why they cannot
be chosen now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.render.board_html import board_html
from games.render.colors import back_hue, card_hue, hue_of
from games.render.counters import counters_html
from games.render.drawings import Glyph
from games.render.emblems import Emblem, Placed, emblem_for
from games.render.glyphs import glyph_for
from games.render.picking import Picked, Touch, touches
from games.render.pressable import Touched, classes, options, press
from games.render.words import backs_only, clean, escaped, hidden_words, pile_size, said, times, zone_title
from games.rules.contract import Decision
from games.rules.messages import Message, Reader, msg
from games.rules.scene import NOTHING, Card, Layout, Pile, Scene, Suit, Zone

NO_PICKS = Picked()

LONGEST_WORD = 11
"""A longer word does not fit on a small card."""

MOST_WREATHS, MOST_EMBLEMS = 24, 36
"""Open cards above which emblems go without the wreath, and above which cards go without emblem: it is half of a card's bytes,
a full table has 60 cards, and the page has to stay below 60 KB."""


@dataclass(frozen=True, slots=True)
class _Pen:
    """What every part of a scene needs while it is written down."""

    reader: Reader
    touches: Mapping[str, Touch] = field(default_factory=dict)
    emblems: bool = True
    wreaths: bool = True
    rules_url: str = ""

    def say(self, message: Message) -> str:
        return said(message, self.reader)

    def each(self, element: str, messages: Iterable[Message]) -> str:
        """An element for each message; `element` has a gap for the words."""
        return "".join(element.format(escaped(self.say(message))) for message in messages)

    def touch(self, id_: str, name: str) -> Touched | None:
        """An object, if the decision concerns it; the name is for its button."""
        touch = self.touches.get(id_) if id_ else None
        return None if touch is None else Touched(touch, id_, self.say(msg("Choose {what}", what=name)), self.rules_url)


def scene_html(
    scene: Scene, reader: Reader, *, decision: Decision | None = None, picked: Picked = NO_PICKS, rules_url: str = ""
) -> SafeString:
    """The table as a viewer sees it.

    With `decision`, objects know which choices concern them, those that do are buttons of the form `look`, and with `picked`
    the objects that are left to choose say what would happen. `rules_url` is where paragraphs of the rules are linked to.
    """
    faces = sum(card.face for zone in scene.zones for pile in zone.piles for card in pile.cards)
    concerned = touches(decision, picked, reader)
    pen = _Pen(reader, concerned, emblems=faces <= MOST_EMBLEMS, wreaths=faces <= MOST_WREATHS, rules_url=rules_url)
    zones = "\n".join(_zone(zone, number, pen) for number, zone in enumerate(scene.zones, start=1))
    return SafeString(f'<div class="scene">{sprite(_suits(scene))}<div class="scene-grid">\n{_overview(scene, pen)}{zones}\n</div></div>')


def card_html(card: Card, reader: Reader) -> SafeString:
    """One card by itself. The page must hold the `sprite` of its suits."""
    return SafeString(_card(card, _Pen(reader), tag="div"))


def sprite(suits: Iterable[str]) -> SafeString:
    """The glyphs of some suits, defined once per page and used by `<use href="#g-…">`."""
    return _sprite(tuple(sorted(set(suits))))


@lru_cache(maxsize=256)
def _sprite(keys: tuple[str, ...]) -> SafeString:
    glyphs = [(glyph_id(key), glyph_for(key)) for key in keys]
    symbols = format_html_join("", '<symbol id="{}" viewBox="0 0 24 24">{}</symbol>', ((id_, path(glyph)) for id_, glyph in glyphs))
    return format_html('<svg class="sprite" aria-hidden="true" width="0" height="0">{}</svg>', symbols) if glyphs else SafeString("")


@lru_cache(maxsize=1024)
def glyph_id(key: str) -> str:
    """A document id for a suit key, whatever characters a game uses in it."""
    return "g-" + "".join(char if char.isascii() and char.isalnum() else f"_{ord(char):x}" for char in key)


def path(glyph: Glyph) -> SafeString:
    """A glyph as an SVG path in the colour of the text around it."""
    return SafeString(f'<path d="{glyph.d}" {glyph.paint("currentColor")}/>')  # our own drawing, no outside text


@lru_cache(maxsize=1024)
def emblem_svg(emblem: Emblem, *, wreath: bool = True) -> SafeString:
    """The picture of a card, decoration only: everything it shows is said in words beside it."""
    shown = [part for part in emblem if wreath or part.key or part.scale != 1]  # only the wreath fills the box without a key
    if not shown:
        return SafeString("")
    parts = format_html_join("", "{}", ((_placed(part),) for part in shown))
    return format_html('<svg class="emblem" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', parts)


def _placed(part: Placed) -> SafeString:
    moved = "" if part.scale == 1 else f' transform="translate({part.x:g} {part.y:g}) scale({part.scale:g})"'
    if part.key:
        return SafeString(f'<use href="#{glyph_id(part.key)}"{moved}/>')
    if moved or not part.glyph.stroke:
        return SafeString(f"<g{moved}>{path(part.glyph)}</g>")
    return SafeString(f'<path d="{part.glyph.d}"/>')  # a wreath: the stylesheet knows how to draw it


def _suits(scene: Scene) -> Iterator[str]:
    for zone in scene.zones:
        for pile in zone.piles:
            for card in pile.cards:
                if card.face:
                    yield from (suit.key for suit in card.suits)
                    yield from (part.key for part in emblem_for(card) if part.key)


def _overview(scene: Scene, pen: _Pen) -> str:
    """What is to be known before one looks at the table: notes and counters; nothing where there are none."""
    notes = pen.each("<li>{}</li>", scene.notes)
    inside = (f'<ul class="scene-notes">{notes}</ul>' if notes else "") + counters_html(scene.counters, pen.reader)
    return f'<div class="overview">{inside}</div>\n' if inside else ""


def _zone(zone: Zone, number: int, pen: _Pen) -> str:
    title = zone_title(zone, pen.reader)
    touch = pen.touch(zone.id, title)
    tag = "ol" if zone.layout in (Layout.PATH, Layout.GRID) else "ul"
    piles = "".join(_pile(pile, pen, covered=zone.layout is not Layout.FAN) for pile in zone.piles)
    inside = f'<{tag} class="piles" role="list">{piles}</{tag}>' if piles else f'<p class="zone-empty">{escaped(pen.say(zone.empty))}</p>'
    if zone.board is not None:
        inside = board_html(zone.board, pen.reader, pen.touch)
    notes = pen.each('<p class="zone-note">{}</p>', zone.notes)
    return (
        f'<section class="zone zone-{zone.layout.value}{classes(touch)}" data-id="{escaped(zone.id)}"{options(touch)}'
        f' aria-labelledby="zone-{number}">\n<h2 class="zone-title" id="zone-{number}">{escaped(title)}</h2>\n'
        f"{notes}{press(touch)}\n{inside}\n</section>"
    )


def _pile(pile: Pile, pen: _Pen, *, covered: bool) -> str:
    """A pile: what it is called, what lies in it face down, its cards, and what is to be known of it."""
    back = backs_only(pile)
    cards = pile.cards if back is None else ()
    title, hidden = pen.say(pile.title) if pile.title is not None else "", _hidden_words(pile, back, pen)
    alone = len(pile.cards) == 1 and pile.cards[0].id == pile.id
    touch = None if alone else pen.touch(pile.id, title or hidden or _namesake(pile, pen))
    of = "" if alone else pile.id
    inside = "".join(_card(card, pen, covered=covered and at < len(cards), of=of) for at, card in enumerate(cards, start=1))
    return "".join(
        (
            f'<li class="pile{classes(touch)}"{_data_id(of)}{options(touch)}>',
            f'<p class="pile-title">{escaped(title)}</p>' if title else "",
            "" if pile.count or pile.cards else f'<p class="card card-none">{escaped(pen.say(NOTHING))}</p>',
            _hidden(pile, back, hidden),
            f'<ol class="cards" role="list">{inside}</ol>' if inside else "",
            pen.each('<p class="pile-note">{}</p>', pile.notes),
            press(touch),
            "</li>",
        )
    )


def _hidden_words(pile: Pile, back: Card | None, pen: _Pen) -> str:
    """What lies in a pile face down and is only counted."""
    if back is not None:
        return times(pile_size(pile), pen.say(back.name))
    return hidden_words(pile.count, pen.reader) if pile.count else ""


def _hidden(pile: Pile, back: Card | None, words: str) -> str:
    """The same as one back with a number on it."""
    count = pile_size(pile) if back is not None else pile.count
    if not count:
        return ""
    hue = back_hue(back.art if back is not None else "")
    spoken = f'<span class="visually-hidden">{escaped(words)}</span>'
    return f'<p class="card card-back card-count hue-{hue}"><span class="count" aria-hidden="true">{count}</span>{spoken}</p>'


def _namesake(pile: Pile, pen: _Pen) -> str:
    """What a pile without a title is called: as the card whose id it bears, else as its lowest card."""
    named = next((card for card in pile.cards if card.id == pile.id), pile.cards[0] if pile.cards else None)
    return pen.say(named.name) if named is not None else ""


def _card(card: Card, pen: _Pen, *, covered: bool = False, of: str = "", tag: str = "li") -> str:
    """One card. `of` is the id of its pile: a pile that bears the id of one of its cards is pressed as a whole."""
    name = pen.say(card.name)
    text = pen.say(card.text) if card.face and card.text is not None else ""
    wide = bool(text) or any(len(word) > LONGEST_WORD for word in name.split())
    touch = pen.touch(card.id, name) if card.id != of else None
    marks = pen.each('<span class="mark">{}</span> ', card.marks)
    return "".join(
        (
            f'<{tag} class="card{"" if card.face else " card-back"}{" card-wide" if wide else ""}{classes(touch)} hue-{card_hue(card)}"',
            f"{_data_id(card.id)}{options(touch)}>",
            _face(card, name, text, pen, covered=covered) if card.face else f'<span class="visually-hidden">{escaped(name)}</span>',
            f'<span class="marks">{marks}</span>' if marks else "",
            press(touch),
            f"</{tag}>",
        )
    )


def _data_id(id_: str) -> str:
    return f' data-id="{escaped(id_)}"' if id_ else ""


def _face(card: Card, name: str, text: str, pen: _Pen, *, covered: bool) -> str:
    """What stands on an open card: name, value and suits, picture, text. A covered card shows no more than its head."""
    value = clean(card.value)
    head = (f'<b class="card-value">{escaped(value)}</b>' if value else "") + "".join(_suit(suit, pen) for suit in card.suits)
    return "".join(
        (
            f'<span class="card-name">{escaped(name)}</span>',
            f'<span class="card-head">{head}</span>' if head else "",
            emblem_svg(emblem_for(card), wreath=pen.wreaths) if pen.emblems and not covered else "",
            f'<span class="card-rules">{escaped(text)}</span>' if text else "",
        )
    )


def _suit(suit: Suit, pen: _Pen) -> str:
    """A suit by glyph and letter for the eye, by name for the ear."""
    return _suit_html(suit.key, clean(suit.letter), pen.say(suit.name))


@lru_cache(maxsize=2048)
def _suit_html(key: str, letter: str, name: str) -> str:
    spoken = escaped(name)
    glyph = f'<svg class="glyph" aria-hidden="true"><use href="#{glyph_id(key)}"/></svg>'
    words = f'<span class="suit-letter" aria-hidden="true">{escaped(letter)}</span><span class="visually-hidden">{spoken}</span>'
    return f'<span class="suit hue-{hue_of(key)}" title="{spoken}">{glyph}{words}</span>'

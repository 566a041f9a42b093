"""Scene → HTML: zones as sections, piles and cards as lists, drawings as inline SVG.

All words go through templates (`templates/partials/scene/`), so whatever a person or a game wrote is escaped; only paths
made by our own drawings are marked safe. Objects of the scene carry `data-id`; with a decision they also carry the numbers
of the options that concern them (`data-options`), or the reason why they cannot be chosen now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.render.counters import counter_groups
from games.render.drawings import Glyph
from games.render.emblems import Emblem, Placed, emblem_for
from games.render.glyphs import glyph_for
from games.render.hues import back_hue, card_hue, hue_of
from games.render.picking import Picked, Touch, touches
from games.render.words import backs_only, clean, hidden_words, pile_size, said, times, zone_title
from games.rules.contract import Decision
from games.rules.messages import Message, Reader
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

    def say_all(self, messages: Iterable[Message]) -> list[str]:
        return [self.say(message) for message in messages]

    def touch(self, id_: str, name: str) -> _Touched | None:
        """What the templates need to know of an object that the decision concerns; the name is for its button."""
        touch = self.touches.get(id_) if id_ else None
        return None if touch is None else _Touched(touch, id_, name, self.rules_url)


@dataclass(frozen=True, slots=True)
class _Touched:
    """An object that the decision concerns, for `press.html`."""

    state: Touch
    id: str
    name: str
    rules_url: str


@dataclass(frozen=True, slots=True)
class _ShownSuit:
    """One suit of a card, for `card.html`."""

    ref: str
    hue: str
    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class _ShownCard:
    """Everything `card.html` says of a card, in the reader's words. Equal ones are written once (`_markup`)."""

    id: str
    face: bool
    hue: str
    name: str
    value: str
    suits: tuple[_ShownSuit, ...]
    emblem: str
    text: str
    wide: bool
    marks: tuple[str, ...]
    touch: _Touched | None


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
    context = {
        "notes": pen.say_all(scene.notes),
        **counter_groups(scene.counters, reader),
        "zones": [_zone(zone, number, pen) for number, zone in enumerate(scene.zones, start=1)],
        "sprite": sprite(_suits(scene)),
    }
    return render_to_string("partials/scene/scene.html", context)


def card_html(card: Card, reader: Reader) -> SafeString:
    """One card by itself. The page must hold the `sprite` of its suits."""
    return _card(card, _Pen(reader), tag="div")


def sprite(suits: Iterable[str]) -> SafeString:
    """The glyphs of some suits, defined once per page and used by `<use href="#g-…">`."""
    glyphs = [(glyph_id(key), glyph_for(key)) for key in sorted(set(suits))]
    symbols = format_html_join("", '<symbol id="{}" viewBox="0 0 24 24">{}</symbol>', ((id_, path(glyph)) for id_, glyph in glyphs))
    return format_html('<svg class="sprite" aria-hidden="true" width="0" height="0">{}</svg>', symbols) if glyphs else SafeString("")


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


def _zone(zone: Zone, number: int, pen: _Pen) -> dict[str, object]:
    return {
        "id": zone.id,
        "number": number,
        "title": zone_title(zone, pen.reader),
        "layout": zone.layout.value,
        "notes": pen.say_all(zone.notes),
        "piles": [_pile(pile, pen, covered=zone.layout is not Layout.FAN) for pile in zone.piles],
        "empty": pen.say(zone.empty),
        "touch": pen.touch(zone.id, zone_title(zone, pen.reader)),
    }


def _pile(pile: Pile, pen: _Pen, *, covered: bool) -> dict[str, object]:
    back = backs_only(pile)
    hidden = hidden_words(pile.count, pen.reader) if pile.count else ""
    if back is not None:
        hidden = times(pile_size(pile), pen.say(back.name))
    cards = pile.cards if back is None else ()
    title = pen.say(pile.title) if pile.title is not None else ""
    alone = len(pile.cards) == 1 and pile.cards[0].id == pile.id
    return {
        "id": "" if alone else pile.id,
        "title": title,
        "notes": pen.say_all(pile.notes),
        "hidden": hidden,
        "count": pile_size(pile) if back is not None else pile.count,
        "back": back_hue(back.art if back is not None else ""),
        "empty": "" if pile.count or pile.cards else pen.say(NOTHING),
        "cards": [
            _card(card, pen, covered=covered and at < len(cards), of="" if alone else pile.id) for at, card in enumerate(cards, start=1)
        ],
        "touch": None if alone else pen.touch(pile.id, title or hidden or _namesake(pile, pen)),
    }


def _namesake(pile: Pile, pen: _Pen) -> str:
    """What a pile without a title is called: as the card whose id it bears, else as its lowest card."""
    named = next((card for card in pile.cards if card.id == pile.id), pile.cards[0] if pile.cards else None)
    return pen.say(named.name) if named is not None else ""


def _card(card: Card, pen: _Pen, *, covered: bool = False, of: str = "", tag: str = "li") -> SafeString:
    """One card. `of` is the id of its pile: a pile that bears the id of one of its cards is pressed as a whole."""
    name = pen.say(card.name)
    text = pen.say(card.text) if card.face and card.text is not None else ""
    shown = _ShownCard(
        id=card.id,
        face=card.face,
        hue=card_hue(card),
        name=name,
        value=clean(card.value) if card.face else "",
        suits=tuple(_suit(suit, pen) for suit in card.suits) if card.face else (),
        emblem=emblem_svg(emblem_for(card), wreath=pen.wreaths) if card.face and pen.emblems and not covered else "",
        text=text,
        wide=bool(text) or any(len(word) > LONGEST_WORD for word in name.split()),
        marks=tuple(pen.say_all(card.marks)),
        touch=pen.touch(card.id, name) if card.id != of else None,
    )
    return _markup(shown, tag, get_language() or "en")


@lru_cache(maxsize=4096)
def _markup(card: _ShownCard, tag: str, language: str) -> SafeString:
    """A card as HTML. The same cards are drawn on every page, and this is half of a page's work.

    Whatever the template says depends on these arguments and nothing else, the language for the words of the button.
    """
    return render_to_string("partials/scene/card.html", {"card": card, "tag": tag})


def _suit(suit: Suit, pen: _Pen) -> _ShownSuit:
    return _ShownSuit(glyph_id(suit.key), hue_of(suit.key), clean(suit.letter), pen.say(suit.name))

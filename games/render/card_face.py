"""The face of one card as HTML: index, picture, plate, marks; everything in em, so that its size is its font size.

`cards.css` draws it. The caller adds what the card is on a table (a list item, a button).
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.render.colors import back_hue, back_sign, card_hues, hue_of
from games.render.drawings import Glyph
from games.render.emblems import Emblem, Placed, emblem_for
from games.render.glyphs import DRAWN, glyph_for, glyph_id
from games.render.metrics import NAME_SIZES, name_size
from games.render.sheets import SIGNS
from games.render.words import clean, escaped, said
from games.rules.messages import Reader
from games.rules.scene import Card, Tally

LONG_WORD = 8
"""The length from which a word of a name needs smaller letters on a card that its neighbour covers in a hand on a phone."""


def classes(card: Card) -> str:
    """The classes of the element around it: `card`, whether its back is up, and its hues."""
    one, two = card_hues(card)
    return f"card{'' if card.face else ' card-back'} hue-{one}{f' with-{two}' if two != one else ''}"


def face(card: Card, reader: Reader) -> str:
    """The content of the element: the full face of an open card, the back of another one."""
    name = said(card.name, reader)
    if not card.face:
        return f'{back_mark(card.art)}<span class="visually-hidden">{escaped(name)}</span>'
    fit = f"fit-{NAME_SIZES.index(name_size(name))}"
    wordy = " wordy" if max(map(len, re.split(r"[\s-]", name))) >= LONG_WORD else ""
    return "".join(
        (
            f'<span class="card-picture">{art(emblem_for(card))}</span>',
            f'<span class="card-plate {fit}{wordy}"><span class="card-name">{escaped(name)}</span></span>',
            _index(card, reader),
            _marks(card, reader),
        )
    )


def small(card: Card) -> str:
    """A decorative card, too small for text: picture and index, or its back."""
    if not card.face:
        return f'<span class="{classes(card)}"></span>'
    signs = "".join(_glyph_html(f"suit hue-{suit.hue}", suit.key) for suit in card.suits)
    head = (f'<b class="card-value">{escaped(clean(card.value))}</b>' if card.value else "") + signs
    index = f'<span class="card-head">{head}</span>' if head else ""
    return f'<span class="{classes(card)}"><span class="card-picture">{art(emblem_for(card))}</span>{index}</span>'


def counted_back(count: int, words: str, deck: str) -> str:
    """The content of a back that represents a number of cards; `deck` is the key of its drawing or the id of its pile."""
    spoken = f'<span class="visually-hidden">{escaped(words)}</span>'
    return f'{back_mark(deck)}<span class="count" aria-hidden="true">{count}</span>{spoken}'


def back_classes(deck: str) -> str:
    """The classes of the element around `counted_back`."""
    return f"card card-back card-count hue-{back_hue(deck)}"


def back_mark(deck: str) -> str:
    return _glyph_html("back-sign", back_sign(deck))


def _index(card: Card, reader: Reader) -> str:
    value = clean(card.value)
    signs = "".join(_suit_html(suit.key, suit.hue, said(suit.name, reader)) for suit in card.suits)
    if not card.suits and (key := card.sign or (card.art if card.art in DRAWN else "")):
        signs = _glyph_html(f"suit hue-{hue_of(key)}", key)
    head = (f'<b class="card-value">{escaped(value)}</b>' if value else "") + signs
    return f'<span class="card-head">{head}</span>' if head else ""


def _marks(card: Card, reader: Reader) -> str:
    marks = " ".join(f'<span class="mark">{escaped(said(mark, reader))}</span>' for mark in card.marks)
    return f'<span class="marks">{marks}</span>' if marks else ""


@lru_cache(maxsize=2048)
def _suit_html(key: str, hue: str, name: str) -> str:
    """A suit: its sign, and its name for screen readers and as a tooltip."""
    return f'<svg class="suit hue-{hue}" role="img"{_box(key)}><title>{escaped(name)}</title>{_sign(key)}</svg>'


def _glyph_html(name: str, key: str) -> str:
    return f'<svg class="{name}" aria-hidden="true"{_box(key)}>{_sign(key)}</svg>'


def _box(key: str) -> str:
    """The attribute with the size of a sign that is drawn in place."""
    return "" if reference(key) else ' viewBox="0 0 24 24"'


def _sign(key: str) -> str:
    """A sign of a served sheet; one that is generated from its key is drawn in place."""
    return f'<use href="{reference(key)}"/>' if reference(key) else path(glyph_for(key))


def _served(path: str) -> str:
    """The URL of a sheet; without a digest if the static files have not been collected, so that the API works then, too."""
    try:
        return static(path)
    except ValueError:
        return settings.STATIC_URL + path


@lru_cache(maxsize=2048)
def reference(key: str) -> str:
    """The URL of a sign or picture in one of the served sheets; "" for a sign that no sheet has."""
    if "/" in key:
        sheet, _, name = key.partition("/")
        return f"{_served(f'cards/{sheet}.svg')}#{name}"
    return f"{_served(f'cards/{SIGNS}.svg')}#{glyph_id(key)}" if key in DRAWN else ""


def tally(one: Tally, reader: Reader) -> str:
    """The number of cards of a suit as a short note: the sign, the name where there is room for it, the number."""
    key, name = one.suit.key, said(one.suit.name, reader)
    words = f'<span class="tally-name">{escaped(name)} </span>{one.count}'
    return f'<span class="badge tally" title="{escaped(name)}">{_glyph_html("tally-sign", key)}{words}</span>'


def tallies(several: Sequence[Tally]) -> str:
    """Numbers by suit as one short note, each after the sign of its suit; nothing if there are none."""
    parts = " ".join(f"{_glyph_html('tally-sign', one.suit.key)}{one.count}" for one in several)
    return f'<span class="badge tally">{parts}</span>' if parts else ""


def path(glyph: Glyph) -> SafeString:
    """A glyph as an SVG path in the colour of the text around it."""
    return SafeString(f'<path d="{glyph.d}" {glyph.paint("currentColor")}/>')  # our own drawing, no outside text


@lru_cache(maxsize=2048)
def art(emblem: Emblem) -> SafeString:
    """The picture of a card, decoration only: everything it shows is said in words beside it."""
    if not emblem:
        return SafeString("")
    parts = format_html_join("", "{}", ((_placed(part),) for part in emblem))
    return format_html('<svg class="card-art" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', parts)


def _placed(part: Placed) -> SafeString:
    place = "" if part.scale == 1 else f' x="{part.x:.3g}" y="{part.y:.3g}" width="{24 * part.scale:.3g}" height="{24 * part.scale:.3g}"'
    if part.key and reference(part.key):
        return SafeString(f'<use href="{reference(part.key)}"{place}/>')
    moved = "" if part.scale == 1 else f' transform="translate({part.x:g} {part.y:g}) scale({part.scale:g})"'
    return SafeString(f"<g{moved}>{path(part.glyph)}</g>")

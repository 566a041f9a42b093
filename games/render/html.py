"""Scene → HTML: zones as sections, piles and cards as lists, drawings as inline SVG.

Written by hand and not by templates, which take five times as long for some thousand small elements. Whatever a person or a
game wrote is escaped where it is set in; only paths made by our own drawings are not. Objects of the scene carry `data-id`;
with a decision they also carry the numbers of the options that concern them (`data-options`), or the reason why they cannot
be chosen now.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.safestring import SafeString

from games.render import card_face
from games.render.board_html import board_html
from games.render.card_face import sprite
from games.render.counters import counters_html
from games.render.emblems import emblem_for
from games.render.picking import Picked, Touch, touches
from games.render.pressable import Touched, classes, options, press
from games.render.words import backs_only, escaped, hidden_words, pile_size, said, times, zone_title
from games.rules.contract import Decision
from games.rules.messages import Fill, Message, Reader, Translate, msg
from games.rules.scene import NOTHING, Card, Layout, Pile, Scene, Zone

NO_PICKS = Picked()


@lru_cache(maxsize=8192)
def _choose(what: str, translate: Translate, fill: Fill) -> str:
    """The label of a button; cached, because the same cards appear on every page."""
    return said(msg("Choose {what}", what=what), Reader(translate=translate, fill=fill))


@dataclass(frozen=True, slots=True)
class _Pen:
    """Shared state while a scene is rendered."""

    reader: Reader
    touches: Mapping[str, Touch] = field(default_factory=dict)
    rules_url: str = ""
    texts: bool = False
    spoken: bool = False
    """Outcomes of choices, and reasons why an object cannot be chosen, are visible to screen readers only."""

    def say(self, message: Message) -> str:
        return said(message, self.reader)

    def each(self, element: str, messages: Iterable[Message]) -> str:
        """An element for each message; `element` has a gap for the words."""
        return "".join(element.format(escaped(self.say(message))) for message in messages)

    def touch(self, id_: str, name: str) -> Touched | None:
        """An object, if the decision concerns it; the name is for its button."""
        touch = self.touches.get(id_) if id_ else None
        if touch is None:
            return None
        return Touched(touch, id_, _choose(name, self.reader.translate, self.reader.fill), self.rules_url, self.spoken)


def scene_html(
    scene: Scene,
    reader: Reader,
    *,
    decision: Decision | None = None,
    picked: Picked = NO_PICKS,
    rules_url: str = "",
    texts: bool = False,
) -> SafeString:
    """The table as a viewer sees it.

    With `decision`, objects know which choices concern them, those that do are buttons of the form `look`, and with `picked`
    the objects that are left to choose say what would happen. `rules_url` is where paragraphs of the rules are linked to; with
    `texts`, what a card says stands below it.
    """
    pen = _Pen(reader, touches(decision, picked, reader), rules_url=rules_url, texts=texts)
    zones = "\n".join(_zone(zone, number, pen) for number, zone in enumerate(scene.zones, start=1))
    return SafeString(
        f'<div class="scene">{sprite(frozenset(signs(scene)))}<div class="scene-grid">\n{_overview(scene, pen)}{zones}\n</div></div>'
    )


def piles_html(zone: Zone, reader: Reader) -> SafeString:
    """The piles of a zone by themselves, for a picture in a text. The page must hold the `sprite` of its suits."""
    pen = _Pen(reader)
    piles = "".join(_pile(pile, pen) for pile in zone.piles)
    return SafeString(
        f'<ul class="piles" role="list">{piles}</ul>' if piles else f'<p class="zone-empty">{escaped(pen.say(zone.empty))}</p>'
    )


def signs(scene: Scene) -> Iterator[str]:
    """The signs and pictures on the open cards of a scene."""
    for zone in scene.zones:
        yield from (one.suit.key for one in zone.tallies)
        for pile in zone.piles:
            for card in pile.cards:
                if card.face:
                    yield from (suit.key for suit in card.suits)
                    yield from (part.key for part in emblem_for(card) if part.key)


def _overview(scene: Scene, pen: _Pen) -> str:
    """Notes and counters above the table; "" if there are none."""
    notes = pen.each("<li>{}</li>", scene.notes)
    inside = (f'<ul class="scene-notes">{notes}</ul>' if notes else "") + counters_html(scene.counters, pen.reader)
    return f'<div class="overview">{inside}</div>\n' if inside else ""


def _zone(zone: Zone, number: int, pen: _Pen) -> str:
    title = zone_title(zone, pen.reader)
    touch = pen.touch(zone.id, title)
    tag = "ol" if zone.layout in (Layout.PATH, Layout.GRID) else "ul"
    piles = "".join(_pile(pile, pen) for pile in zone.piles)
    inside = f'<{tag} class="piles" role="list">{piles}</{tag}>' if piles else f'<p class="zone-empty">{escaped(pen.say(zone.empty))}</p>'
    if zone.board is not None:
        inside = board_html(zone.board, pen.reader, pen.touch)
    notes = pen.each('<p class="zone-note">{}</p>', zone.notes)
    return (
        f'<section class="zone zone-{zone.layout.value}{classes(touch)}" data-id="{escaped(zone.id)}"{options(touch)}'
        f' aria-labelledby="zone-{number}">\n<h2 class="zone-title" id="zone-{number}">{escaped(title)}</h2>\n'
        f"{notes}{press(touch)}\n{inside}\n</section>"
    )


def _pile(pile: Pile, pen: _Pen) -> str:
    """A pile: title, face-down cards, open cards, notes."""
    back = backs_only(pile)
    cards = pile.cards if back is None else ()
    title, hidden = pen.say(pile.title) if pile.title is not None else "", _hidden_words(pile, back, pen)
    alone = len(pile.cards) == 1 and pile.cards[0].id == pile.id
    touch = None if alone else pen.touch(pile.id, title or hidden or _namesake(pile, pen))
    of = "" if alone else pile.id
    inside = "".join(_card(card, pen, of=of) for card in cards)
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
    """The face-down cards of a pile that are only counted, as text."""
    if back is not None:
        return times(pile_size(pile), pen.say(back.name))
    return hidden_words(pile.count, pen.reader) if pile.count else ""


def _hidden(pile: Pile, back: Card | None, words: str) -> str:
    """The same as one back with a number on it."""
    count = pile_size(pile) if back is not None else pile.count
    if not count:
        return ""
    deck = back.art if back is not None and back.art else pile.id
    return f'<p class="{card_face.back_classes(deck)}">{card_face.counted_back(count, words, deck)}</p>'


def _namesake(pile: Pile, pen: _Pen) -> str:
    """What a pile without a title is called: as the card whose id it bears, else as its lowest card."""
    named = next((card for card in pile.cards if card.id == pile.id), pile.cards[0] if pile.cards else None)
    return pen.say(named.name) if named is not None else ""


def _card(card: Card, pen: _Pen, *, of: str) -> str:
    """One card. `of` is the id of its pile: a pile that bears the id of one of its cards is pressed as a whole."""
    text = pen.say(card.text) if card.face and card.text is not None else ""
    touch = pen.touch(card.id, pen.say(card.name)) if card.id != of else None
    said = f'<p class="card-rules">{escaped(text)}</p>' if text and pen.texts else ""
    spoken = f'<span class="visually-hidden card-text">{escaped(text)}</span>' if text and not pen.texts else ""
    return "".join(
        (
            '<li class="card-place">' if said else "",
            f'<{"div" if said else "li"} class="{card_face.classes(card)}{classes(touch)}"{_data_id(card.id)}{options(touch)}>',
            card_face.face(card, pen.reader),
            spoken,
            press(touch),
            f"</{'div' if said else 'li'}>",
            f"{said}</li>" if said else "",
        )
    )


def _data_id(id_: str) -> str:
    return f' data-id="{escaped(id_)}"' if id_ else ""

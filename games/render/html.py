"""Scene → HTML: zones as sections, piles and cards as lists, drawings as inline SVG.

Written by hand and not by templates, which take five times as long for some thousand small elements. Whatever a person or a
game wrote is escaped where it is set in; only paths made by our own drawings are not. Objects of the scene carry `data-id`.
`tabletop` renders the table of a game with these cards; there, objects also carry what a decision adds to them (`pressable`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.safestring import SafeString

from games.render import card_face
from games.render.board_html import board_html
from games.render.counters import counters_html
from games.render.picking import Touch
from games.render.pressable import Touched, classes, options, press
from games.render.words import backs_only, escaped, hidden_words, pile_size, said, times, zone_title
from games.rules.messages import Fill, Message, Reader, Translate, msg
from games.rules.scene import NOTHING, Card, Layout, Pile, Scene, Zone


@lru_cache(maxsize=8192)
def _choose(what: str, translate: Translate, fill: Fill) -> str:
    """The label of a button; cached, because the same cards appear on every page."""
    return said(msg("Choose {what}", what=what), Reader(translate=translate, fill=fill))


@dataclass(frozen=True, slots=True)
class Pen:
    """Shared state while a scene is rendered."""

    reader: Reader
    touches: Mapping[str, Touch] = field(default_factory=dict)
    rules_url: str = ""
    texts: bool = False

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
        return Touched(touch, id_, _choose(name, self.reader.translate, self.reader.fill), self.rules_url)


def scene_html(scene: Scene, reader: Reader, *, texts: bool = False) -> SafeString:
    """The zones of a scene, one below the other. With `texts`, the text of each card is below it."""
    pen = Pen(reader, texts=texts)
    zones = "\n".join(_zone(zone, number, pen) for number, zone in enumerate(scene.zones, start=1))
    return SafeString(f'<div class="scene"><div class="scene-grid">\n{_overview(scene, pen)}{zones}\n</div></div>')


def piles_html(zone: Zone, reader: Reader) -> SafeString:
    """The piles of a zone by themselves, for a picture in a text."""
    pen = Pen(reader)
    return SafeString(zone_content(zone, "".join(_pile(pile, pen) for pile in zone.piles), pen))


def _overview(scene: Scene, pen: Pen) -> str:
    """Notes and counters above the table; "" if there are none."""
    notes = pen.each("<li>{}</li>", scene.notes)
    inside = (f'<ul class="scene-notes">{notes}</ul>' if notes else "") + counters_html(scene.counters, pen.reader)
    return f'<div class="overview">{inside}</div>\n' if inside else ""


def _zone(zone: Zone, number: int, pen: Pen) -> str:
    content = zone_content(zone, "".join(_pile(pile, pen) for pile in zone.piles), pen)
    notes = pen.each('<p class="zone-note">{}</p>', zone.notes)
    return (
        f'<section class="zone zone-{zone.layout.value}" data-id="{escaped(zone.id)}" aria-labelledby="zone-{number}">\n'
        f'<h2 class="zone-title" id="zone-{number}">{escaped(zone_title(zone, pen.reader))}</h2>\n'
        f"{notes}\n{content}\n</section>"
    )


def zone_content(zone: Zone, piles: str, pen: Pen) -> str:
    """The board of a zone, or its piles as a list, or words for an empty zone."""
    if zone.board is not None:
        return board_html(zone.board, pen.reader, pen.touch)
    if not piles:
        return f'<p class="zone-empty">{escaped(pen.say(zone.empty))}</p>'
    tag = "ol" if zone.layout in (Layout.PATH, Layout.GRID) else "ul"
    return f'<{tag} class="piles" role="list">{piles}</{tag}>'


def _pile(pile: Pile, pen: Pen) -> str:
    """A pile: title, face-down cards, open cards, notes."""
    return "".join(
        (
            f'<li class="pile"{data_id(own_id(pile))}>',
            pile_title(pile, pen),
            "" if pile.count or pile.cards else f'<p class="card card-none">{escaped(pen.say(NOTHING))}</p>',
            pile_cards(pile, pen),
            pen.each('<p class="pile-note">{}</p>', pile.notes),
            "</li>",
        )
    )


def own_id(pile: Pile) -> str:
    """The id of a pile; "" if it is one card with this id."""
    return "" if len(pile.cards) == 1 and pile.cards[0].id == pile.id else pile.id


def pile_title(pile: Pile, pen: Pen) -> str:
    return f'<p class="pile-title">{escaped(pen.say(pile.title))}</p>' if pile.title is not None else ""


def pile_cards(pile: Pile, pen: Pen) -> str:
    """The face-down cards of a pile as one back with their number, then its open cards."""
    back = backs_only(pile)
    cards = "".join(_card(card, pen, of=own_id(pile)) for card in pile.cards) if back is None else ""
    return _hidden(pile, back, pen) + (f'<ol class="cards" role="list">{cards}</ol>' if cards else "")


def hidden_cards(pile: Pile, pen: Pen) -> str:
    """The face-down cards of a pile that are only counted, as text."""
    back = backs_only(pile)
    if back is not None:
        return times(pile_size(pile), pen.say(back.name))
    return hidden_words(pile.count, pen.reader) if pile.count else ""


def _hidden(pile: Pile, back: Card | None, pen: Pen) -> str:
    count = pile_size(pile) if back is not None else pile.count
    if not count:
        return ""
    deck = back.art if back is not None and back.art else pile.id
    return f'<p class="{card_face.back_classes(deck)}">{card_face.counted_back(count, hidden_cards(pile, pen), deck)}</p>'


def _card(card: Card, pen: Pen, *, of: str) -> str:
    """One card. `of` is the id of its pile: a pile that bears the id of one of its cards is pressed as a whole."""
    text = pen.say(card.text) if card.face and card.text is not None else ""
    touch = pen.touch(card.id, pen.say(card.name)) if card.id != of else None
    said = f'<p class="card-rules">{escaped(text)}</p>' if text and pen.texts else ""
    spoken = f'<span class="visually-hidden card-text">{escaped(text)}</span>' if text and not pen.texts else ""
    return "".join(
        (
            '<li class="card-place">' if said else "",
            f'<{"div" if said else "li"} class="{card_face.classes(card)}{classes(touch)}"{data_id(card.id)}{options(touch)}>',
            card_face.face(card, pen.reader),
            spoken,
            press(touch),
            f"</{'div' if said else 'li'}>",
            f"{said}</li>" if said else "",
        )
    )


def data_id(id_: str) -> str:
    """The id of an object as an attribute after others."""
    return f' data-id="{escaped(id_)}"' if id_ else ""

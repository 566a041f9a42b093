"""Scene → the table of the game page: every zone at its fixed place, sized by `table.css`.

Cards are those of `html`; this module renders zones and places. A zone or place can be enlarged by a link to its id,
so small content can be read without JavaScript.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from games.render.card_face import tallies, tally
from games.render.html import Pen, data_id, hidden_cards, own_id, pile_cards, pile_title, zone_content
from games.render.picking import Picked, touches
from games.render.places import Arrangement, Place, arrange, is_upright, single_cards, size
from games.render.pressable import classes, options, press
from games.render.words import backs_only, clean, counter_words, escaped, said, zone_title
from games.rules.contract import Decision, Seat
from games.rules.messages import Reader, msg
from games.rules.scene import Counter, Pile, Role, Scene, Zone

NO_PICKS = Picked()
MANY = 3
"""The number of piles of a zone from which on their short notes are one above the other."""
MOST_SINGLE = 16
"""The largest number of single cards for which the stylesheet divides a narrow zone into lines."""
LONG_NAME = 12
"""The length of a name from which on its font is smaller on a phone."""


@dataclass(frozen=True, slots=True)
class Tabletop:
    """The HTML of the parts of the table: the hand for the dock, the cloth, and the common counters."""

    hand: SafeString
    cloth: SafeString
    counters: SafeString
    notes: SafeString
    crowd: str


@dataclass(frozen=True, slots=True)
class Seated:
    """Facts about players besides the scene: who has to move, who is the viewer."""

    seats: int
    viewer: Seat | None = None
    asked: Collection[Seat] = ()


def tabletop(
    scene: Scene,
    reader: Reader,
    seated: Seated,
    *,
    decision: Decision | None = None,
    picked: Picked = NO_PICKS,
    rules_url: str = "",
    fresh: Mapping[str, int] | None = None,
) -> Tabletop:
    """The table as a viewer sees it. `fresh`: the number of the mark on what moved since the viewer last looked, by object id."""
    there = arrange(scene, seated.seats, seated.viewer)
    table = _Table(Pen(reader, touches(decision, picked, reader), rules_url=rules_url), seated, fresh or {}, _close(reader))
    return Tabletop(
        hand=SafeString(table.zones(there.hand)),
        cloth=SafeString(table.cloth(there)),
        counters=SafeString("".join(f"<li>{escaped(counter_words(counter, reader))}</li>" for counter in there.counters)),
        notes=SafeString(table.pen.each("<li>{}</li>", scene.notes)),
        crowd=f"{there.crowd}{' fields' if there.fields else ''}",
    )


@dataclass(frozen=True, slots=True)
class _Table:
    pen: Pen
    seated: Seated
    fresh: Mapping[str, int]
    close: str
    """A link that closes an enlarged zone."""

    def cloth(self, there: Arrangement) -> str:
        """The areas in the order in which they are read: centre, mine, theirs, edges. The stylesheet arranges them."""
        theirs = "".join(self.place(place) for place in there.theirs)
        return (
            f'<div class="area centre n{len(there.centre)}">{self.zones(there.centre)}</div>\n'
            f'<div class="area own">{self.place(there.mine) if there.mine is not None else ""}</div>\n'
            f'<div class="area others n{len(there.theirs)}">{theirs}</div>\n'
            f'<div class="area decks">{self.zones(there.decks)}</div>\n'
            f'<div class="area aside n{len(there.aside)}">{self.zones(there.aside)}</div>'
        )

    def place(self, place: Place) -> str:
        """A player's place: name and counters, then the zones."""
        mine = place.seat == self.seated.viewer
        name = escaped(self.pen.say(msg("You")) if mine else clean(self.pen.reader.name(place.seat)))
        decides = escaped(self.pen.say(msg("to decide")))
        spoken = f'<span class="turn" aria-hidden="true">{decides}</span><span class="visually-hidden">{decides}</span>'
        asked = f" {spoken}" if place.seat in self.seated.asked else ""
        long = " long" if len(name) > LONG_NAME else ""
        head = (
            f'<h2 class="who{long}" id="who-{place.seat}"><a class="zoom" dir="auto" href="#seat-{place.seat}">{name}</a>{asked}</h2>'
            f'<ul class="stats">{"".join(self.stat(counter) for counter in place.counters)}</ul>'
        )
        piles = any(zone.role is Role.PILE for zone in place.zones)
        return (
            f'<section class="place{" asked" if asked else ""}{" with-piles" if piles else ""}" id="seat-{place.seat}"'
            f' aria-labelledby="who-{place.seat}"><div class="head">{head}</div>{self.zones(place.zones, level=3)}{self.close}</section>'
        )

    def stat(self, counter: Counter) -> str:
        value = escaped(clean(str(counter.value)))
        most = f'<span class="most">/{counter.most}</span>' if counter.most is not None else ""
        score = " score" if counter.role is Role.SCORE else ""
        name = escaped(said(counter.title, self.pen.reader))
        return f'<li class="stat{score}"><b>{value}</b>{most} <span class="stat-name">{name}</span></li>'

    def zones(self, zones: Sequence[Zone], *, level: int = 2) -> str:
        """Zones with their titles as headings of this level: the third in the place of a player, below the name."""
        return "\n".join(self.zone(zone, level, upright=is_upright(zone, zones)) for zone in zones)

    def zone(self, zone: Zone, level: int, *, upright: bool) -> str:
        """Its title, its short notes and its piles. Longer notes are for screen readers and shown when the zone is opened."""
        title, id_ = zone_title(zone, self.pen.reader), escaped(zone.id)
        touch = self.pen.touch(zone.id, title)
        wide, high = size(zone, upright=upright)
        inside = zone_content(zone, "".join(self.pile(pile) for pile in zone.piles), self.pen)
        notes = self.pen.each('<p class="zone-note visually-hidden">{}</p>', zone.notes)
        badges = "".join(tally(one, self.pen.reader) for one in zone.tallies) + self.pen.each('<span class="badge">{}</span>', zone.badges)
        short = f'<p class="badges" aria-hidden="true">{badges}</p>' if badges else ""
        lies = "down" if upright else zone.layout.value
        kind = f"zone role-{zone.role.value} lies-{lies} w{wide} h{high}{_fullness(zone)}"
        return (
            f'<section class="{kind}{classes(touch)}" id="z-{id_}" data-id="{id_}"{options(touch)} aria-labelledby="t-{id_}">'
            f'<h{level} class="zone-title" id="t-{id_}"><a class="zoom" href="#z-{id_}">{escaped(title)}</a></h{level}>'
            f'{press(touch)}<div class="bed">{inside}</div>{short}'
            f"{notes}{self.close}</section>"
        )

    def pile(self, pile: Pile) -> str:
        """A pile with its cards fanned to the right, its title above and its short notes below."""
        pen, own = self.pen, own_id(pile)
        touch = pen.touch(own, _pile_name(pile, pen)) if own in pen.touches else None
        open_cards = 0 if backs_only(pile) is not None else len(pile.cards)
        badges = pen.each('<span class="badge">{}</span>', pile.badges) + tallies(pile.tallies)
        return "".join(
            (
                f'<li class="pile c{min(open_cards, 12)}{classes(touch)}"{data_id(own)}{options(touch)}>',
                pile_title(pile, pen),
                "" if pile.count or pile.cards else '<p class="card-void"></p>',
                pile_cards(pile, pen),
                f'<p class="badges" aria-hidden="true">{badges}</p>' if badges else "",
                pen.each('<p class="pile-note visually-hidden">{}</p>', pile.notes),
                self.mark(pile),
                press(touch),
                "</li>",
            )
        )

    def mark(self, pile: Pile) -> str:
        """The number of the mark for what has moved here since the last visit."""
        if not self.fresh:
            return ""
        found = [number for id_ in (pile.id, *(card.id for card in pile.cards)) if (number := self.fresh.get(id_)) is not None]
        if not found:
            return ""
        words = escaped(self.pen.say(msg("new, step {n}", n=max(found))))
        return f'<span class="fresh"><span aria-hidden="true">{max(found)}</span><span class="visually-hidden">{words}</span></span>'


def _fullness(zone: Zone) -> str:
    """The number of cards in a zone as further classes."""
    if zone.board is not None:
        return ""
    if not zone.piles:
        return " is-empty"
    single = " single" if single_cards(zone) else ""
    return f" {'many' if len(zone.piles) > MANY else 'few'}{single} p{min(len(zone.piles), MOST_SINGLE)}"


def _pile_name(pile: Pile, pen: Pen) -> str:
    """The name of a pile: its title, its face-down cards, the card with the same id, or its lowest card."""
    if pile.title is not None:
        return pen.say(pile.title)
    named = next((card for card in pile.cards if card.id == pile.id), pile.cards[0] if pile.cards else None)
    return hidden_cards(pile, pen) or (pen.say(named.name) if named is not None else "")


def _close(reader: Reader) -> str:
    return f'<a class="close" href="#table">{escaped(said(msg("Close"), reader))}</a>'

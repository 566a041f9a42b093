"""The scene of Fate Foretold: a field per player with sigil and cards, the own hand, the Nest."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.rules.cards.pictures import pictures
from games.rules.contract import Seat, View
from games.rules.fate_foretold.cards import ALL_CARDS, CARDS, SIGIL, SIGILS
from games.rules.fate_foretold.kinds import AEGIS_TOKEN, ARCANA, BODY, DOPPELGANGER_TOKEN, HEART, MIND, SOUL, SUIT_NAMES, TYPE_NAMES
from games.rules.fate_foretold.printings import PRINTINGS
from games.rules.fate_foretold.words import slot_token
from games.rules.messages import Message, Who, msg, sense
from games.rules.scene import Card, Counter, Layout, Pile, Role, Scene, Suit, Tally, Zone, back, field_role, single

PICTURES = pictures(__file__)
SIGNS = {
    HEART: Suit(HEART, SUIT_NAMES[HEART], "H", "♥", "red"),
    MIND: Suit(MIND, SUIT_NAMES[MIND], "M", "✦", "slate"),
    BODY: Suit(BODY, SUIT_NAMES[BODY], "B", "⬢", "green"),
    SOUL: Suit(SOUL, SUIT_NAMES[SOUL], "S", "☾", "sea"),
}
FACE_DOWN = back(msg("a card, face down"), "fate")


def scene(view: View) -> Scene:
    """The whole table from what the viewer knows: own hand, fields clockwise from the viewer, Nest."""
    table = view.table
    if not table["players"]:
        return Scene((), notes=(msg("The cards are being shuffled."),))
    zones = []
    if view.viewer is not None and table["players"][view.viewer]["alive"]:
        zones.append(_own_hand(table, view.viewer))
    zones += [_field(table, seat, view.viewer) for seat in view.clockwise]
    zones += [_open_hand(table, seat) for seat in view.clockwise if seat != view.viewer and table["players"][seat]["cards"]]
    zones.append(
        Zone("nest", msg("The Nest"), (Pile(count=table["nest"], id="nest"),) if table["nest"] else (), Layout.STACK, role=Role.DECK)
    )
    return Scene(tuple(zones), tuple(_counters(table)), tuple(_notes(view)))


def gallery(printing: int) -> tuple[Zone, ...]:
    """Every card of a printing and every sigil, in groups, for the rules page."""
    face = partial(card_face, printing)
    groups: list[tuple[str, Message, list[Card]]] = [
        (suit, name, [face(card.id) for card in ALL_CARDS if card.suits == (suit,)]) for suit, name in SUIT_NAMES.items()
    ]
    groups.append(("two", msg("Two suits"), [face(card.id) for card in ALL_CARDS if len(card.suits) == 2]))
    groups.append(("none", msg("No suit"), [face(card.id) for card in ALL_CARDS if not card.suits]))
    groups.append(("sigils", msg("Sigils"), [sigil_card(sigil.id) for sigil in SIGILS]))
    return tuple(Zone(key, title, tuple(single(card) for card in cards)) for key, title, cards in groups)


def card_face(printing: int, card: str, *marks: Message) -> Card:
    """A card of a printing, face up; `marks` are notes about tokens on it."""
    printed = PRINTINGS[printing][card]
    kind = () if printed.type == ARCANA else (TYPE_NAMES[printed.type],)
    suits = tuple(SIGNS[suit] for suit in printed.suits)
    return Card(card, printed.name, str(printed.number), suits, printed.text, PICTURES.get(card, ""), marks=(*kind, *marks))


def sigil_card(sigil: str) -> Card:
    printed = SIGIL[sigil]
    return Card(sigil, printed.name, str(printed.rank), tuple(SIGNS[suit] for suit in printed.suits), art=PICTURES[sigil])


def _field(table: Mapping[str, Any], seat: Seat, viewer: Seat | None) -> Zone:
    player = table["players"][seat]
    heart, mind, body, soul = (player["counts"][suit] for suit in (HEART, MIND, BODY, SOUL))
    notes = [msg("Alignment: Heart {heart}, Mind {mind}, Body {body}, Soul {soul}.", heart=heart, mind=mind, body=body, soul=soul)]
    notes += [msg("In Convergence, aligned to {suit}.", suit=SUIT_NAMES[suit]) for suit in player["aligned"]]
    if player["skips"]:
        notes.append(msg("Skips the Play or Reveal step of the next turn."))
    notes += [msg("Can't be buried by opponents' cards until {who:{who}'s next turn|your next turn}: "
                  "{card}.", who=Who(seat), card=CARDS[card].name)
              for card in player["shield"]]  # fmt: skip
    if not player["alive"]:
        notes = [msg("Has conceded.")]
    piles = [single(sigil_card(player["sigil"]))] if player["alive"] else []
    piles += [single(card_face(table["printing"], card, *_marks(table, card))) for card in player["field"]]
    tallies = tuple(Tally(SIGNS[suit], player["counts"][suit]) for suit in SUIT_NAMES if player["counts"][suit])
    title, role = msg("{who:Field of {who}|Your field}", who=Who(seat)), field_role(seat, viewer)
    tallies = tallies if player["alive"] else ()
    badges = tuple(msg("Convergence: {suit}", suit=SUIT_NAMES[suit]) for suit in player["aligned"])
    return Zone(f"field-{seat}", title, tuple(piles), owner=seat, notes=tuple(notes), role=role, tallies=tallies, badges=badges)


def _marks(table: Mapping[str, Any], card: str) -> list[Message]:
    """Notes about the tokens on a card, and about what The Doppelganger copies and The Lovers link."""
    marks = []
    if table["tokens"].get(AEGIS_TOKEN) == card:
        marks.append(msg("Aegis token: can't be buried"))
    host = table["tokens"].get(DOPPELGANGER_TOKEN)
    if host == card:
        marks.append(msg("Doppelganger token"))
    if card == "doppelganger" and host is not None:
        marks.append(msg("now like {card}", card=CARDS[host].name))
    if card == "lovers" and table["beloved"] is not None:
        marks.append(msg("beloved: {who:{who}|you}", who=Who(table["beloved"])))
    return marks


def _own_hand(table: Mapping[str, Any], viewer: Seat) -> Zone:
    player = table["players"][viewer]
    if table["hand"] is not None:
        cards = tuple(single(card_face(table["printing"], card)) for card in table["hand"])
        return Zone("hand", msg("Your hand"), cards, Layout.FAN, viewer, role=Role.HAND)
    notes = () if player["aligned"] else (msg("Hands lie face-down, the oldest card first."),)
    title = msg("Your stack, the top card last") if player["aligned"] else msg("Your hand, face-down")
    slots = tuple(Pile((FACE_DOWN,), id=slot_token(place)) for place in range(player["hand"]))
    return Zone("hand", title, slots, Layout.FAN, viewer, notes, role=Role.HAND)


def _open_hand(table: Mapping[str, Any], seat: Seat) -> Zone:
    cards = tuple(single(card_face(table["printing"], card)) for card in table["players"][seat]["cards"])
    return Zone(f"hand-{seat}", msg("{who:Hand of {who}|Your hand}", who=Who(seat)), cards, Layout.FAN, seat, role=Role.SEAT)


def _counters(table: Mapping[str, Any]) -> list[Counter]:
    found = [
        Counter(msg("cards in the Nest"), table["nest"]),
        Counter(sense("counter", "round"), table["round"]),
        Counter(msg("turn"), table["turn"]),
    ]
    for seat, player in enumerate(table["players"]):
        if player["alive"]:
            found.append(Counter(msg("cards in hand"), player["hand"], seat))
            found.append(Counter(msg("cards on the field"), len(player["field"]), seat, player["limit"]))
    return found


def _notes(view: View) -> list[Message]:
    table = view.table
    if view.result is not None:
        return []
    notes = [msg("{who:{who}’s|Your} turn.", who=Who(table["active"]))]
    for seat, player in enumerate(table["players"]):
        for suit in player["aligned"]:
            notes.append(
                msg(
                    "{who:{who} is in Convergence and wins|You are in Convergence and win} by revealing a {suit} card.",
                    who=Who(seat),
                    suit=SUIT_NAMES[suit],
                )
            )
    return notes

"""The scene of a view: the lot, a Kingdom for each player, the own hand, the piles."""

from collections.abc import Mapping
from typing import Any

from games.rules.cards.pictures import pictures
from games.rules.contract import Seat, View
from games.rules.council_of_kings.board import Held
from games.rules.council_of_kings.cards import CARDS, FAVOR, GAME_ENDS_CARD, PRINTINGS
from games.rules.council_of_kings.kinds import BLESSING, CURSE, EVENT, FAMILIES, HERO, KINDS, MONSTER, FateCard
from games.rules.council_of_kings.scoring import chaos_counted, penalty
from games.rules.messages import Message, Who, msg, plural
from games.rules.scene import Card, Counter, Layout, Pile, Role, Scene, Suit, Zone, back, field_role, single, untouched

PICTURES = pictures(__file__)
SIGNS = {
    HERO: Suit(HERO, KINDS[HERO], "H", "♛", "gold"),
    BLESSING: Suit(BLESSING, KINDS[BLESSING], "B", "✦", "sea"),
    MONSTER: Suit(MONSTER, KINDS[MONSTER], "M", "☠", "red"),
    CURSE: Suit(CURSE, KINDS[CURSE], "C", "✖", "plum"),
    EVENT: Suit(EVENT, KINDS[EVENT], "E", "✺", "slate"),
}
LOT = msg("Up for auction")
HIDDEN_FAVOR = back(msg("a Favor, face down"), "favor")


def scene(view: View) -> Scene:
    table = view.table
    if not table["players"]:
        return Scene((), notes=(msg("The cards are being shuffled."),))
    zones = [_lot(table["lot"])] if table["lot"] else [Zone("lot", LOT)]
    zones += _hands(view)
    zones += [_kingdom(table, seat, view.viewer) for seat in view.clockwise]
    zones += _piles(view)
    return Scene(tuple(zones), tuple(_counters(table)), tuple(_notes(view)))


def fate_card(card: FateCard, held: Held | None = None) -> Card:
    """A Fate card with its printed numbers, or with the counters on it."""
    marks: list[Message] = [FAMILIES[card.family]] if card.family else []
    value = ""
    if card.kind == HERO:
        value = str(card.points)
        marks.append(plural("{count} point", "{count} points", card.points))
        marks.append(msg("Order {n}", n=held["order"] if held else card.order))
    if card.kind == MONSTER:
        chaos = held["chaos"] if held else card.chaos
        value = str(chaos)
        marks.append(msg("Chaos {n}", n=chaos))
    if card.good:
        marks.append(msg("costs {n}", n=card.cost))
    suits = (SIGNS[card.kind],) if card.kind in SIGNS else ()
    return Card(card.id, card.name, value, suits, card.text, PICTURES[card.id], marks=tuple(marks))


def favor_card(favor: str) -> Card:
    return Card(favor, FAVOR[favor].name, text=FAVOR[favor].text, art=PICTURES[favor], sign="favor")


def gallery(printing: int) -> tuple[Zone, ...]:
    """Every card of a printing, for the rules page."""
    cards = PRINTINGS[printing]
    titles = {HERO: msg("Heroes"), BLESSING: msg("Blessings"), MONSTER: msg("Monsters"), CURSE: msg("Curses"), EVENT: msg("Events")}
    zones = [
        Zone(kind, title, tuple(single(fate_card(card)) for card in cards.fate if card.kind == kind)) for kind, title in titles.items()
    ]
    favors = tuple(single(favor_card(favor.id), _copies(favor.copies)) for favor in cards.favors)
    return (*zones, Zone("favors", msg("Favors"), favors), Zone("end", msg("The end"), (single(fate_card(GAME_ENDS_CARD)),)))


def _copies(n: int) -> Message:
    return plural("{count} copy in the deck", "{count} copies in the deck", n)


def _lot(lot: dict[str, Any]) -> Zone:
    card = CARDS[lot["card"]]
    piles, notes = [], []
    if lot["buyer"] is None:
        coins = plural("{count} coin on it", "{count} coins on it", lot["coins"])
        piles.append(single(fate_card(card), coins, badges=(coins,)))
        notes.append(msg("{who:{who}’s|Your} turn.", who=Who(lot["turn"])))
    else:
        notes.append(msg("{who:{who} has|You have} bought {card}.", who=Who(lot["buyer"]), card=card.name))
    for at, placed in enumerate(lot["placed"]):
        shown = untouched(favor_card(placed["favor"])) if placed["favor"] else HIDDEN_FAVOR
        piles.append(
            Pile((shown,), f"placed-{at + 1}", notes=(_placed(placed),), badges=(msg("{who:{who}|you}", who=Who(placed["seat"])),))
        )
    notes += [_bids(card, seat, coins) for seat, coins in enumerate(lot["bids"]) if coins]
    if lot.get("playing"):
        notes.append(msg("With your purchase: {favors}", favors=tuple(FAVOR[favor].name for favor in lot["playing"])))
    return Zone("lot", LOT, tuple(piles), notes=tuple(notes))


def _bids(card: FateCard, seat: Seat, coins: int) -> Message:
    if card.good:
        return plural("{who:{who} took|You took} {count} coin.", "{who:{who} took|You took} {count} coins.", coins, who=Who(seat))
    return plural("{who:{who} laid|You laid} {count} coin.", "{who:{who} laid|You laid} {count} coins.", coins, who=Who(seat))


def _placed(placed: dict[str, Any]) -> Message:
    if placed["favor"] and not placed["open"]:
        return msg("placed by {who:{who}|you}, face down for the others", who=Who(placed["seat"]))
    return msg("placed by {who:{who}|you}", who=Who(placed["seat"]))


def _hands(view: View) -> list[Zone]:
    zones = []
    for seat in view.clockwise:
        player = view.table["players"][seat]
        if "hand" in player:
            piles = tuple(Pile((favor_card(favor),), f"{favor}-{seat + 1}-{at + 1}") for at, favor in enumerate(player["hand"]))
            title = msg("Your Favors") if seat == view.viewer else msg("{who:Favors of {who}|Your Favors}", who=Who(seat))
            zones.append(Zone(f"hand-{seat + 1}", title, piles, Layout.FAN, seat, role=Role.HAND))
    return zones


def _kingdom(table: Mapping[str, Any], seat: Seat, viewer: Seat | None) -> Zone:
    player = table["players"][seat]
    chaos = chaos_counted(player["populace"], player["cards"])
    piles = tuple(single(fate_card(CARDS[held["id"]], held)) for held in player["cards"])
    numbers = {key: player[key] for key in ("coins", "favors", "populace")}
    notes = [
        msg("Coins {coins}, Favors {favors}, Chaos in the Populace {populace}.", **numbers),
        plural(
            "Chaos that counts now: {chaos}. It costs {count} point; the next one costs {more}.",
            "Chaos that counts now: {chaos}. It costs {count} points; the next one costs {more}.",
            penalty(chaos),
            chaos=chaos,
            more=penalty(chaos + 1) - penalty(chaos),
        ),
    ]
    if table["auctioneer"] == seat:
        notes.append(msg("Auctioneer: begins the next auction. Then the player to the left of the buyer is the Auctioneer."))
    badges = (msg("Auctioneer"),) if table["auctioneer"] == seat else ()
    title, role, none = msg("{who:Kingdom of {who}|Your Kingdom}", who=Who(seat)), field_role(seat, viewer), msg("no cards yet")
    return Zone(f"kingdom-{seat + 1}", title, piles, owner=seat, notes=tuple(notes), empty=none, role=role, badges=badges)


def _piles(view: View) -> list[Zone]:
    table = view.table
    known = tuple(single(fate_card(CARDS[card])) for card in table.get("known", ()))
    title, none = msg("Next Fate cards, known to you"), msg("none yet")
    zones = [Zone("known", title, known, Layout.PATH, empty=none, role=Role.ASIDE, order=1)] if view.viewer is not None else []
    piles = [
        Pile(id="fate_deck", title=msg("Fate deck: auctions"), count=table["fate_deck"], cards=()),
        Pile(id="favor_deck", title=msg("Favor deck: hand cards"), count=table["favor_deck"]),
        Pile(tuple(fate_card(CARDS[card]) for card in table["fate_discard"]), "fate_discard", msg("Fate discard")),
        Pile(tuple(untouched(favor_card(favor)) for favor in table["favor_discard"]), "favor_discard", msg("Favor discard")),
    ]
    zones.append(Zone("piles", msg("Decks"), tuple(piles), Layout.STACK, role=Role.DECK))
    if "rest" in table:
        rest = table["rest"]
        left = tuple(Pile(tuple(fate_card(CARDS[card]) for card in rest[key]), key) for key in ("fate_deck", "fate_out"))
        zones.append(Zone("rest", msg("Fate cards that never came"), left, Layout.STACK, role=Role.DECK))
    return zones


def _counters(table: Mapping[str, Any]) -> list[Counter]:
    counters = [Counter(msg("Fate cards left"), table["fate_deck"]), Counter(msg("Favors left"), table["favor_deck"])]
    for seat, player in enumerate(table["players"]):
        counters += [
            Counter(msg("Coins"), player["coins"], seat),
            Counter(msg("Chaos"), player["populace"] + sum(held["chaos"] for held in player["cards"]), seat),
            Counter(msg("Score"), player["score"], seat, role=Role.SCORE),
        ]
    return counters


def _notes(view: View) -> list[Message]:
    table, notes = view.table, []
    if table["end_possible"] and table["phase"] != "over":
        notes.append(
            plural(
                "The end can come now: Game Ends is the next card.",
                "The end can come now: Game Ends is among the next {count} cards.",
                table["fate_deck"],
            )
        )
    if table["phase"] == "action":
        notes.append(msg("Action phase. Still asked: {who}", who=tuple(msg("{who:{who}|you}", who=Who(seat)) for seat in table["waiting"])))
    looked = [seat for seat, player in enumerate(table["players"]) if player["known"] and seat != view.viewer]
    notes += [
        plural(
            "{who:{who} knows|You know} the next Fate card.",
            "{who:{who} knows|You know} the next {count} Fate cards.",
            table["players"][seat]["known"],
            who=Who(seat),
        )
        for seat in looked
    ]
    return notes

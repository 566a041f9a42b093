"""The scene of a view: Fate's hand, five paths, the querent's hand, both decks and both discard piles."""

from collections.abc import Mapping
from typing import Any

from games.rules.cards.pictures import pictures
from games.rules.contract import Seat, View
from games.rules.messages import Message, Who, msg, plural
from games.rules.scene import Card, Counter, Layout, Pile, Role, Scene, Zone, back, single, untouched
from games.rules.tempting_fate.board import HAND_SOURCE, tokens_on
from games.rules.tempting_fate.chronicle import REASONS
from games.rules.tempting_fate.tarot import NUMERALS, SUITS, TAROT, TRUMPS, Tarot
from games.rules.tempting_fate.words import FATES_ACTIONS
from games.rules.tempting_fate.zener import COPIES, ZENER, Zener

PICTURES = pictures(__file__)
COURTS = {11: "page", 12: "knight", 13: "queen", 14: "king"}
UNSEEN = back(msg("an unseen card"), "zener")
FROM_HAND = back(msg("a card from Fate's hand, face down"), "zener")
ZENER_BACK, TAROT_BACK = back(msg("a Zener card"), "zener"), back(msg("a tarot card"), "tarot")


def scene(view: View) -> Scene:
    table = view.table
    if table["phase"] == "setup":
        return Scene((), notes=(*_history(table), msg("The cards are being shuffled.")))
    zones = [_hand(view, table["fate"]), *_paths(table), _hand(view, table["querent"]), _decks(table), *_discards(table)]
    recap = _history(table)[-1] if table["games"] and table["round"] == 1 else None
    return Scene(tuple(zones), tuple(_counters(view)), tuple(_notes(view)), recap)


def _other_game(seen: Mapping[str, Any]) -> list[Message]:
    """Notes about the other game of a match side by side; a second board does not fit on small screens."""
    n = seen["game"]
    notes = [
        msg(
            "The match has two games at once. Game {n}, which is not shown: {fate:{fate} is|you are} Fate, round {turn}.",
            n=n,
            fate=Who(seen["fate"]),
            turn=seen["round"],
        )
    ]
    for number, path in enumerate(seen["paths"], start=1):
        if path:
            cards = tuple(_path_card(card).name for card in path)
            notes += [msg("Game {n}, path {path}, from Fate outwards: {cards}.", n=n, path=number, cards=cards), *_token_notes(path)]
    if "hand" in seen:
        cards = tuple((ZENER[card] if card in ZENER else TAROT[card]).name for card in seen["hand"])
        notes.append(msg("Game {n}, your hand: {cards}.", n=n, cards=cards))
    return notes


def zener_card(zener: Zener, *marks: Message, text: bool = False) -> Card:
    return Card(zener.face, zener.name, str(zener.points), text=zener.text if text else None, art=zener.art, marks=marks)


def tarot_card(card: Tarot, *, text: bool = False) -> Card:
    """A tarot card face up; with `text`, what it means in a reading."""
    marks = (msg("{numeral}", numeral=NUMERALS[card.number]),) if card.suit == TRUMPS else ()
    meaning = msg("Upright: {upright}. Reversed: {reversed}.", upright=card.upright, reversed=card.reversed) if text else None
    return Card(card.code, card.name, str(card.points), (SUITS[card.suit],), meaning, art=_picture(card), marks=marks)


def _picture(card: Tarot) -> str:
    """The picture: of the trump, of the suit for an Ace, of the court card with the suit's sign; else the sign repeated by rank."""
    if card.suit == TRUMPS:
        return PICTURES[card.code]
    if card.number == 1:
        return PICTURES[card.suit]
    return f"{PICTURES[COURTS[card.number]]}+{card.suit}" if card.number in COURTS else f"{card.suit}*{card.number}"


def gallery() -> tuple[Zone, ...]:
    """Five Zener cards and 78 tarot cards."""
    suits = [
        Zone(key, suit.name, tuple(single(tarot_card(card, text=True)) for card in TAROT.values() if card.suit == key), Layout.GRID)
        for key, suit in SUITS.items()
    ]
    zener = tuple(single(zener_card(card, msg("{n} copies", n=COPIES), text=True)) for card in ZENER.values())
    return (Zone("zener", msg("Zener cards"), zener, Layout.GRID), *suits)


def _hand(view: View, seat: Seat) -> Zone:
    table, fate = view.table, seat == view.table["fate"]
    if view.viewer == seat:
        piles = tuple(single(zener_card(ZENER[card], text=True) if fate else tarot_card(TAROT[card])) for card in table["hand"])
        return Zone(f"hand-{seat}", msg("Your hand"), piles, Layout.FAN, owner=seat, role=Role.HAND)
    count = table["fate_hand"] if fate else table["querent_hand"]
    hidden = (Pile((ZENER_BACK if fate else TAROT_BACK,), count=count - 1),) if count else ()
    return Zone(f"hand-{seat}", msg("{who:Hand of {who}|Your hand}", who=Who(seat)), hidden, Layout.FAN, owner=seat, role=Role.SEAT)


def _paths(table: Mapping[str, Any]) -> list[Zone]:
    """A zone per path, from the card next to Fate to the outermost one."""
    zones = []
    for number, path in enumerate(table["paths"], start=1):
        title, empty, need, dots = msg("Path {n}", n=number), msg("empty"), table["need"][number - 1], _dots(path)
        piles = tuple(single(_path_card(card)) for card in path)
        notes = (*_token_notes(path), *_path_notes(path, need))
        badges = (*((msg("{dots}", dots=dots),) if dots else ()), msg("{n} to win", n=need))
        zones.append(Zone(f"path-{number}", title, piles, Layout.PATH, table["fate"], notes, empty, order=number, badges=badges))
    return zones


def _path_card(card: Mapping[str, Any]) -> Card:
    from_hand = card["source"] == HAND_SOURCE
    if card["face"] is None:
        return FROM_HAND if from_hand else UNSEEN
    source = msg("from the hand") if from_hand else msg("from the deck")
    marks = [source] if card["up"] else [msg("face down"), source]
    return untouched(zener_card(ZENER[card["face"]], *marks, text=True))


def _token_notes(path: list[Mapping[str, Any]]) -> list[Message]:
    """The tokens of the outermost card as dots and numbers: ●●●○ 3 of 4."""
    dots = _dots(path)
    if not dots:
        return []
    return [
        plural(
            "Outermost: {dots} {count} token of {points}.",
            "Outermost: {dots} {count} tokens of {points}.",
            tokens_on(path),
            dots=dots,
            points=len(dots),
        )
    ]


def _dots(path: list[Mapping[str, Any]]) -> str:
    """The tokens of the outermost card as dots, as many as its points: ●●●○; "" without tokens."""
    tokens = tokens_on(path)
    return "●" * tokens + "○" * (ZENER[path[-1]["face"]].points - tokens) if tokens else ""


def _path_notes(path: list[Mapping[str, Any]], need: int) -> list[Message]:
    notes = [plural("Fate needs {count} action to win here.", "Fate needs {count} actions to win here.", need)]
    if len(path) == 1:
        notes.append(msg("One card left!"))
    return notes if path else []


def _decks(table: Mapping[str, Any]) -> Zone:
    piles = [
        Pile(id="zener-deck", title=msg("Fate's deck"), count=table["zener_deck"]),
        Pile(id="tarot-deck", title=msg("The querent's deck"), count=table["tarot_deck"]),
    ]
    return Zone("decks", msg("Decks"), tuple(piles), Layout.STACK, role=Role.DECK)


def _discards(table: Mapping[str, Any]) -> list[Zone]:
    zener = tuple(single(untouched(zener_card(ZENER[face]))) for face in table["zener_discard"])
    tarot = tuple(single(untouched(tarot_card(TAROT[code]))) for code in table["tarot_discard"])
    return [
        Zone("zener-discard", msg("Extinguished Zener cards"), zener, Layout.ROW, role=Role.PILE),
        Zone("tarot-discard", msg("Spent tarot cards"), tarot, Layout.ROW, role=Role.PILE, order=1),
    ]


def _counters(view: View) -> list[Counter]:
    """The round, the discards of a short game, and the number of cards of each symbol that the viewer has not seen."""
    table = view.table
    counters = [Counter(msg("Round"), table["round"])]
    if view.options["short_game"] is not None:
        discards = len(table["zener_discard"]) + len(table["tarot_discard"])
        counters.append(Counter(msg("Discards"), discards, most=view.options["short_game"]))
    known = [*table["zener_discard"], *(card["face"] for path in table["paths"] for card in path)]
    if view.viewer == table["fate"]:
        known += table["hand"]
    left = (Counter(msg("{card} unseen", card=zener.name), COPIES - known.count(face)) for face, zener in ZENER.items())
    return [*counters, *left]


def _notes(view: View) -> list[Message]:
    table = view.table
    notes = _history(table)
    if notes and table["phase"] != "over":
        notes.append(msg("If each of you wins one game, the win in fewer rounds decides the match."))
    notes.append(
        msg(
            "{fate:{fate} is|You are} Fate {fate:and defends|and defend}; {querent:{querent} is|you are} the querent "
            "{querent:and attacks|and attack}.",
            fate=Who(table["fate"]),
            querent=Who(table["querent"]),
        )
    )
    if table["phase"] == "over":
        return notes
    lone = tuple(number for number, path in enumerate(table["paths"], start=1) if len(path) == 1)
    if lone:
        notes.append(msg("One card left on path {paths}: the querent wins by removing it.", paths=lone))
    near = tuple(number for number, path in enumerate(table["paths"], start=1) if path and table["need"][number - 1] <= FATES_ACTIONS)
    if near:
        notes.append(msg("Fate can win in a single turn on path {paths}.", paths=near))
    if "bottom" in table:
        notes.append(msg("At the bottom of your deck lies {card}, sent there by the Fool.", card=ZENER[table["bottom"]].name))
    return [*notes, *(_other_game(table["beside"]) if "beside" in table else ())]


def _history(table: Mapping[str, Any]) -> list[Message]:
    """The games of the match that are over."""
    return [
        plural(
            "Game {n} went to {who:{who}|you} after {count} round. {reason}",
            "Game {n} went to {who:{who}|you} after {count} rounds. {reason}",
            game["rounds"],
            n=game["game"],
            who=Who(game["winner"]),
            reason=REASONS[game["reason"]],
        )
        for game in table["games"]
    ]

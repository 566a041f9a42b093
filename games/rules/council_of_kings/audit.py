"""Invariants of a table between two steps: every coin, card and counter exists exactly once (section 9)."""

from collections import Counter

from games.rules.council_of_kings.board import Council
from games.rules.council_of_kings.cards import CARDS, PRINTINGS
from games.rules.council_of_kings.kinds import GAME_ENDS, HERO, MONSTER


def audit(t: Council) -> list[str]:
    if not t.coins:
        return []
    return [*_coins(t), *_fate(t), *_favors(t), *_counters(t)]


def _coins(t: Council) -> list[str]:
    found = [f"seat {seat} has {coins} coins" for seat, coins in enumerate(t.coins) if coins < 0]
    total = t.bank + sum(t.coins) + (t.lot["coins"] if t.lot else 0)
    if total:
        found.append(f"bank, purses and lot sum up to {total} and not to 0")
    if t.lot and t.lot["coins"] < 0:
        found.append("there is less than nothing on the card up for auction")
    return found


def _fate(t: Council) -> list[str]:
    kingdoms = [held["id"] for kingdom in t.kingdoms for held in kingdom]
    up = [t.lot["card"]] if t.lot else []
    cards = sorted([*t.fate_deck, *t.fate_out, *t.fate_discard, *kingdoms, *up])
    whole = sorted([*PRINTINGS[t.printing].deck(t.options["mode"]), GAME_ENDS])
    return [] if cards == whole else ["Fate cards are missing or there twice"]


def _favors(t: Council) -> list[str]:
    placed = [placed["favor"] for placed in t.lot["placed"]] if t.lot else []
    cards = Counter([*t.favor_deck, *t.favor_discard, *placed, *(favor for hand in t.hands for favor in hand)])
    return [] if cards == Counter(PRINTINGS[t.printing].favor_deck) else ["Favors are missing or there too often"]


def _counters(t: Council) -> list[str]:
    found = [f"the Populace of seat {seat} holds {chaos} Chaos" for seat, chaos in enumerate(t.populace) if chaos < 0]
    for held in (held for kingdom in t.kingdoms for held in kingdom):
        kind = CARDS[held["id"]].kind
        if kind == MONSTER and held["chaos"] < 1:
            found.append(f"{held['id']} has no Chaos and is still there")
        if held["order"] < 0 or (held["order"] and kind != HERO) or (held["chaos"] and kind != MONSTER):
            found.append(f"{held['id']} has wrong counters")
    return found

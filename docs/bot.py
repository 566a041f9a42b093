"""A bot that plays all five games: `PYTHONPATH=. python3 docs/bot.py https://fate.example fate_…` in the folder of the project.

It knows a little about three of them, and answers at random whatever it knows nothing about. Change it, or write a better one.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

from games.client import Client, Option, View, play, random_player

AWAY = ("bury", "bury_two", "limit_bury", "discard", "limit_discard", "sacrifice", "give", "trade_away")
"""Questions of Fate Foretold that ask which cards to part with."""


def choose(view: View) -> str:
    """The answer to what is asked at this table."""
    known = PLAYERS.get(view.game.rules)
    return known(view) if known is not None and view.question.shape == "one" else random_player(view)


def turn_of_fate(view: View) -> str:
    """A Moment of Truth decides about a Citizen: take one while there is one."""
    return best(view, lambda option: "Moment of Truth" in (option.outcome or ""))


def tempting_fate(view: View) -> str:
    """Win if it can be done now; else make the path longest that is long already."""
    return best(view, lambda option: 100 * ("you win" in (option.outcome or "")) - number(option.outcome))


def fate_foretold(view: View) -> str:
    """Gather one suit: play the cards that have it, part with those that do not."""
    suits = {card["id"]: {suit["key"] for suit in card["suits"]} for card in cards(view)}
    mine = [card["id"] for card in cards(view, owner=view.viewer)]
    [(favourite, _count)] = Counter(suit for card in mine for suit in suits[card]).most_common(1) or [("", 0)]
    sign = -1 if view.question.kind in AWAY else 1
    return best(view, lambda option: sign * (favourite in suits.get(option.token, ())))


PLAYERS: dict[str, Callable[[View], str]] = {one.__name__: one for one in (turn_of_fate, tempting_fate, fate_foretold)}


def best(view: View, worth: Callable[[Option], float]) -> str:
    """One of the options that are worth most."""
    options = view.question.options
    most = max(worth(option) for option in options)
    return random.choice([option for option in options if worth(option) == most]).token


def cards(view: View, *, owner: int | None = None) -> list[dict[str, Any]]:
    """The cards one can see face up, all of them or those of one seat."""
    zones = view.scene["zones"] if view.scene else []
    return [
        card for zone in zones if owner is None or zone["owner"] == owner for pile in zone["piles"] for card in pile["cards"] if card["id"]
    ]


def number(text: str | None) -> int:
    """The last whole number in a text; 0 where there is none."""
    return next((int(word) for word in reversed((text or "").split()) if word.isdecimal()), 0)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Use it like this: PYTHONPATH=. python3 docs/bot.py https://fate.example fate_…")
    site, token = sys.argv[1:]
    play(Client(site, token), choose)

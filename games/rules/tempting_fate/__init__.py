"""Tempting Fate: a duel of the querent with tarot cards against Fate with Zener cards, some of which nobody has seen.

`fate` and `querent` are the two turns, `ending` has the ends of games and matches, `divination` the readings after a game.
"""

from games.rules.tempting_fate.game import GAME, OLDER

__all__ = ["GAME", "OLDER"]

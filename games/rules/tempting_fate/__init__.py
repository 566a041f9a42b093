"""Tempting Fate: a duel of tarot against Zener cards, some of which nobody has seen.

`fate` and `querent` are the two turns, `ending` makes a match of two games, `divination` reads the cards afterwards.
"""

from __future__ import annotations

from games.rules.tempting_fate.game import OneAfterTheOther, TemptingFate

GAME = TemptingFate()
"""The one instance that serves all new tables."""

OLDER = (OneAfterTheOther(),)
"""Version 1, under which tables made before the setting "Games of a match" go on."""

__all__ = ["GAME", "OLDER"]

"""Turn of Fate, for two, with the basic Decktet."""

from __future__ import annotations

from games.rules.turn_of_fate.game import TurnOfFate

GAME = TurnOfFate()

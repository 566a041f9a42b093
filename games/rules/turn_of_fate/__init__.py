"""Turn of Fate, a game for two with the basic Decktet: two rival temples win over the Citizens of a town by playing Fates on them."""

from games.rules.turn_of_fate.game import GAME

__all__ = ["GAME"]

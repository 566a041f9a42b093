"""Council of Kings: an auction game of Heroes, Monsters and Favors whose length is unknown.

`cards` has all cards; `auction`, `purchase` and `action` are the rules; `verbs` has the operations of card effects.
"""

from games.rules.council_of_kings.game import CouncilOfKings, FirstPrinting, InTurns

GAME = CouncilOfKings()
"""The one instance that serves all new tables."""

OLDER = (FirstPrinting(), InTurns())
"""Version 2 has the first printing of the cards; version 1 has that and no setting "Auctions"."""

__all__ = ["GAME", "OLDER"]

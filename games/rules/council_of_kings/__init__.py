"""Council of Kings: auctions for heroes and monsters, bargains with favors, and an end that nobody knows.

`cards` is the table of all cards; `auction`, `purchase` and `action` are the rules; `verbs` is what card texts are made of.
"""

from __future__ import annotations

from games.rules.council_of_kings.game import CouncilOfKings, FirstPrinting, InTurns

GAME = CouncilOfKings()
"""The one instance that serves all new tables."""

OLDER = (FirstPrinting(), InTurns())
"""Version 2 has the cards as they were before they were measured, version 1 besides no setting "Auctions"."""

__all__ = ["GAME", "OLDER"]

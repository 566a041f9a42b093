"""Council of Kings: an auction game of Heroes, Monsters and Favors whose length is unknown.

`cards` has all cards; `auction`, `purchase` and `action` are the rules; `verbs` has the operations of card effects.
"""

from games.rules.council_of_kings.game import GAME, OLDER

__all__ = ["GAME", "OLDER"]

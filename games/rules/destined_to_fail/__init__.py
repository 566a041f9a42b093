"""Destined To Fail: a trick-taking game with a single loser, a secret prophecy each and a new rule every round."""

from games.rules.destined_to_fail.game import DestinedToFail, OneAfterTheOther

GAME = DestinedToFail()
"""The one instance that serves all new tables."""

OLDER = (OneAfterTheOther(),)
"""Version 1: for tables that were made before the setting "After a lead" existed."""

__all__ = ["GAME", "OLDER"]

"""Destined To Fail: a trick-taking game with a single loser, a secret prophecy each and a new rule every round."""

from games.rules.destined_to_fail.game import GAME, OLDER

__all__ = ["GAME", "OLDER"]

"""Fate Foretold: a communal deck of fates, Convergence, and eight rules that cards overrule.

`cards` is the table of all cards, `effects` what they do, made of `verbs`; `board` answers every "can't"; `turn`,
`triggers`, `converging` and `conceding` are the rules.
"""

from __future__ import annotations

from games.rules.fate_foretold.game import FateForetold, FirstPrinting

GAME = FateForetold()
"""The one instance that serves all new tables."""

OLDER = (FirstPrinting(),)
"""Version 1 has the cards as they were before they were measured, and five for a Convergence for any number of players."""

__all__ = ["GAME", "OLDER"]

"""Fate Foretold: a communal deck of fates, Convergence, and eight rules that cards overrule.

`cards` is the table of all cards, `effects` what they do, made of `verbs`; `board` answers every "can't"; `turn`,
`triggers`, `converging` and `conceding` are the rules.
"""

from __future__ import annotations

from games.rules.fate_foretold.game import FateForetold

GAME = FateForetold()
"""The one instance that serves all tables."""

__all__ = ["GAME"]

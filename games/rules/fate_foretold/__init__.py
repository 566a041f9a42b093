"""Fate Foretold, a game for 3 to 6: collect cards of one suit on your field, hold them for a round, and reveal one more.

`cards` is the table of all cards; `effects` says what they do, in terms of `verbs`; `board` answers every question about what is
forbidden; `turn`, `triggers`, `converging` and `conceding` are the rules of the turn. Rulings (R1…) are those of the rulebook.
"""

from games.rules.fate_foretold.game import GAME, OLDER

__all__ = ["GAME", "OLDER"]

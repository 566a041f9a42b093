"""What can be wrong with an answer: four different mistakes with four different texts.

Each error carries a `Message` for the one person who caused it, a stable `code` for programs, and the paragraph of the
rules page it rests on, if any. The texts never name anything but that seat's own choices.
"""

from __future__ import annotations

from games.rules.messages import Message, plain


class RulesError(Exception):
    """Something the rules refuse. Nothing has changed when it is raised."""

    code = "refused"

    def __init__(self, message: Message, *, code: str = "", rule: str = "") -> None:
        super().__init__(plain(message))
        self.message = message
        self.code = code or type(self).code
        self.rule = rule


class Unreadable(RulesError):
    """The text could not be understood at all."""

    code = "unreadable"


class Ambiguous(RulesError):
    """The text fits several choices; `tokens` are those it fits."""

    code = "ambiguous"

    def __init__(self, message: Message, *, tokens: tuple[str, ...]) -> None:
        super().__init__(message)
        self.tokens = tokens


class Illegal(RulesError):
    """The text was understood and the rules do not allow it now."""

    code = "illegal"


class NotAsked(RulesError):
    """This seat has nothing to decide: it is somebody else's turn, or the game is over."""

    code = "not_your_turn"


class BadOption(RulesError):
    """A game option is unknown or outside its range, or the number of seats does not fit."""

    code = "bad_option"

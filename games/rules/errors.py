"""What can be wrong with an answer: four different mistakes with four different texts.

Each error carries a `Message` for the one person who caused it, a stable `code` for programs, and the paragraph of the
rules page it rests on, if any. The texts never name anything but that seat's own choices.
"""

from __future__ import annotations

from games.rules.messages import Message, msg, plain


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


class CannotUpgrade(RulesError):
    """A table of an older version cannot be carried over now; its game goes on under the version it began with."""

    code = "cannot_upgrade"


class UnknownRules(RulesError):
    """This process does not have the rules of this game in its version: another one may, and the game is left to that one."""

    code = "unknown_rules"
    again = 30
    """Seconds after which it may be tried again."""

    def __init__(self, key: str, version: int) -> None:
        super().__init__(
            msg("This game is being updated: its rules are not ready here yet. Nothing is lost; please try again in a minute.")
        )
        self.key, self.version = key, version

    def __str__(self) -> str:
        return f"This process does not have the rules of {self.key} in version {self.version}."

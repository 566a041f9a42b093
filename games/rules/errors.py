"""The errors that rules raise: unreadable, ambiguous, illegal and unasked answers, bad settings, missing versions.

Each error carries a `Message` for the person who caused it, a stable `code` for programs, and the paragraph of the
rules page it cites, if any. The texts name nothing that the seat does not see.
"""

from games.rules.messages import Message, msg, plain


class RulesError(Exception):
    """A refusal by the rules. When it is raised, nothing has changed."""

    code = "refused"

    def __init__(self, message: Message, code: str = "", rule: str = "") -> None:
        super().__init__(plain(message))
        self.message = message
        self.code = code or type(self).code
        self.rule = rule


class Unreadable(RulesError):
    """The text is no answer: it names nothing that the game knows."""

    code = "unreadable"


class Ambiguous(RulesError):
    """The text fits several choices; `tokens` are the choices it fits."""

    code = "ambiguous"

    def __init__(self, message: Message, *, tokens: tuple[str, ...]) -> None:
        super().__init__(message)
        self.tokens = tokens


class Illegal(RulesError):
    """The text is readable, but the rules do not allow it now."""

    code = "illegal"


Reason = tuple[Message, str, str]
"""Why something is not allowed: the arguments of `Illegal`."""


class NotAsked(RulesError):
    """The seat has no open question: it is another seat's turn, or the game is over."""

    code = "not_your_turn"


class BadOption(RulesError):
    """A game option is unknown or outside its range, or the number of seats is not allowed."""

    code = "bad_option"


class CannotUpgrade(RulesError):
    """A table of an older version cannot be upgraded now; its game goes on under the version it began with."""

    code = "cannot_upgrade"


class UnknownRules(RulesError):
    """This process does not have the rules of the game in its version; another process may, for instance during an update."""

    code = "unknown_rules"
    again = 30
    """Seconds after which a retry makes sense."""

    def __init__(self, key: str, version: int) -> None:
        super().__init__(
            msg("This game is being updated: its rules are not ready here yet. Nothing is lost; please try again in a minute.")
        )
        self.key, self.version = key, version

    def __str__(self) -> str:
        return f"This process does not have the rules of {self.key} in version {self.version}."


class Damaged(RulesError):
    """A stored value of a game or tournament cannot be read. Its text for people names no value; `str` is for operators and names the
    remedy.
    """

    code = "trouble"


class UnreadableSetting(Damaged):
    """A stored setting, such as the pace, cannot be read."""

    def __init__(self, owner: str, column: str, why: str) -> None:
        super().__init__(msg("A stored setting ({column}) cannot be read; an operator has to look at it.", column=column))
        self.owner, self.column, self.why = owner, column, why

    def __str__(self) -> str:
        return f"The stored {self.column} of {self.owner} cannot be read. Correct this column in the database ({self.why})"


class UnreadablePosition(Damaged):
    """The stored position of a game cannot be read."""

    def __init__(self, game: str, why: str) -> None:
        super().__init__(msg("The stored position of this game cannot be read; an operator has to look at it."))
        self.game, self.why = game, why

    def __str__(self) -> str:
        return f"The stored position of game {self.game} cannot be read. To rebuild it: manage.py audit --rebuild {self.game} ({self.why})"

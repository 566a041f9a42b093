"""What the table refuses, beside what the rules refuse (`games.rules.errors`). Nothing has changed when one is raised."""

from __future__ import annotations

from games.rules.errors import RulesError


class Stale(RulesError):
    """The question was answered or has changed since this form, mail or request was made."""

    code = "stale"


class NotYours(RulesError):
    """This seat belongs to somebody else."""

    code = "not_your_seat"


class Closed(RulesError):
    """The game is not running, or no longer in the state this change belongs to."""

    code = "closed"


class Refused(RulesError):
    """Something about the request itself does not fit: a story that is too long, a table that is full."""

    code = "refused"


class Trouble(RulesError):
    """The rules of this game stopped working; the game waits for an operator and its clocks stand still."""

    code = "trouble"

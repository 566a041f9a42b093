"""Errors of the services, in addition to those of the rules (`games.rules.errors`). Nothing has changed when one is raised."""

from games.rules.errors import RulesError


class Stale(RulesError):
    """The question was answered or has changed since this form, mail or request was made."""

    code = "stale"


class NotYours(RulesError):
    """The person may not do this: the seat, table or row belongs to another person."""

    code = "not_your_seat"


class Closed(RulesError):
    """The game, or the row, is not in a state in which this change is possible."""

    code = "closed"


class Refused(RulesError):
    """The request itself is not acceptable, for example because a text is too long or a limit is reached."""

    code = "refused"


class Trouble(RulesError):
    """The rules of this game raised an error; its clocks are stopped until an operator resumes it."""

    code = "trouble"

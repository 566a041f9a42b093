"""HTTP status and user-facing sentence for the exceptions of services and rules."""

from django.utils.translation import gettext as _

from games.render.words import said
from games.rules.errors import Damaged, NotAsked, RulesError, UnknownRules
from games.rules.messages import Reader
from games.services.errors import Closed, NotYours, Stale, Trouble

STATUSES: dict[type[RulesError], int] = {
    Stale: 409,
    Closed: 409,
    NotAsked: 409,
    NotYours: 403,
    Trouble: 409,
    Damaged: 409,
    UnknownRules: 503,
}
"""All other errors have the status 422."""


def status_of(error: RulesError) -> int:
    """The HTTP status of a refusal."""
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 422)


def sentence(error: RulesError, reader: Reader) -> str:
    """The error message, with the number of the rule if there is one."""
    text = said(error.message, reader)
    return _("%(text)s (Rule %(rule)s)") % {"text": text, "rule": error.rule} if error.rule else text

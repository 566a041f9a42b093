"""Commands that a text asks for in free words: what would be done, with the question whether it is meant. A yes executes it."""

import re
from datetime import timedelta
from itertools import pairwise

from django.utils.translation import gettext as _, ngettext, override

from games.mails import table_words
from games.mails.commands.oneself import LANGUAGES, hours_in
from games.mails.commands.when import absence_within
from games.mails.commands.wish import Outcome, Wish
from games.services.replies.reading import CommandName
from games.services.replies.reading.command_phrases import code_in
from games.services.replies.reading.folding import words
from games.services.replies.reading.wishes import address_in
from notifications.local_time import zone_of

_C = CommandName
_DAYS = re.compile(r"\b([1-9]\d?)\b")
_AT_TABLE = frozenset({_C.UNDO, _C.REMATCH, _C.PAUSE})
_INTO = frozenset(("in", "to", "into", "auf", "en"))
_MOMENT = timedelta(microseconds=1)


def proposed(wish: Wish) -> Outcome | None:
    """The question whether the wish is meant, with the command that a yes executes; None if the text does not say enough for one."""
    found = _understood(wish)
    if found is None:
        return None
    line, question = found
    return Outcome([question, _("To confirm, reply yes.")], ask={"do": "command", "line": line})


def _understood(wish: Wish) -> tuple[str, str] | None:
    """The command as a line, and what it does as a question."""
    text = wish.command.argument
    if wish.game is None and wish.command.name in _AT_TABLE:
        return None
    if wish.command.name is _C.AWAY:
        return _back() if wish.command.argument == "back" else _away(wish)
    if wish.command.name is _C.UNDO:
        return "undo", _("Do you want to take back your last choice?")
    if wish.command.name is _C.REMATCH:
        return "rematch", _("Do you want to play again with the same people?")
    if wish.command.name is _C.INVITE and (whom := address_in(text)):
        return f"invite {whom}", _("Do you want to invite %(whom)s to your table?") % {"whom": whom}
    if wish.command.name is _C.JOIN and (code := code_in(text)):
        return f"join {code}", _("Do you want to take a seat at the table %(code)s?") % {"code": code}
    if wish.command.name is _C.LANGUAGE:
        return _language(text)
    if wish.command.name is _C.QUIET and (hours := hours_in(text)) is not None:
        begin, end = (f"{minutes // 60:02d}:{minutes % 60:02d}" for minutes in hours)
        return f"quiet {begin}-{end}", _("Do you want quiet hours from %(begin)s to %(end)s?") % {"begin": begin, "end": end}
    if wish.command.name is _C.PAUSE and (days := _DAYS.search(text)) is not None:
        asked = ngettext(
            "Do you want to ask the others for a break of %(count)d day?",
            "Do you want to ask the others for a break of %(count)d days?",
            int(days[1]),
        )
        return f"pause {days[1]}", asked % {"count": int(days[1])}
    return None


def _back() -> tuple[str, str]:
    return "back", _("Are you back, and do you want your clocks to run again?")


def _away(wish: Wish) -> tuple[str, str] | None:
    found = absence_within(wish.command.argument, wish.now, wish.player.zone, day_first=wish.player.language != "en")
    if found is None:
        return None
    start, until = found
    zone = zone_of(wish.player.zone)
    first, last = start.astimezone(zone), (until - _MOMENT).astimezone(zone)
    facts = {"start": table_words.local_moment(start), "when": table_words.local_moment(until)}
    question = _("Do you want to be marked as away from %(start)s until %(when)s?") % facts
    return f"away {first:%Y-%m-%d} - {last:%Y-%m-%d}", question


def _language(text: str) -> tuple[str, str] | None:
    """The language that is named; of two the one after "in", "to", "auf" or "en", else none."""
    said = words(text)
    names = {name: code for code, known in LANGUAGES.items() for name in words(known)}
    named = dict.fromkeys(names[word] for word in said if word in names)
    behind = dict.fromkeys(names[word] for before, word in pairwise(said) if word in names and before in _INTO)
    code = next(iter(named)) if len(named) == 1 else next(iter(behind)) if len(behind) == 1 else ""
    if not code:
        return None
    with override(code):
        return f"language {code}", _("Do you want to get your mails in English?")

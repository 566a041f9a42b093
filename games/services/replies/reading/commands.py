"""Recognise commands in mails. The whole line must be a command; a command word within a sentence is none."""

import re
from dataclasses import replace
from functools import cache

from games.rules import registry
from games.services.replies.reading import vocabulary
from games.services.replies.reading.card_names import cards_named
from games.services.replies.reading.command_phrases import BACK, BY_PHRASE, TABLE_CODE, command_in, letter_of
from games.services.replies.reading.folding import words
from games.services.replies.reading.game_titles import begins_title, has_title
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.order_phrases import is_proposed, starts
from games.services.replies.reading.parts import Command, CommandName

_C = CommandName
_AGO = frozenset("day days week weeks tag tage tagen woche wochen jour jours semaine semaines".split())  # noqa: SIM905
_UNTIL = frozenset("until till til bis jusqu jusque from vom von du ab des".split())  # noqa: SIM905
_FOR = frozenset("for fur fuer pour pendant".split())  # noqa: SIM905
_NOTE = re.compile(r"^(?:note|notiz|notieren|noter|memo)(?:\s*(:)\s*|\s+)(\S.*)$", re.IGNORECASE)
_ORDER = re.compile(r"^(?:order|befehl|auftrag|vorgabe|ordre|consigne)(?:\s*(:)\s*|\s+)(\S.*)$", re.IGNORECASE)
_QUIET = vocabulary.word_set("on off an aus oui non ein yes no until bis jusqu")


def command_of(line: str, *, orders: bool = True) -> Command | None:
    """Return the command that a line contains; None if it is none. If the game has no standing orders, "order …" is an answer."""
    line = " ".join(line.split())
    if line.strip("¿!. ") in ("?", "??", "???"):
        return Command(_C.STATUS, line=line)
    if len(line) > 700 or line.endswith("?"):
        return None
    if (letter := letter_of(line)) is not None:
        return letter
    said = [word for word in words(line) if word not in vocabulary.COURTESY] or list(words(line))
    code = said.pop() if len(said) > 1 and TABLE_CODE.fullmatch(said[-1]) else ""
    bare = " ".join(said)
    if bare in BACK:
        return Command(_C.AWAY, "back", line)
    name = BY_PHRASE.get(bare, _C.NOTE)
    if name is not _C.NOTE and (name is not _C.ORDER or orders):
        return Command(name, code, line)
    return _with_argument(line, orders=orders)


def order_of(line: str, *, asked: bool = True) -> Command | None:
    """Return the command for a standing order that a line files or withdraws; None if it is none.

    While a question is open (`asked`), "order" must be followed by a colon, a word that begins an order in some game, or only numbers.
    """
    found = _ORDER.match(line)
    if found is None:
        return None
    word = found[2].split()[0].casefold().replace("-", "_")
    known = word in ("none", "off") or "_" in word or word in _order_words() or is_proposed(found[2])
    begins = not asked or bool(found[1]) or known or bool(starts().intersection(words(found[2])[:1]))
    return Command(_C.ORDER, found[2], line) if begins or re.fullmatch(r"[\d ]+", found[2]) else None


@cache
def _order_words() -> frozenset[str]:
    return frozenset(word for game in registry.all_games().values() for word in game.order_words)


def _with_argument(line: str, *, orders: bool) -> Command | None:
    """Return the command of a line with an argument; None if the line has none or its argument does not fit."""
    if (note := _NOTE.match(line)) is not None and (note[1] or words(note[2])[:1] not in (("that",), ("to",), ("dass",), ("que",))):
        return Command(_C.NOTE, note[2], line)
    if orders and (order := order_of(line)) is not None:
        return order
    found = command_in(line.rstrip(".!"))
    return replace(found, line=line) if found is not None and found.argument and _fits(found.name, found.argument) else None


def _says_time(text: str) -> bool:
    """Return whether the text begins with a duration or date: "5 days", "until Friday", "3 going hiking"."""
    said = words(text)
    found = said[1:] if said[:1] and said[0] in _FOR else said
    return bool(found) and (number_of(found[0]) is not None or found[0] in _UNTIL or (len(found) > 1 and found[1] in _AGO))


def _fits(name: CommandName, argument: str) -> bool:
    """Return whether the argument is valid for the command. If not, the line is a sentence that begins with the command's word."""
    found = words(argument)
    if not found:
        return False
    text = " ".join(found)
    if name is _C.RULES:
        return begins_title(text) or (len(found) <= 5 and (any(char.isdigit() for char in argument) or bool(cards_named(argument))))
    if name in (_C.PAUSE, _C.AWAY):
        return _says_time(argument)
    if name is _C.RESIGN:
        return text in ("yes", "ja", "oui")
    if name is _C.HISTORY:
        return text.isdigit()
    if name is _C.LANGUAGE:
        return len(found) == 1
    if name is _C.INVITE:
        return "@" in argument or len(found) <= 3
    if name is _C.LEARN:
        return len(found) <= 5 and (begins_title(text) or has_title(text))
    if name in (_C.NEW, _C.OPEN):
        return has_title(text)
    if name is _C.QUIET:
        return number_of(found[0]) is not None or found[0] in _QUIET
    return False

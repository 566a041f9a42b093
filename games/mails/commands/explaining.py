"""Help, and the text of a rule."""

import re
from typing import Any

from django.utils.translation import gettext as _

from games.mails import table_words
from games.mails.commands.naming import game_named
from games.mails.commands.wish import Outcome, Wish
from games.models import Game
from games.render.reader import reader_for
from games.render.words import said
from games.rulebooks import rules_markdown, rules_page_of
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.services.errors import Refused

_RULE = re.compile(r"R?([0-9]{1,3}[a-z]?)", re.IGNORECASE)
LONGEST = 1200


def help_words(wish: Wish) -> Outcome:
    """A summary of all commands in a few lines."""
    lines = [_("Write one command per line, above the quoted mail. German and French words work as well.")]
    if wish.game is not None and wish.game.status == Game.Status.ACTIVE:
        lines += [
            _("To play: the number or the name of a choice, for example: 2. With a story: 2 story: The moon was full."),
            _("At this table: status (show the table), undo (undo your last move), history (all moves), resign."),
            _(
                "pause 3 asks the others for a break of three days. say: … is for everybody, "
                "to NAME: … for one player (a private letter), note … for yourself."
            ),
        ]
    return Outcome([
        *lines,
        _("Your games: games. Open tables: open. Create a table: new."),
        _("A guided first game by mail: learn turn of fate."),
        _("A rule: rules 3. Invite someone: invite ADDRESS. Play again: reply rematch to the mail about the end of a game."),
        _("Your settings: away 5 days, back, quiet 22-7, language de."),
    ])  # fmt: skip


def rules(wish: Wish) -> Outcome:
    """`rules 3`, `rules turn of fate 3`, or the page of the rules."""
    numbers = _RULE.findall(wish.argument.split(" ")[-1]) if wish.argument else []
    named = wish.argument.rsplit(" ", 1)[0] if numbers else wish.argument
    named = "" if numbers and named == wish.argument else named
    book = game_named(named, wish.player.language) if named else None
    book = book or (wish.game.book if wish.game is not None else None)
    if book is None:
        raise Refused(msg("Which game? Write for example: rules turn of fate 3."), code="which_game")
    link = table_words.absolute(rules_page_of(book.key, book.version))
    title = said(book.title, reader_for([], wish.player.language))
    if not numbers:
        return Outcome([_("The rules of %(game)s: %(link)s") % {"game": title, "link": link}])
    text = _paragraph(book, numbers[0], wish.player.language)
    if text is None:
        raise Refused(msg("There is no rule {number} in {game}.", number=numbers[0], game=book.title), code="no_such_rule")
    return Outcome([f"R{numbers[0]} {text}", f"{link}#r{numbers[0].lower()}"])


def _paragraph(book: Rules[Any], number: str, language: str) -> str | None:
    """The paragraph of that number in a language that the rules are written in, as one line without markup."""
    rules = rules_markdown(book, language)
    found = re.search(rf"\*\*R{re.escape(number)}\*\*(.*?)(?:\n\s*\n|\n\s*[-*] \*\*R|\Z)", rules, re.DOTALL | re.IGNORECASE)
    if found is None:
        return None
    return " ".join(re.sub(r"[*`_]{1,2}", "", found[1]).split())[:LONGEST]

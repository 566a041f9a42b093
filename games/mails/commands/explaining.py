"""Help, and the text of a rule."""

import re
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.mails import table_words
from games.mails.commands.naming import game_in
from games.mails.commands.wish import Outcome, Wish
from games.models import Game
from games.render.reader import reader_for
from games.render.words import said
from games.rulebooks import rules_markdown, rules_page_of
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.rules.registry import all_games
from games.services.errors import Refused

_RULE = re.compile(r"\bR?([0-9]{1,3}[a-z]?)\b", re.IGNORECASE)
_NAMED_RULE = re.compile(r"\b(?:rules?|regeln?|r[èe]gles?)(?: (?:no|nr|number|nummer|n°)\.?)? R?([0-9]{1,3}[a-z]?)\b", re.IGNORECASE)
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
    else:
        lines.append(_("To play, reply to the mail that says it is your turn."))
    return Outcome([
        *lines,
        _("Your games: games. Open tables: open. Create a table: new."),
        _("A guided first game by mail: learn turn of fate."),
        _("A rule: rules 3. Invite someone: invite ADDRESS. Play again: reply rematch to the mail about the end of a game."),
        _("Your settings: away 5 days, back, quiet 22-7, language de."),
        _("Your address, time zone and all other settings: %(link)s") % {"link": table_words.absolute(reverse("games:settings"))},
    ])  # fmt: skip


def rules(wish: Wish) -> Outcome:
    """`rules 3`, `rules turn of fate 3`, or the page of the rules; without a game, the pages of all games."""
    line = wish.argument or wish.command.line
    numbers = (_RULE if wish.argument else _NAMED_RULE).findall(line)
    book = game_in(_RULE.sub(" ", line), wish.player.language) or (wish.game.book if wish.game is not None else None)
    if book is None and numbers:
        raise Refused(msg("Which game? Write for example: rules turn of fate 3."), code="which_game")
    if book is None:
        return Outcome([*(_page(one, wish) for one in all_games().values()), _("The text of one rule: rules turn of fate 3")])
    link = table_words.absolute(rules_page_of(book.key, book.version))
    if not numbers:
        return Outcome([_page(book, wish)])
    text = _paragraph(book, numbers[0], wish.player.language)
    if text is None:
        raise Refused(msg("There is no rule {number} in {game}.", number=numbers[0], game=book.title), code="no_such_rule")
    return Outcome([f"R{numbers[0]} {text}", f"{link}#r{numbers[0].lower()}"])


def _page(book: Rules[Any], wish: Wish) -> str:
    facts = {
        "game": said(book.title, reader_for([], wish.player.language)),
        "link": table_words.absolute(rules_page_of(book.key, book.version)),
    }
    return _("The rules of %(game)s: %(link)s") % facts


def _paragraph(book: Rules[Any], number: str, language: str) -> str | None:
    """The paragraph of that number in a language that the rules are written in, as one line without markup."""
    rules = rules_markdown(book, language)
    found = re.search(rf"\*\*R{re.escape(number)}\*\*(.*?)(?:\n\s*\n|\n\s*[-*] \*\*R|\Z)", rules, re.DOTALL | re.IGNORECASE)
    if found is None:
        return None
    return " ".join(re.sub(r"[*`_]{1,2}", "", found[1]).split())[:LONGEST]

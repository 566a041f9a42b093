"""Help, the text of a rule, and the text of a card."""

import re
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.mails import table_words
from games.mails.commands.naming import game_in
from games.mails.commands.wish import Outcome, Wish
from games.models import Game, Seat
from games.render.reader import reader_for
from games.render.words import card_words, said, text_on
from games.rulebooks import rules_markdown, rules_page_of, summary_lines
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.rules.registry import all_games
from games.services.errors import Refused
from games.services.replies.reading.card_names import cards_named

_RULE = re.compile(r"\bR?([0-9]{1,3}[a-z]?)\b", re.IGNORECASE)
_NAMED_RULE = re.compile(r"\b(?:rules?|regeln?|r[èe]gles?)(?: (?:no|nr|number|nummer|n°)\.?)? R?([0-9]{1,3}[a-z]?)\b", re.IGNORECASE)
LONGEST = 1200
MOST_CARDS = 3
"""The most cards that are explained in one answer."""


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
        _("A rule: rules 3. The text of a card: rules and its name. You can also ask in your own words."),
        _("Invite someone: invite ADDRESS. Join a table: join CODE. Play again: reply rematch to the mail about the end of a game."),
        _("Your settings: away 5 days, back, quiet 22-7, language de."),
        _("Your address, time zone and all other settings: %(link)s") % {"link": table_words.absolute(reverse("games:settings"))},
    ])  # fmt: skip


def rules(wish: Wish) -> Outcome:
    """`rules the hermit`, `rules 3`, `rules turn of fate 3`, or the page of the rules; without a game, the pages of all games."""
    mine = Q(player=wish.player) | Q(deputy=wish.player)
    asked = wish.game is not None and Seat.objects.filter(mine, game_id=wish.game.pk, pending=True).exists()
    return Outcome(_rules(wish), shows_table=asked)


def _rules(wish: Wish) -> list[str]:
    line = wish.argument or wish.command.line
    if cards := _cards(line, wish):
        return cards
    numbers = (_RULE if wish.argument else _NAMED_RULE).findall(line)
    book = game_in(_RULE.sub(" ", line), wish.player.language) or (wish.game.book if wish.game is not None else None)
    if book is None and numbers:
        raise Refused(msg("Which game? Write for example: rules turn of fate 3."), code="which_game")
    if book is None:
        return [*(_page(one, wish) for one in all_games().values()), _("The text of one rule: rules turn of fate 3")]
    link = table_words.absolute(rules_page_of(book.key, book.version))
    if not numbers:
        return [*summary_lines(book, wish.player.language), _page(book, wish), _("The text of one rule: rules 3")]
    text = _paragraph(book, numbers[0], wish.player.language)
    if text is None:
        raise Refused(msg("There is no rule {number} in {game}.", number=numbers[0], game=book.title), code="no_such_rule")
    return [f"R{numbers[0]} {text}", f"{link}#r{numbers[0].lower()}"]


def _cards(line: str, wish: Wish) -> list[str]:
    """The cards that a line names, of this game or of the game it names, else of any, with their texts; then the pages of the rules."""
    reader, games = reader_for([], wish.player.language), all_games()
    book = game_in(line, wish.player.language) or (wish.game.book if wish.game is not None else None)
    books = {book.key: book} if book is not None else games
    named = [(books[key], books[key].faces[id_]) for key, id_ in cards_named(line) if key in books and id_ in books[key].faces][:MOST_CARDS]
    several = len({book.key for book, _card in named}) > 1
    lines = []
    for book, card in named:
        words = ": ".join(text for text in (card_words(card, reader), text_on(card, reader)) if text)
        lines.append(f"{said(book.title, reader)}: {words}" if several else words)
    return lines + [_page(book, wish) for book in {book.key: book for book, _card in named}.values()]


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

"""Help, the text of a rule, and the text of a card."""

import re
from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.mails import table_words
from games.mails.commands.naming import game_in
from games.mails.commands.wish import Outcome, Wish
from games.models import Game, Seat
from games.render.reader import reader_for
from games.render.words import card_words, labelled, said, text_on
from games.rulebooks import rules_markdown, rules_page_of, summary_lines
from games.rules.game import Game as Rules
from games.rules.messages import msg
from games.rules.registry import all_games
from games.services.errors import Refused
from games.services.replies.reading.card_names import CardId, cards_like, cards_named

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
    line, language = wish.argument or wish.command.line, wish.player.language
    numbers = (_RULE if wish.argument else _NAMED_RULE).findall(line)
    book = game_in(_RULE.sub(" ", line), language) or (wish.game.book if wish.game is not None else None)
    books = {book.key: book} if book is not None else all_games()
    if cards := [card for card in cards_named(line) if card[0] in books][:MOST_CARDS]:
        named = [books[key] for key in dict.fromkeys(key for key, _id in cards)]
        return [*_texts(cards, books, language), *(_page(one, language) for one in named)]
    if book is None and numbers:
        raise Refused(msg("Which game? Write for example: rules turn of fate 3."), code="which_game")
    if book is None:
        return [*(_page(one, language) for one in books.values()), _("The text of one rule: rules turn of fate 3")]
    if not numbers:
        like = _texts(cards_like(line, book.key)[:MOST_CARDS], books, language)
        return [*like, *summary_lines(book, language), _page(book, language), _("The text of one rule: rules 3")]
    text = _paragraph(book, numbers[0], language)
    if text is None:
        raise Refused(msg("There is no rule {number} in {game}.", number=numbers[0], game=book.title), code="no_such_rule")
    link = table_words.absolute(rules_page_of(book.key, book.version))
    return [f"R{numbers[0]} {text}", f"{link}#r{numbers[0].lower()}"]


def _texts(cards: list[CardId], books: Mapping[str, Rules[Any]], language: str) -> list[str]:
    """A line for each card: its values and its text, with the game if they are of several."""
    reader, several = reader_for([], language), len({key for key, _id in cards}) > 1
    lines = []
    for key, id_ in cards:
        if (card := books[key].faces.get(id_)) is not None:  # an older version may lack it
            words = ": ".join(text for text in (card_words(card, reader), text_on(card, reader)) if text)
            lines.append(labelled(said(books[key].title, reader), words, reader) if several else words)
    return lines


def _page(book: Rules[Any], language: str) -> str:
    facts = {
        "game": said(book.title, reader_for([], language)),
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

"""Mail commands that need no current table: one function per command, from a `Wish` to an `Outcome`."""

from collections.abc import Callable

from games.mails.commands import explaining, learning, listing, oneself, tables
from games.mails.commands.wish import Outcome, Wish
from games.services.replies.reading import CommandName

Work = Callable[[Wish], Outcome | None]

COMMANDS: dict[CommandName, Work] = {
    CommandName.HELP: explaining.help_words,
    CommandName.RULES: explaining.rules,
    CommandName.LEARN: learning.learn,
    CommandName.STATUS: listing.status,
    CommandName.GAMES: listing.games,
    CommandName.OPEN: listing.open_tables,
    CommandName.HISTORY: listing.history,
    CommandName.NEW: tables.new,
    CommandName.INVITE: tables.invite,
    CommandName.JOIN: tables.join,
    CommandName.AWAY: oneself.away,
    CommandName.QUIET: oneself.quiet,
    CommandName.LANGUAGE: oneself.language,
}
"""All other commands are executed at the table (`games.services.replies.execution`); an outcome of None leaves a command to it as well."""

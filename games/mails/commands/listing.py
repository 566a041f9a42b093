"""Lists: the player's games, open tables, the log of a game."""

from django.utils.translation import gettext as _, ngettext

from games.mails import table_words
from games.mails.commands.naming import is_code, my_game
from games.mails.commands.wish import Outcome, Wish
from games.models import Game, Player
from games.queries.tables import lists
from games.queries.tables.table import look_at
from games.render.reader import reader_for
from games.render.words import said
from games.rules.messages import msg
from games.services.errors import Refused

SHOWN = 9
LINES = 15


def games(wish: Wish) -> Outcome:
    """Every running game with whose turn it is; then tables that have not started."""
    words = [_standing(row, wish.player) for row in lists.running(wish.player).rows()]
    words += [_waiting(row, wish.player) for row in lists.unstarted(wish.player).rows()]
    if not words:
        words = [_("You have no games right now. Write open to see open tables, or new to create one.")]
    return Outcome(words)


def status(wish: Wish) -> Outcome | None:
    """The reply itself shows the current table; without one, all games are listed."""
    named = my_game(wish.player, wish.argument)
    if named is None and wish.game is not None and not wish.argument:
        return None
    if named is None and wish.argument:
        raise Refused(msg("You have no game with the code {code}.", code=wish.argument[:20]), code="no_such_game")
    return games(wish) if named is None else Outcome([_recent(named, wish.player), table_words.table_link(named)])


def open_tables(wish: Wish) -> Outcome:
    """Tables with a free seat; the next mail takes one by its number."""
    rows = [row for row in lists.free_seats(wish.player, limit=SHOWN * 2).rows() if row.mine is None][:SHOWN]
    if not rows:
        return Outcome([_("No open tables right now. Write new to create one.")])
    words = [
        _("%(number)d) %(game)s with %(people)s, %(seats)s [%(code)s]")
        % {
            "number": number,
            "game": _title(row.game, wish.player),
            "people": ", ".join(person.name for person in row.opponents) or "—",
            "seats": _free_seats(row),
            "code": row.game.code,
        }
        for number, row in enumerate(rows, start=1)
    ]
    words.append(_("To join a table, reply to this mail with its number."))
    return Outcome(words, ask={"do": "sit", "codes": [row.game.code for row in rows]})


def history(wish: Wish) -> Outcome:
    """The last lines of the current game; without one, the finished games."""
    game = my_game(wish.player, wish.argument)
    if game is None and is_code(wish.argument):
        raise Refused(msg("You have no game with the code {code}.", code=wish.argument[:20]), code="no_such_game")
    game = game or wish.game
    if game is not None and game.started_at is not None:
        return Outcome([*_told(game, wish.player), _("Full history: %(link)s") % {"link": table_words.table_link(game)}])
    rows = lists.finished(wish.player, limit=SHOWN).rows()
    running = lists.running(wish.player).rows()
    more = [_("The moves of a running game: history %(code)s") % {"code": running[0].game.code}] if running else []
    if not rows:
        return Outcome([_("You have no finished games yet."), *more])
    return Outcome([
        *(_("%(game)s with %(people)s, over since %(when)s: %(link)s")
        % {
            "game": _title(row.game, wish.player),
            "people": ", ".join(person.name for person in row.opponents) or "—",
            "when": table_words.local_moment(row.game.ended_at) if row.game.ended_at else "—",
            "link": table_words.table_link(row.game),
        }
        for row in rows),
        *more,
    ])  # fmt: skip


def _title(game: Game, player: Player) -> str:
    return said(game.title, reader_for([], player.language))


def _standing(row: lists.Row, player: Player) -> str:
    since = row.game.moved_at or row.game.started_at
    facts = {
        "game": _title(row.game, player),
        "people": ", ".join(other.name for other in row.opponents),
        "code": row.game.code,
        "since": table_words.local_moment(since) if since else "—",
        "until": table_words.local_moment(row.due_at) if row.due_at else "",
        "names": ", ".join(other.name for other in row.decides) or "—",
    }
    if row.my_turn and row.due_at:
        line = _("%(game)s with %(people)s [%(code)s]: your turn since %(since)s, until %(until)s.")
    elif row.my_turn:
        line = _("%(game)s with %(people)s [%(code)s]: your turn since %(since)s.")
    else:
        line = _("%(game)s with %(people)s [%(code)s]: waiting for %(names)s since %(since)s.")
    return f"{line % facts} {table_words.table_link(row.game)}"


def _waiting(row: lists.Row, player: Player) -> str:
    line = _("%(game)s [%(code)s] is waiting for players: %(seats)s.")
    facts = {"game": _title(row.game, player), "code": row.game.code, "seats": _free_seats(row)}
    return f"{line % facts} {table_words.table_link(row.game)}"


def _free_seats(row: lists.Row) -> str:
    return ngettext("%(count)d free seat", "%(count)d free seats", row.free_seats) % {"count": row.free_seats}


def _told(game: Game, player: Player) -> list[str]:
    look = look_at(game.code, player)
    reader = table_words.reader_of(look, player.language)
    return [line["text"] for line in table_words.log_lines(look.log(most=LINES), reader) if line["text"]]


def _recent(game: Game, player: Player) -> str:
    rows = lists.running(player).rows()
    return next((_standing(row, player) for row in rows if row.game.pk == game.pk), _title(game, player))

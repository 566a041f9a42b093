"""A digest of all rows that a table shows to one player, by one query: equal digests mean an unchanged page."""

from collections.abc import Collection

from django.db.models import Model

from games.models import Game, Player, Seat
from games.models.rows import rows

COVERED = frozenset({"games_game", "games_seat", "games_player", "games_talk", "games_move", "games_letter"})
"""The database tables that a digest covers. The log is covered by `Game.seq`, because its lines never change."""

HOLDERS_ALONE = ("notes", "orders", "order_at", "remind_at")
HOLDERS_AND_DEPUTYS = ("seen_at", "seen_seq", "held_answer", "held_until")
OWN_TO_A_PERSON = (
    *("password", "last_login", "email", "refused_address", "language"),
    *("confirms", "grace", "sounds", "volunteer", "challenges"),
)
TALK_SHOWN = 50


def _columns(model: type[Model], alias: str, without: Collection[str] = ()) -> str:
    """The columns of a model but some. A row of columns is text in half the time of its `to_jsonb`."""
    return ", ".join(f"{alias}.{field.column}" for field in model._meta.concrete_fields if field.column not in without)


GAME_AND_SEATS = f"""{_columns(Game, "g", ["changes"])}, me, ROW({_columns(Player, "host", OWN_TO_A_PERSON)}),
    (SELECT array_agg(ROW({_columns(Seat, "s", [*HOLDERS_ALONE, *HOLDERS_AND_DEPUTYS])},
        CASE WHEN me.id = s.player_id THEN ROW({", ".join(f"s.{name}" for name in HOLDERS_ALONE)}) END,
        CASE WHEN me.id IN (s.player_id, s.deputy_id) THEN ROW({", ".join(f"s.{name}" for name in HOLDERS_AND_DEPUTYS)}) END,
        {_columns(Player, "p", OWN_TO_A_PERSON)}, p.email IS NULL, s.deputy_until > statement_timestamp()) ORDER BY s.index)
     FROM games_seat s LEFT JOIN games_player p ON p.id = s.player_id WHERE s.game_id = g.id)"""
TALK_AND_CLOCKS = f"""
    (SELECT array_agg(ROW(said, p.name) ORDER BY said.id)
     FROM (SELECT * FROM games_talk WHERE game_id = g.id ORDER BY id DESC LIMIT {TALK_SHOWN}) said
     LEFT JOIN games_player p ON p.id = said.player_id),
    (SELECT array_agg(ROW(mine, f.name, t.name) ORDER BY mine.id)
     FROM (SELECT * FROM games_letter WHERE game_id = g.id AND me.id IN (sender_id, recipient_id) ORDER BY id DESC LIMIT {TALK_SHOWN}) mine
     JOIN games_player f ON f.id = mine.sender_id JOIN games_player t ON t.id = mine.recipient_id),
    (SELECT count(*) FROM games_seat s WHERE (s.player_id = me.id OR s.deputy_id = me.id AND s.deputy_until > statement_timestamp())
     AND s.live AND s.pending),
    (g.pauses -> -1 ->> 1)::timestamptz > statement_timestamp()"""
READ = """
SELECT CASE WHEN jsonb_array_length(g.waiting) < 2 THEN md5(ROW({shown})::text) END AS mark, g.id
FROM games_game g LEFT JOIN games_player host ON host.id = g.host_id LEFT JOIN games_player me ON me.id = %(me)s
WHERE g.code = %(code)s
"""
OF_A_PAGE = READ.format(shown=f"{GAME_AND_SEATS},{TALK_AND_CLOCKS}")
OF_A_VIEW = READ.format(shown=GAME_AND_SEATS)
"""The digest for programs, whose view of a table has no talk, letters or other games."""


def state_digest_of(code: str, player: Player | None) -> str | None:
    """The digest of all rows that a table shows to a player, and of conditions that depend on the time. One query.

    None where there is no such table, and while several seats are asked: in a sealed phase the rows change with every answer, and the
    longer response time of a page that is rendered again would reveal an answer. For the same reason private columns of other seats
    (notes, orders, how far they have read) and `Game.changes` are left out.
    """
    found = rows(OF_A_PAGE, {"me": player.pk if player is not None else None, "code": code})
    return found[0][0] if found else None

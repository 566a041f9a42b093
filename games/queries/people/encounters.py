"""Results between two players, search for players by name, and challenges to a player."""

from dataclasses import dataclass

from games.models import Game, Player
from games.models.player import name_key
from games.models.rows import rows
from notifications.models import Message

MOST_FOUND = 20
MOST_CHALLENGES = 100
BETWEEN = """
SELECT g.rules, count(*), count(*) FILTER (WHERE mine < theirs), count(*) FILTER (WHERE mine = theirs),
    count(*) FILTER (WHERE mine > theirs)
FROM (SELECT g.rules, (g.result->'ranks'->>a.index)::int mine, (g.result->'ranks'->>b.index)::int theirs
    FROM games_seat a JOIN games_seat b ON b.game_id = a.game_id JOIN games_game g ON g.id = a.game_id
    WHERE a.player_id = %(one)s AND b.player_id = %(other)s AND g.status = 'finished' AND g.result IS NOT NULL
    AND (g.visibility = 'public' OR %(me)s IN (a.player_id, b.player_id))) g
GROUP BY g.rules ORDER BY count(*) DESC, g.rules
"""


@dataclass(frozen=True, slots=True)
class Encounter:
    """Finished games of one kind between two players: how often the first had the better, the same or the worse rank."""

    rules: str
    games: int
    ahead: int
    level: int
    behind: int


def between(one: Player, other: Player, viewer: Player | None) -> list[Encounter]:
    """The results between two players, by game, from public games and games of the viewer. One query."""
    values = {"one": one.pk, "other": other.pk, "me": viewer.pk if viewer is not None else None}
    return [Encounter(*row) for row in rows(BETWEEN, values)]


def named(text: str) -> list[Player]:
    """The active players whose name begins with a text, by name. One query."""
    return list(Player.objects.filter(name_key__startswith=name_key(text), is_active=True).order_by("name_key")[:MOST_FOUND])


def challenges_to(player: Player) -> list[tuple[Message, Game]]:
    """Open tables to which a player is invited, with the invitations, latest first. Three queries."""
    asked = Message.objects.filter(recipient=player, kind="invitation").order_by("-pk")[:MOST_CHALLENGES]
    by_code: dict[str, Message] = {}
    for message in asked:
        by_code.setdefault(message.payload.get("game", ""), message)
    declined = set(
        Message.objects.filter(kind="invitation_news", key__in=[f"declined:{code}:{player.pk}" for code in by_code]).values_list(
            "payload__game", flat=True
        )
    )
    open_ = Game.objects.filter(code__in=set(by_code) - declined, status=Game.Status.OPEN).exclude(seats__player=player)
    games = {game.code: game for game in open_.select_related("host")}
    return [(message, games[code]) for code, message in by_code.items() if code in games]

"""The inboxes of directors in the admin: final tables to approve and calls to answer."""

from games.models import Player
from games.queries.operations.inbox import MOST
from games.tournaments.models import Call, Official, Tournament


def waiting_for_approval() -> list[Tournament]:
    """The tournaments in review: at most `MOST`, the oldest first. One query."""
    return list(Tournament.objects.filter(status=Tournament.Status.REVIEW).order_by("pk")[:MOST])


def own_tournaments(user: Player, rows: list[Tournament]) -> list[Tournament]:
    """The tournaments that this user may act on. One query, none for directors of the site."""
    if user.has_perm("games.change_tournament"):
        return rows
    mine = set(Official.objects.filter(player=user).values_list("tournament_id", flat=True))
    return [row for row in rows if row.pk in mine]


def own_calls(user: Player, rows: list[Call]) -> list[Call]:
    mine = {row.pk for row in own_tournaments(user, list({row.tournament_id: row.tournament for row in rows}.values()))}
    return [row for row in rows if row.tournament_id in mine]


def open_calls() -> list[Call]:
    """The calls without an answer: at most `MOST`, the oldest first. One query."""
    return list(
        Call.objects.filter(answered_at=None)
        .select_related("tournament", "player", "game")
        .defer("game__position", "game__secret")
        .order_by("at")[:MOST]
    )

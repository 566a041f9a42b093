"""API operations on other players: public profile and ratings, and the caller's private note, block and report."""

from typing import Any

from django.db.models import Count, Q
from rest_framework.response import Response

from games.api.base.describe import operation, page_of, ref
from games.api.base.fields import Body, EmptyBody, StrictCharField, StrictChoiceField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.views import View
from games.models import Game, PersonalNote, Player, Report
from games.queries.people import profiles as known
from games.requests import moment
from games.rules.registry import all_games
from games.services.people import relations


class PlayerNoteUpdate(Body):
    """Your private note about a player."""

    text = StrictCharField(
        max_length=relations.LONGEST_NOTE, help_text="The new text, which replaces the old one. An empty text deletes the note."
    )


class ReportRequest(Body):
    """The report about a player."""

    matter = StrictChoiceField(choices=Report.Matter.values)
    text = StrictCharField(max_length=relations.LONGEST_REPORT, help_text="The report, at least 10 characters.")


def somebody(name: str, *, bots: bool = True) -> Player:
    """The active player with this name. Raises `Problem` not-found."""
    player = known.active_player(name)
    if player is None or (player.is_bot and not bots):
        raise Problem("not-found", "There is nobody of that name.", code="no_such_player")
    return player


class PlayerDetail(View):
    @operation("players_get", "players", {200: ref("Player")})
    def get(self, request: Any, name: str) -> Response:
        """Get the public profile of a player."""
        player = somebody(name)
        over = Count("status", filter=Q(status=Game.Status.FINISHED))
        counts = Game.objects.filter(seats__player=player).aggregate(over=over, running=Count("status", filter=Q(status="active")))
        times, reliable = known.answer_times(player), known.reliability_of([player.pk])[player.pk]
        facts = {"name": player.name, "bot": player.is_bot or player.by_program, "joined_at": player.joined_at}
        facts |= {
            "games_finished": counts["over"],
            "games_running": counts["running"],
            "reliability": reliable.percent if reliable.known else None,
        }
        return self.reply(request, facts | {"usual_answer": round(times.half.total_seconds()) if times is not None else None})


class Ratings(View):
    @operation("players_ratings", "players", {200: page_of("Rating")})
    def get(self, request: Any, name: str) -> Response:
        """List the ratings of a player, most played game first."""
        rows = known.ratings_of(somebody(name))
        items = [{"rules": row.rules, "rating": row.shown, "games": row.games, "provisional": row.provisional} for row in rows]
        return self.reply(request, {"items": items, "next": None})


class RatingHistory(View):
    @operation("players_rating_history", "players", {200: page_of("RatingPoint")})
    def get(self, request: Any, name: str, key: str) -> Response:
        """List a player's rating after each recent rated game of one kind, oldest first."""
        if key not in all_games():
            raise Problem("not-found", f"There is no game “{key[:40]}” here.")
        points = known.history(somebody(name), key)
        return self.reply(request, {"items": [{"at": at, "rating": rating} for at, rating in points], "next": None})


class About(View):
    """The base of the views of private data about another player, who is never informed of it."""

    read_scope, write_scope = "me:read", "me:write"
    cost = 2


class Note(About):
    @operation("players_note", "players", {200: ref("Notes")})
    def get(self, request: Any, name: str) -> Response:
        """Get your private note about a player."""
        row = PersonalNote.objects.filter(owner=me(request), about=somebody(name)).first()
        return self.reply(request, {"text": row.text if row else ""})

    @operation("players_note_put", "players", {200: ref("Notes")}, body=PlayerNoteUpdate)
    def put(self, request: Any, name: str) -> Response:
        """Replace your private note about a player."""
        about, given = somebody(name), self.body(request, PlayerNoteUpdate)
        relations.note(me(request), about, given["text"])
        return Response({"text": given["text"].strip()})


class Block(About):
    @operation("players_block", "players", {204: None}, body=EmptyBody)
    def put(self, request: Any, name: str) -> Response:
        """Block a player: no common tables and no invitations, in both directions. Repeating the request has no further effect."""
        other = somebody(name)
        self.body(request, EmptyBody)
        relations.block(me(request), other, now=moment(request))
        return Response(status=204)

    @operation("players_unblock", "players", {204: None})
    def delete(self, request: Any, name: str) -> Response:
        """Unblock a player."""
        relations.unblock(me(request), somebody(name))
        return Response(status=204)


class Blocks(About):
    @operation("blocks_list", "me", {200: page_of("Blocked")})
    def get(self, request: Any) -> Response:
        """List the players you have blocked, latest first."""
        rows = me(request).blocks.select_related("blocked").order_by("-since", "-pk")
        return self.reply(request, {"items": [{"name": row.blocked.name, "since": row.since} for row in rows], "next": None})


class Tell(About):
    cost = 10

    @operation("players_report", "players", {202: None}, body=ReportRequest)
    def post(self, request: Any, name: str) -> Response:
        """Report a player to the moderators of the site."""
        about, given = somebody(name), self.body(request, ReportRequest)
        relations.report(me(request), about, given["matter"], given["text"], now=moment(request))
        return Response(status=202)

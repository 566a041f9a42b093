"""Admin page with signs of unfair play among the entrants of a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from games.admin.people import fair_play
from games.tournaments.models import Tournament


def of_tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """The fair-play page of all entrants, including withdrawn ones. Raises Http404 for an unknown tournament."""
    tournament = get_object_or_404(Tournament, pk=pk)
    return fair_play.page(request, list(tournament.entries.values_list("player_id", flat=True)), tournament.title)

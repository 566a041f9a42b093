"""URL patterns of tournaments: `urlpatterns` for the pages, `api_urlpatterns` for the API."""

from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from games.tournaments.api import acts, views
from games.tournaments.pages import exports, tournaments
from games.tournaments.pages.feed import TournamentFeed

urlpatterns: list[URLPattern] = [
    path("tournaments/", tournaments.index, name="tournaments"),
    path("tournaments/<slug:code>/", tournaments.show, name="tournament"),
    path("tournaments/<slug:code>/feed.atom", require_safe(TournamentFeed()), name="tournament-feed"),
    path("tournaments/<slug:code>/rounds.ics", exports.calendar, name="tournament-calendar"),
    path("tournaments/<slug:code>/export.<str:kind>", exports.export, name="tournament-export"),
    path("tournaments/<slug:code>/people/<int:number>/", tournaments.card, name="tournament-card"),
    path("tournaments/<slug:code>/enter/", tournaments.enter, name="tournament-enter"),
    path("tournaments/<slug:code>/check-in/", tournaments.check_in, name="tournament-check-in"),
    path("tournaments/<slug:code>/show-up/", tournaments.show_up, name="tournament-show-up"),
    path("tournaments/<slug:code>/call/", tournaments.call, name="tournament-call"),
    path("tournaments/<slug:code>/withdraw/", tournaments.withdraw, name="tournament-withdraw"),
    path("tournaments/<slug:code>/rest/", tournaments.rest, name="tournament-rest"),
]

api_urlpatterns: list[URLPattern] = [
    path("tournaments", views.TournamentList.as_view(), name="tournaments"),
    path("tournaments/<slug:code>", views.TournamentDetail.as_view(), name="tournament"),
    path("tournaments/<slug:code>/standings", views.Standings.as_view(), name="tournament-standings"),
    path("tournaments/<slug:code>/entries", views.Entries.as_view(), name="tournament-entries"),
    path("tournaments/<slug:code>/rounds", views.Rounds.as_view(), name="tournament-rounds"),
    path("tournaments/<slug:code>/pairings", views.Pairings.as_view(), name="tournament-pairings"),
    path("tournaments/<slug:code>/register", views.Register.as_view(), name="tournament-register"),
    path("tournaments/<slug:code>/check-in", views.CheckIn.as_view(), name="tournament-check-in"),
    path("tournaments/<slug:code>/rest", views.Rest.as_view(), name="tournament-rest"),
    path("tournaments/<slug:code>/no-rest", views.NoRest.as_view(), name="tournament-no-rest"),
    path("tournaments/<slug:code>/acts", acts.Acts.as_view(), name="tournament-acts"),
    path("tournaments/<slug:code>/acts/<slug:key>", acts.ActOn.as_view(), name="tournament-act"),
    path("tournaments/<slug:code>/rulings", views.Rulings.as_view(), name="tournament-rulings"),
    path("tournaments/<slug:code>/withdraw", views.Withdraw.as_view(), name="tournament-withdraw"),
]

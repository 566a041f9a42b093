"""Addresses of the API, all below /api/v1/ and none with a slash at the end."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path

from games.api import about, catalogue, games, history, messages, people, play, tokens, tournaments, webhooks

app_name = "api"

urlpatterns: list[URLPattern] = [
    path("", about.Index.as_view(), name="index"),
    path("docs", about.docs, name="docs"),
    path("openapi.yaml", about.openapi, name="openapi"),
    path("stream", about.StreamElsewhere.as_view(), name="stream"),
    path("rules", catalogue.RulesList.as_view(), name="rules"),
    path("rules/<slug:key>", catalogue.RulesDetail.as_view(), name="rules-of"),
    path("games", games.GameList.as_view(), name="games"),
    path("games/<slug:code>", games.GameDetail.as_view(), name="game"),
    path("games/<slug:code>/view", play.SeatView.as_view(), name="view"),
    path("games/<slug:code>/moves", play.Moves.as_view(), name="moves"),
    path("games/<slug:code>/undo", play.Undo.as_view(), name="undo"),
    path("games/<slug:code>/resign", play.Resign.as_view(), name="resign"),
    path("games/<slug:code>/notes", play.MyNotes.as_view(), name="notes"),
    path("games/<slug:code>/log", history.Log.as_view(), name="log"),
    path("games/<slug:code>/positions/<int:seq>", history.PositionAt.as_view(), name="position"),
    path("games/<slug:code>/export", history.Export.as_view(), name="export"),
    path("games/<slug:code>/verification", history.Verification.as_view(), name="verification"),
    *(path(f"games/<slug:code>/{name}", view.as_view(), name=name) for name, view in games.VERBS.items()),
    path("players/<str:name>", people.PlayerDetail.as_view(), name="player"),
    path("tournaments", tournaments.TournamentList.as_view(), name="tournaments"),
    path("tournaments/<slug:code>", tournaments.TournamentDetail.as_view(), name="tournament"),
    path("tournaments/<slug:code>/standings", tournaments.Standings.as_view(), name="tournament-standings"),
    path("tournaments/<slug:code>/entries", tournaments.Entries.as_view(), name="tournament-entries"),
    path("tournaments/<slug:code>/rounds", tournaments.Rounds.as_view(), name="tournament-rounds"),
    path("tournaments/<slug:code>/pairings", tournaments.Pairings.as_view(), name="tournament-pairings"),
    path("tournaments/<slug:code>/register", tournaments.Register.as_view(), name="tournament-register"),
    path("tournaments/<slug:code>/withdraw", tournaments.Withdraw.as_view(), name="tournament-withdraw"),
    path("me", people.Me.as_view(), name="me"),
    path("me/archive", people.Archive.as_view(), name="archive"),
    path("me/erase", people.Erase.as_view(), name="erase"),
    path("me/preferences", people.Preferences.as_view(), name="preferences"),
    path("me/messages", messages.Messages.as_view(), name="messages"),
    path("me/messages/test", messages.TestMessage.as_view(), name="message-test"),
    path("me/messages/<int:pk>", messages.MessageDetail.as_view(), name="message"),
    path("webhooks", webhooks.WebhookList.as_view(), name="webhooks"),
    path("webhooks/<int:pk>", webhooks.WebhookDetail.as_view(), name="webhook"),
    path("webhooks/<int:pk>/rotate", webhooks.Rotate.as_view(), name="webhook-rotate"),
    path("webhooks/<int:pk>/enable", webhooks.Enable.as_view(), name="webhook-enable"),
    path("webhooks/<int:pk>/test", webhooks.Test.as_view(), name="webhook-test"),
    path("webhooks/<int:pk>/calls", webhooks.Calls.as_view(), name="webhook-calls"),
    path("webhooks/<int:pk>/redeliver", webhooks.Redeliver.as_view(), name="webhook-redeliver"),
    path("tokens", tokens.TokenList.as_view(), name="tokens"),
    path("tokens/<int:pk>", tokens.TokenDetail.as_view(), name="token"),
    re_path(r"^(?P<rest>(?s:.+))$", about.Nowhere.as_view(), name="nowhere"),  # `path` converters stop at a line feed
]

"""URL patterns of the API, below /api/v1/ and without trailing slashes."""

from django.urls import URLPattern, path, re_path

from games.api.base import about
from games.api.clocks import personal_time, table_clocks
from games.api.history import finished_games, log, my_games
from games.api.messages import channels, devices, messages, webhooks
from games.api.orders import standing_orders
from games.api.people import api_tokens, challenges, leaderboards, me, others
from games.api.rules import catalogue
from games.api.tables import play, tables, talk

app_name = "api"

urlpatterns: list[URLPattern] = [
    path("", about.Index.as_view(), name="index"),
    path("docs", about.docs, name="docs"),
    path("openapi.yaml", about.openapi, {"kind": "yaml"}, name="openapi"),
    path("openapi.json", about.openapi, {"kind": "json"}, name="openapi-json"),
    path("asyncapi.json", about.asyncapi, name="asyncapi"),
    path("stream", about.StreamElsewhere.as_view(), name="stream"),
    path("rules", catalogue.RulesList.as_view(), name="rules"),
    path("rules/<slug:key>", catalogue.RulesDetail.as_view(), name="rules-of"),
    path("games", tables.GameList.as_view(), name="games"),
    path("games/<slug:code>", tables.GameDetail.as_view(), name="game"),
    path("games/<slug:code>/view", play.SeatView.as_view(), name="view"),
    path("games/<slug:code>/moves", play.Moves.as_view(), name="moves"),
    path("games/<slug:code>/undo", play.Undo.as_view(), name="undo"),
    path("games/<slug:code>/resign", play.Resign.as_view(), name="resign"),
    path("games/<slug:code>/notes", play.MyNotes.as_view(), name="notes"),
    path("games/<slug:code>/orders", standing_orders.Orders.as_view(), name="orders"),
    path("games/<slug:code>/orders/<str:slot>", standing_orders.OrderDetail.as_view(), name="order"),
    path("games/<slug:code>/log", log.Log.as_view(), name="log"),
    path("games/<slug:code>/positions/<int:seq>", log.PositionAt.as_view(), name="position"),
    path("games/<slug:code>/export", log.Export.as_view(), name="export"),
    path("games/<slug:code>/verification", log.Verification.as_view(), name="verification"),
    path("games/<slug:code>/chronicle", finished_games.ChronicleView.as_view(), name="chronicle"),
    path("games/<slug:code>/chronicle/share", finished_games.Share.as_view(), name="chronicle-share"),
    path("games/<slug:code>/readings", finished_games.Readings.as_view(), name="readings"),
    path("games/<slug:code>/readings/<int:pk>", finished_games.ReadingDetail.as_view(), name="reading"),
    path("games/<slug:code>/talk", talk.TableTalk.as_view(), name="talk"),
    *(path(f"games/<slug:code>/{name}", view.as_view(), name=name) for name, view in tables.VERBS.items()),
    path("games/<slug:code>/time", table_clocks.Clocks.as_view(), name="clocks"),
    *(path(f"games/<slug:code>/time/{name}", view.as_view(), name=f"clocks-{name}") for name, view in table_clocks.VERBS.items()),
    path("leaderboards/<slug:key>", leaderboards.Leaderboard.as_view(), name="leaderboard"),
    path("bot-ladder/<slug:key>", leaderboards.BotLadder.as_view(), name="bot-ladder"),
    path("substitutes", personal_time.Substitutes.as_view(), name="substitutes"),
    path("me/challenges", challenges.Challenges.as_view(), name="challenges"),
    path("players", challenges.Players.as_view(), name="players"),
    path("players/<str:name>/head-to-head/<str:other>", challenges.HeadToHead.as_view(), name="head-to-head"),
    path("players/<str:name>", others.PlayerDetail.as_view(), name="player"),
    path("players/<str:name>/ratings", others.Ratings.as_view(), name="ratings"),
    path("players/<str:name>/ratings/<slug:key>", others.RatingHistory.as_view(), name="rating-history"),
    path("players/<str:name>/note", others.Note.as_view(), name="player-note"),
    path("players/<str:name>/block", others.Block.as_view(), name="player-block"),
    path("players/<str:name>/report", others.Tell.as_view(), name="player-report"),
    path("me", me.Me.as_view(), name="me"),
    path("me/games/export", my_games.MyGames.as_view(), name="my-games"),
    path("me/archive", me.Archive.as_view(), name="archive"),
    path("me/erase", me.Erase.as_view(), name="erase"),
    path("me/preferences", me.Preferences.as_view(), name="preferences"),
    path("me/time", personal_time.MyTime.as_view(), name="my-time"),
    path("me/absences", personal_time.Absences.as_view(), name="absences"),
    path("me/absences/withdraw", personal_time.AbsenceBack.as_view(), name="absence-back"),
    path("me/calendar", personal_time.Calendar.as_view(), name="my-calendar"),
    path("me/blocks", others.Blocks.as_view(), name="blocks"),
    path("me/channels", channels.Channels.as_view(), name="channels"),
    path("me/channels/<slug:medium>", channels.Addresses.as_view(), name="channel"),
    path("me/channels/<slug:medium>/<int:pk>", channels.Address.as_view(), name="address"),
    path("me/devices", devices.Devices.as_view(), name="devices"),
    path("me/devices/<int:pk>", devices.Device.as_view(), name="device"),
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
    path("tokens", api_tokens.TokenList.as_view(), name="tokens"),
    path("tokens/<int:pk>", api_tokens.TokenDetail.as_view(), name="token"),
]
unknown_path = re_path(r"^(?P<rest>(?s:.+))$", about.UnknownPath.as_view(), name="unknown-path")  # `path` converters stop at a line feed
"""The pattern for all other paths below /api/v1/; it answers 404 with a problem document."""

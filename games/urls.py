"""Addresses of the games app."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from games.api.oauth import endpoints as oauth
from games.pages.clocks import personal_time, table_clocks
from games.pages.history import chronicle, feeds, readings, replay, reviews, share_picture
from games.pages.orders import standing_orders
from games.pages.people import accounts, api_tokens, authorize, guests, profiles, sign_in_links
from games.pages.replies import answer_links
from games.pages.rules import credits, gallery, rulebooks
from games.pages.tables import home, letters, plain_text, seating, table_page

app_name = "games"

TABLE = [
    path("", table_page.show, name="table"),
    path("mine/", table_page.mine, name="mine"),
    path("mine/time/", table_page.mine, {"page": "time-table"}, name="mine-time"),
    path("answer/", table_page.answer, name="answer"),
    path("undo/", table_page.take_back, name="undo"),
    path("note/", table_page.note, name="note"),
    path("say/", table_page.say, name="say"),
    path("letters/<int:pk>/share/", letters.share, name="share-letter"),
    path("order/", standing_orders.leave, name="leave-order"),
    path("order/withdraw/", standing_orders.withdraw, name="withdraw-order"),
    path("resign/", table_page.resign, name="resign"),
    path("pulse/", table_page.pulse, name="pulse"),
    path("join/", seating.join, name="join"),
    path("join/<str:invitation>/", seating.invited, name="invited"),
    path("bot/", seating.seat_bot, name="seat-bot"),
    path("guest/", guests.invite, name="invite-guest"),
    path("ready/", seating.say_ready, name="ready"),
    path("leave/", seating.leave, name="leave"),
    path("remove/", seating.remove, name="remove"),
    path("cancel/", seating.cancel, name="cancel"),
    path("at/<int:seq>/", replay.moment, name="moment"),
    path("text/", plain_text.show, name="plain"),
    path("table.txt", plain_text.as_file, name="table-text"),
    path("table.svg", replay.as_svg, name="table-svg"),
    path("table.png", replay.as_png, name="table-png"),
    path("share.png", share_picture.show, name="share-picture"),
    path("game.json", replay.as_json, name="game-json"),
    path("feed.atom", feeds.game_feed, name="game-feed"),
    path("chronicle/", chronicle.show, name="chronicle"),
    path("chronicle.txt", chronicle.as_text, name="chronicle-text"),
    path("chronicle.epub", chronicle.as_epub, name="chronicle-epub"),
    path("review/", reviews.show, name="review"),
    path("review/ask/", reviews.ask, name="ask-review"),
    path("chronicle/share/", chronicle.share, name="share-chronicle"),
    path("readings/", readings.show, name="readings"),
    path("readings/<int:pk>/", readings.publish, name="publish-reading"),
    path("rematch/", seating.rematch, name="rematch"),
    path("time/", table_clocks.show, name="time-table"),
    path("time/nudge/", table_clocks.nudge, name="nudge"),
    path("time/pause/", table_clocks.pause, name="pause"),
    path("time/agree/", table_clocks.agree, name="pause-agree"),
    path("time/decline/", table_clocks.decline, name="pause-decline"),
    path("time/resume/", table_clocks.resume, name="resume"),
    path("time/give/", table_clocks.give, name="give-time"),
    path("time/deputy/", table_clocks.appoint, name="deputy"),
    path("time/no-deputy/", table_clocks.dismiss, name="no-deputy"),
    path("time/hand-over/", table_clocks.hand_over, name="hand-over"),
    path("time/back/", table_clocks.come_back, name="come-back"),
    path("time/invite/", table_clocks.invite, name="invite-substitute"),
    path("substitute/", table_clocks.take_over, name="take-over"),
    path("substitute/<str:invitation>/", table_clocks.offered, name="offered"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("next", table_page.next_game, name="next"),
    path("lobby/", home.lobby_page, name="lobby"),
    path("new/", home.new_table, name="new"),
    path("new/<slug:key>/", home.new_table, name="new-table"),
    path("credits/", credits.show, name="credits"),
    path("rules/", rulebooks.shelf, name="shelf"),
    path("rules/<slug:key>/", rulebooks.rulebook, name="rulebook"),
    path("rules/<slug:key>/<int:version>/", rulebooks.rulebook, name="rulebook"),
    path("settings/", accounts.profile, name="settings"),
    path("settings/time/", personal_time.rhythm, name="time"),
    path("settings/time/absence/", personal_time.declare, name="absence"),
    path("settings/time/absence/back/", personal_time.withdraw, name="absence-back"),
    path("settings/calendar/", feeds.make_calendar, name="make-calendar"),
    path("settings/calendar/withdraw/", feeds.withdraw_calendar, name="withdraw-calendar"),
    path("calendar/<str:key>.ics", feeds.my_calendar, name="calendar"),
    path("substitutes/", personal_time.offers, name="offers"),
    path("settings/theme/", accounts.theme, name="theme"),
    path("settings/sign-in-link/", sign_in_links.make_link, name="sign-in-link"),
    path("oauth/authorize", authorize.show, name="authorize"),
    path("oauth/token", oauth.token, name="oauth-token"),
    path("oauth/revoke", oauth.revoke, name="oauth-revoke"),
    path("oauth/introspect", oauth.introspect, name="oauth-introspect"),
    path("settings/tokens/", api_tokens.index, name="tokens"),
    path("settings/tokens/new", api_tokens.new, name="new-token"),
    path("settings/tokens/<int:pk>/withdraw", api_tokens.withdraw, name="withdraw-token"),
    path("dev/gallery/", gallery.index, name="gallery"),
    path("dev/gallery/<slug:key>/", gallery.cards, name="gallery-cards"),
    path("sign-in/<str:token>/", sign_in_links.sign_in, name="sign-in"),
    path("guest/<str:token>/", guests.seat, name="guest-seat"),
    path("answer/<str:token>/", answer_links.answer, name="answer-link"),
    path("players/<str:name>/", profiles.show, name="person"),
    path("players/<str:name>/note/", profiles.note, name="person-note"),
    path("players/<str:name>/block/", profiles.block, name="person-block"),
    path("players/<str:name>/unblock/", profiles.unblock, name="person-unblock"),
    path("players/<str:name>/report/", profiles.report, name="person-report"),
    path("g/<slug:code>/", include(TABLE)),
]

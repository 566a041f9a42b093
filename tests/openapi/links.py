"""The links of the document: which operations a response leads to, and which of its values they take (OpenAPI 3.1, Link Object)."""

from __future__ import annotations

from typing import Any

Link = dict[str, Any]
FIRST = "$response.body#/items/0/"
GAME = "$request.path.code"


def to(operation: str, **parameters: str) -> dict[str, Link]:
    """A link to an operation with these parameters. Values for its body are not named: openapi-generator reads no such links."""
    return {operation: {"operationId": operation, "parameters": parameters}}


def each(operations: str, **parameters: str) -> dict[str, Link]:
    """Links to several operations, given as one text, with the same parameters."""
    return {name: link for operation in operations.split() for name, link in to(operation, **parameters).items()}


def body(pointer: str) -> str:
    """The expression for a value of the response."""
    return f"$response.body#/{pointer}"


RECORDS = "games_log games_export games_verification chronicle_get"
READ_GAME = f"games_get games_view notes_get orders_list talk_list clocks_get readings_list {RECORDS}"
TABLE = "games_seat_bot games_ready games_join games_leave games_cancel games_invite games_decline games_challenge games_free games_rematch"
PLAY = "moves_undo games_resign notes_put orders_create orders_clear talk_create readings_create chronicle_share"
TIME = "clocks_nudge clocks_pause clocks_agree clocks_decline clocks_resume clocks_give clocks_appoint clocks_dismiss clocks_hand_over"
MORE_TIME = "clocks_come_back clocks_offer clocks_take_over"
PLAYER = "players_get players_ratings players_note players_note_put players_block players_unblock players_report"
CUP = "tournaments_get tournaments_entries tournaments_standings tournaments_rounds tournaments_pairings tournaments_rulings"
ENTER = "tournaments_register tournaments_check_in tournaments_rest tournaments_no_rest tournaments_withdraw tournaments_acts"
WEBHOOK = "webhooks_get webhooks_patch webhooks_test webhooks_calls webhooks_rotate webhooks_enable webhooks_delete"

LINKS: dict[str, dict[str, Link]] = {
    "RulesPage": each("rules_get leaderboards_get bot_ladder_join bot_ladder_leave", key=FIRST + "key"),
    "Rules": to("rules_get", key=body("key"), version=body("version")) | to("bot_ladder_get", key=body("key")),
    "GamePage": each(f"{READ_GAME} games_join games_rematch moves_undo", code=FIRST + "code")
    | to("games_list", cursor=body("next"))
    | each(PLAYER, name=FIRST + "seats/0/player/name")
    | to("players_head_to_head", name=FIRST + "seats/0/player/name", other=FIRST + "seats/1/player/name")
    | to("games_position", code=FIRST + "code", seq=FIRST + "seq"),
    "GameCreatedOnce": each(f"games_get games_view {TABLE} talk_create notes_put", code=body("code")),
    "Game": each(READ_GAME, code=GAME) | to("players_get", name=body("host/name")),
    "View": to("moves_create", code=GAME)
    | to("games_position", code=GAME, seq=body("seq"))
    | to("games_log", code=GAME, after=body("seq"))
    | each(f"{PLAY} {TIME}", code=GAME),
    "Log": to("games_log", code=GAME, after=body("next")) | to("games_position", code=GAME, seq=body("seq")),
    "Orders": to("orders_create", code=GAME) | to("orders_delete", code=GAME, slot=body("standing/0/slot")),
    "ReadingPage": to("readings_publish", code=GAME, id=FIRST + "id"),
    "Clocks": each(f"{TIME} {MORE_TIME}", code=GAME),
    "SubstituteSeatPage": to("clocks_take_over", code=FIRST + "game"),
    "ChallengePage": to("games_join", code=FIRST + "game") | to("games_decline", code=FIRST + "game"),
    "LeaderPage": to("players_rating_history", name=FIRST + "player/name", key="$request.path.key")
    | each("players_get players_ratings", name=FIRST + "player/name"),
    "RatingPage": to("players_rating_history", name="$request.path.name", key=FIRST + "rules"),
    "Me": to("players_ratings", name=body("name")),
    "BlockedPage": each("players_unblock", name=FIRST + "name"),
    "MessagePage": to("messages_get", id=FIRST + "id") | to("messages_list", cursor=body("next")),
    "DevicePage": to("devices_delete", id=FIRST + "id"),
    "DeviceCreated": to("devices_delete", id=body("id")),
    "ChannelPage": to("addresses_create", medium=FIRST + "name"),
    "WebhookPage": each(WEBHOOK, id=FIRST + "id"),
    "WebhookWithSecretCreated": each(WEBHOOK, id=body("id")),
    "WebhookCallPage": to("webhooks_redeliver", id="$request.path.id"),
    "TournamentPage": each(f"{CUP} {ENTER}", code=FIRST + "code") | to("tournaments_list", cursor=body("next")),
    "TournamentCreatedOnce": each(f"{CUP} {ENTER}", code=body("code")),
    "TournamentActs": to("tournaments_act", code=GAME, key=body("acts/0/key")),
    "TournamentPairingPage": to("games_get", code=FIRST + "game"),
    "TournamentEntryPage": to("players_get", name=FIRST + "player/name"),
}
"""The links by the name of the response (a component of the document) and by the operation they lead to."""

"""JSON Schemas of the response bodies that `games.api.base.shapes` builds: the components of the OpenAPI document."""

from __future__ import annotations

from typing import Any

from django.db import models

from games.models.player import SETTINGS, setting
from games.services.tables import switches
from notifications.channels import registry
from tests.openapi.enumerations import ENUMERATIONS
from tests.openapi.paces import PACE

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
LINE: Schema = {"type": ["string", "null"]}
NUMBER: Schema = {"type": "integer"}
MAYBE: Schema = {"type": ["integer", "null"]}
YES: Schema = {"type": "boolean"}
FREE: Schema = {"type": "object", "additionalProperties": True}
MOMENT: Schema = {"type": "string", "format": "date-time"}
LATER: Schema = {"type": ["string", "null"], "format": "date-time"}


def ref(name: str) -> Schema:
    """A reference to another component."""
    return {"$ref": f"#/components/schemas/{name}"}


def some(of: Schema) -> Schema:
    """A list of values with this schema."""
    return {"type": "array", "items": of}


def maybe(of: Schema) -> Schema:
    """A value with this schema, or null."""
    return {"oneOf": [of, {"type": "null"}]}


def thing(optional: tuple[str, ...] = (), /, **properties: Schema) -> Schema:
    """An object with these properties; all are required except the `optional` ones."""
    return {"type": "object", "required": [name for name in properties if name not in optional], "properties": properties}


KINDS: tuple[tuple[type[models.Field[Any, Any]], Schema], ...] = (
    (models.BooleanField, YES), (models.IntegerField, NUMBER), (models.DateTimeField, LATER), (models.ForeignKey, LINE),
    (models.CharField, TEXT), (models.TextField, TEXT),
)  # fmt: skip


def schema_of(field: models.Field[Any, Any]) -> Schema:
    """The JSON Schema of a model field."""
    if isinstance(field, models.JSONField):
        return some(TEXT) if isinstance(field.get_default(), list) else FREE
    return next(schema for kind, schema in KINDS if isinstance(field, kind))


SCENE = {
    "Suit": thing(key=TEXT, name=TEXT, letter=TEXT, glyph=TEXT),
    "Card": thing(id=TEXT, name=TEXT, value=TEXT, suits=some(ref("Suit")), text=LINE, face=YES, marks=some(TEXT)),
    "Pile": thing(id=TEXT, title=LINE, count=NUMBER, notes=some(TEXT), cards=some(ref("Card"))),
    "Zone": thing(
        id=TEXT, title=TEXT, owner=MAYBE, layout=ref("Layout"), notes=some(TEXT), empty=TEXT, piles=some(ref("Pile")),
        board=maybe(ref("Board"))
    ),
    "Board": thing(form=ref("BoardForm"), columns=NUMBER, rows=NUMBER, cells=some(ref("Cell"))),
    "Cell": thing(id=TEXT, piece=maybe(ref("Piece")), note=LINE),
    "Piece": thing(id=TEXT, mark=TEXT, name=TEXT, owner=MAYBE),
    "Counter": thing(title=TEXT, value={}, owner=MAYBE, most=MAYBE),
    "Scene": thing(notes=some(TEXT), counters=some(ref("Counter")), zones=some(ref("Zone"))),
    "AnswerOption": thing(number=NUMBER, token=TEXT, label=TEXT, outcome=LINE, touches=some(TEXT)),
    "Barred": thing(touches=some(TEXT), reason=TEXT, rule=TEXT),
    "Decision": thing(
        kind=TEXT, prompt=TEXT, how=LINE, shape=ref("AnswerShape"), least=NUMBER, most=NUMBER,
        wait=ref("Wait"), rule=TEXT, given=LINE, options=some(ref("AnswerOption")),
        barred=some(ref("Barred")),
    ),
}  # fmt: skip
MESSAGE: dict[str, Schema] = {
    "id": NUMBER, "kind": TEXT, "channel": TEXT, "state": ref("MessageState"), "thread": TEXT, "subject": TEXT,
    "created_at": MOMENT, "sent_at": LATER,
}  # fmt: skip
WEBHOOK: dict[str, Schema] = {
    "id": NUMBER, "url": TEXT, "kinds": some(TEXT), "game": LINE, "created_at": MOMENT, "disabled_at": LATER, "disabled_why": TEXT,
    "failing_since": LATER,
}  # fmt: skip
WAYS: dict[str, Schema] = {channel.name: {"type": ["boolean", "null"]} for channel in registry.besides_mail()}
"""The properties of a message kind for channels other than mail: true, false, or null (the default)."""
PEOPLE = {
    "PlayerName": thing(name=TEXT, bot=YES),
    "Player": thing(
        name=TEXT, bot=YES, joined_at=MOMENT, games_finished=NUMBER, games_running=NUMBER, reliability=MAYBE, usual_answer=MAYBE
    ),
    "Rating": thing(rules=TEXT, rating=NUMBER, games=NUMBER, provisional=YES),
    "RatingPoint": thing(at=MOMENT, rating=NUMBER),
    "Leader": thing(player=ref("PlayerName"), rating=NUMBER, games=NUMBER, provisional=YES),
    "BotLadderPlace": thing(player=ref("PlayerName"), games_at_once=NUMBER, since=MOMENT, running=NUMBER, rating=MAYBE),
    "Blocked": thing(name=TEXT, since=MOMENT),
    "Channel": thing(name=TEXT, title=TEXT, addable=YES, addresses=some(ref("Address"))),
    "Address": thing(channel=TEXT, name=TEXT),
    "Device": thing(id=NUMBER, name=TEXT, created_at=MOMENT),
    "Me": thing(
        name=TEXT, email=LINE, bot=YES, **({key: schema_of(setting(key)) for key in SETTINGS} | {"challenges": ref("Challenges")}),
        joined_at=MOMENT, my_turns=NUMBER,
    ),
    "Preferences": thing(
        kinds={"type": "object", "additionalProperties": ref("KindPreference")},
        window=NUMBER, hour=NUMBER,
    ),
    "KindPreference": thing(enabled=YES, mode=ref("MessageMode"), **WAYS),
    "KindPreferenceUpdate": thing(("mode", *WAYS), enabled=YES, mode=ref("MessageMode"), **WAYS) | {"additionalProperties": False},
    "Message": thing(**MESSAGE),
    "MessageText": thing(**MESSAGE, text=TEXT),
    "Webhook": thing(**WEBHOOK),
    "WebhookWithSecret": thing(**WEBHOOK, secret=TEXT),
    "WebhookCall": thing(
        id=NUMBER, message=NUMBER, kind=TEXT, at=MOMENT, status=MAYBE, milliseconds=NUMBER, answer=TEXT, error=TEXT
    ),
    "Token": thing(id=NUMBER, name=TEXT, hint=TEXT, scopes=some(ref("Scope")), created_at=MOMENT, expires_at=LATER, last_used_at=LATER),
    "TokenWithKey": thing(
        id=NUMBER, name=TEXT, hint=TEXT, scopes=some(ref("Scope")), created_at=MOMENT, expires_at=LATER, last_used_at=LATER, key=TEXT
    ),
}  # fmt: skip
GAMES = {
    "Challenge": thing(
        game=TEXT, rules=TEXT, title=TEXT, by=maybe(ref("PlayerName")), invitation=TEXT, note=TEXT, pace=ref("Pace"), at=MOMENT
    ),
    "HeadToHead": thing(rules=TEXT, games=NUMBER, ahead=NUMBER, level=NUMBER, behind=NUMBER),
    "Index": thing(service=TEXT, version=TEXT, docs=TEXT, openapi=TEXT, asyncapi=TEXT, stream=TEXT, scopes={"type": "object",
    "additionalProperties": TEXT}),
    "Rules": thing(
        key=TEXT, version=NUMBER, versions=some(NUMBER), title=TEXT, tagline=TEXT, seats=some(NUMBER), best_seats=some(NUMBER),
        options=FREE, rulebook=TEXT,
    ),
    "Result": thing(ranks=some(NUMBER), scores=some(MAYBE), reason=TEXT, words=LINE),
    "Seat": thing(index=NUMBER, player=maybe(ref("PlayerName")), state=ref("SeatState")),
    "Game": thing(
        ("invitation",), code=TEXT, url=TEXT, rules=TEXT, rules_version=NUMBER, title=TEXT, status=ref("GameStatus"),
        visibility=ref("Visibility"), seat_count=NUMBER,
        seats=some(ref("Seat")), host=maybe(ref("PlayerName")), note=TEXT, options=FREE, pace=ref("Pace"), ladder=ref("AbsenceLadder"),
        forfeit_after=NUMBER,
        **dict.fromkeys(switches.NAMES, YES), seq=NUMBER, waiting_for=some(NUMBER), in_trouble=YES,
        result=maybe(ref("Result")), commitment=TEXT, created_at=MOMENT, started_at=LATER, moved_at=LATER, ended_at=LATER,
        my_seat=MAYBE, my_turn=YES, nth=MAYBE, due_at=LATER, invitation=TEXT,
    ),
    "View": thing(
        game=ref("Game"), viewer=MAYBE, seq=NUMBER, nth=MAYBE, decision=maybe(ref("Decision")), may_undo=YES, scene=maybe(ref("Scene")),
        table={"type": ["object", "null"], "additionalProperties": True}, text=TEXT,
    ),
    "Outcome": thing(
        ("view",), seq=NUMBER, final=YES, over=YES, my_turn=YES, repeated=YES, heard=some(ref("AnswerLine")), view=ref("View")
    ),
    "AnswerLine": thing(line=TEXT, what=ref("LineOutcome"), words=TEXT),
    "LogLength": thing(seq=NUMBER),
    "Notes": thing(text=TEXT),
    "Order": thing(slot=TEXT, text=TEXT, words=some(TEXT)),
    "OrderField": thing(
        key=TEXT, title=TEXT, least=NUMBER, most=NUMBER, choices=some(ref("OrderChoice")), several=YES
    ),
    "OrderChoice": thing(token=TEXT, label=TEXT),
    "OrderOffer": thing(slot=TEXT, title=TEXT, opening=TEXT, example=TEXT, fields=some(ref("OrderField"))),
    "Orders": thing(standing=some(ref("Order")), answers_at=LATER, offers=some(ref("OrderOffer"))),
}  # fmt: skip
HISTORY = {
    "LogLine": thing(seq=NUMBER, at=MOMENT, seat=MAYBE, kind=ref("LogKind"), source=ref("LogSource"), sentences=some(TEXT), story=TEXT),
    "Log": thing(items=some(ref("LogLine")), seq=NUMBER, next=MAYBE),
    "Chapter": thing(seq=NUMBER, lines=some(ref("LogLine")), text=TEXT),
    "Chronicle": thing(
        game=TEXT, opening=TEXT, chapters=some(ref("Chapter")), ranking=some(ref("RankedPlayer")), reason=LINE,
        shared=YES, agreed={"type": ["boolean", "null"]},
    ),
    "RankedPlayer": thing(rank=NUMBER, name=TEXT, score=MAYBE),
    "Reading": thing(id=NUMBER, number=NUMBER, seat=NUMBER, kind=TEXT, cards={}, published=YES, at=MOMENT),
    "Position": thing(seq=NUMBER, viewer=MAYBE, table=FREE, scene=ref("Scene"), text=TEXT),
    "Verification": thing(
        method=TEXT, game=TEXT, rules=TEXT, seats=NUMBER, commitment=TEXT, words={"type": ["array", "null"], "items": TEXT}, secret=LINE
    ),
    "Export": thing(
        format=TEXT, game=TEXT, rules=TEXT, rules_version=NUMBER, seats=NUMBER, options=FREE, players=some(LINE), started_at=LATER,
        ended_at=LATER, result=FREE, log=some(FREE), verification=ref("Verification"),
    ),
}  # fmt: skip
TIME = {
    "WaitedSeat": thing(
        seat=NUMBER, since=LATER, due_at=LATER, resting=ref("Rest"), nudged=YES
    ),
    "Clocks": thing(
        game=TEXT, pace=ref("Pace"), words=LINE, waiting=some(ref("WaitedSeat")), pause=maybe(ref("Pause")),
        proposal=maybe(ref("PauseProposal")), offered=some(NUMBER), deputy=maybe(ref("PlayerName")),
        deputy_until=LATER, playing_for=maybe(ref("PlayerName")),
    ),
    "Pause": thing(until=LATER, why=TEXT),
    "PauseProposal": thing(days=NUMBER, why=TEXT, by=NUMBER, yes=some(NUMBER)),
    "MyTime": thing(
        quiet_from=LINE, quiet_to=LINE, days_off=some(NUMBER), leads={"type": ["array", "null"], "items": NUMBER}, volunteer=YES
    ),
    "Absence": thing(start=MOMENT, end=MOMENT, running=YES),
    "SubstituteSeat": thing(game=TEXT, rules=TEXT, title=TEXT, seat=NUMBER),
    "Calendar": thing(made_at=LATER),
    "CalendarAddress": thing(address=TEXT),
    "TalkRemark": thing(id=NUMBER, at=MOMENT, seat=NUMBER, player=maybe(ref("PlayerName")), text=TEXT),
}  # fmt: skip
PROBLEM = {
    "ProblemError": thing(("pointer", "parameter"), pointer=TEXT, parameter=TEXT, detail=TEXT, code=TEXT),
    "Problem": thing(
        ("errors", "rule", "tokens", "scope"), type={"type": "string", "format": "uri-reference"}, title=TEXT, status=NUMBER,
        detail=TEXT, code=TEXT,
        request_id=TEXT, errors=some(ref("ProblemError")), rule=TEXT, tokens=some(TEXT), scope=TEXT,
    ),
}  # fmt: skip
STREAM = {
    "StreamLine": thing(
        ("game", "status", "seq", "seat", "nth", "my_turn", "due_at", "view"), type=ref("StreamLineType"), id=TEXT, game=TEXT,
        status=ref("GameStatus"), seq=NUMBER, seat=NUMBER, nth=NUMBER, my_turn=YES, due_at=LATER, view=ref("View"),
    ),
}  # fmt: skip
COMPONENTS: dict[str, Schema] = {**ENUMERATIONS, **PACE, **STREAM, **SCENE, **PEOPLE, **GAMES, **HISTORY, **TIME, **PROBLEM}

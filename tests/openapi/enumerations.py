"""Enumerated values of response fields with their meanings, as JSON Schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import translation

from games.models import BotLevel, Game, Move, Report, Seat
from games.models.late_rule import LateRule
from games.models.player import Challenges
from games.render.reader import reader_for
from games.render.words import said
from games.rules.board import Form
from games.rules.contract import Shape, Wait
from games.rules.scene import Layout
from games.services.clocks.pace import PRESETS
from games.services.people.api_tokens import SCOPES
from games.services.replies import What
from games.tournaments.models import Tournament
from notifications.models import Message, Mode


def words(what: str, meanings: Mapping[Any, Any] | Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The schema of a string with these values; the description lists the meaning of each in English."""
    with translation.override("en"):
        found = {str(word): str(meaning) for word, meaning in dict(meanings).items()}
    listed = "\n".join(f"- `{word}`: {meaning}" if word else f"- empty: {meaning}" for word, meaning in found.items())
    return {"type": "string", "enum": list(found), "description": f"{what}\n\n{listed}"}


ENUMERATIONS: dict[str, dict[str, Any]] = {
    "GameStatus": words("The status of a game.", Game.Status.choices),
    "Visibility": words("Who can find and watch a game.", Game.Visibility.choices),
    "SeatState": words("Whether the player in this seat still plays.", Seat.State.choices),
    "LogKind": words("The kind of a line of the log.", Move.Kind.choices),
    "LogSource": words("How an answer was submitted.", Move.Source.choices),
    "ReportMatter": words("The matter of a report.", Report.Matter.choices)
    | {"x-enum-varnames": [it.name.title() for it in Report.Matter]},  # in Kotlin no member of an enumeration is called `name`
    "Challenges": words("Who may challenge this player by name.", Challenges.choices),
    "BotLevel": words("The strength of a bot of the site.", BotLevel.choices),
    "PacePreset": words("A pace by name.", {name: said(pace.words(), reader_for((), "en")) for name, pace in PRESETS.items()}),
    "TournamentStatus": words("The status of a tournament.", Tournament.Status.choices),
    "TournamentFormat": words("How a tournament pairs its players.", Tournament.Format.choices),
    "TournamentSeeding": words("The order in which a tournament ranks its players at the start.", Tournament.Seeding.choices),
    "LateRule": words("How games are decided that are not over at the end of their round.", LateRule.choices),
    "MessageState": words("The delivery state of a message.", Message.State.choices),
    "MessageMode": words("When a message of a kind goes out by mail.", Mode.choices),
    "Scope": words("A permission of a token.", SCOPES),
    "AnswerShape": words(
        "The format of `text` of an answer. Numbers of options can be used instead of tokens.",
        {
            Shape.ONE: "one token, like `cave`",
            Shape.SOME: "`least` to `most` different tokens in any order, separated by spaces: `cave tower`; `none` if `least` is 0",
            Shape.ORDER: "exactly `least` different tokens whose order matters, separated by spaces: `tower cave`",
            Shape.NUMBER: "a whole number from `least` to `most`, like `7`; `options` are empty",
        },
    ),
    "Wait": words(
        "Which other players are asked at the same time.",
        {
            Wait.ONE: "nobody",
            Wait.SEALED: "several; nothing is shown until all have answered, and until then you may answer again",
            Wait.OPEN: "several; the first answer counts",
        },
    ),
    "Layout": words(
        "How the piles of a zone are laid out.",
        {
            Layout.ROW: "side by side",
            Layout.FAN: "a hand of cards",
            Layout.STACK: "on top of each other, the last on top",
            Layout.PATH: "one after the other, in an order that matters",
            Layout.GRID: "a fixed pattern, row by row",
        },
    ),
    "BoardForm": words("How the cells of a board adjoin.", {Form.SQUARE: "at four sides", Form.HEX: "at six sides"}),
    "Rest": words(
        "The reason why the clock of this seat is stopped.",
        {"": "it runs", "night": "quiet hours or a day off", "away": "an absence that was declared"},
    ),
    "LineOutcome": words(
        "The outcome of a line of the text.",
        {what: what.value.replace("_", " ") for what in What},
    ),
    "StreamLineType": words(
        "The type of a line of the stream.",
        {"game": "the state of one of your games", "ready": "the initial states of all your games have been sent"},
    ),
}  # fmt: skip

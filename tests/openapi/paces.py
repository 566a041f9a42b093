"""JSON Schemas of paces and absence ladders, as `games.services.clocks.pace` and `games.services.absence.ladder` accept them."""

from __future__ import annotations

from typing import Any

from games.services.absence.ladder import ADJUDICATE, BOT, FALLBACK, FORFEIT, LONGEST_KEEP, MOST_TIMEOUTS
from games.services.clocks.pace import LONGEST, SHORTEST

SPAN = {"type": "integer", "minimum": SHORTEST, "maximum": LONGEST}


def seconds(meaning: str) -> dict[str, Any]:
    """The schema of a time in seconds."""
    return SPAN | {"description": f"{meaning}, in seconds: between one minute and sixty days."}


def kind(name: str, meaning: str, **fields: Any) -> dict[str, Any]:
    """The schema of one kind of pace with its fields."""
    properties = {"kind": {"type": "string", "const": name}, **fields}
    return {
        "type": "object",
        "description": meaning,
        "required": list(properties),
        "properties": properties,
        "additionalProperties": False,
    }


PACES = {
    "none": ("UnlimitedPace", kind("none", "No time limit.")),
    "move": ("MovePace", kind("move", "A fixed time for each move.", seconds=seconds("The time for each move"))),
    "bank": (
        "BankPace",
        kind(
            "bank",
            "A bank of time that each move refills: `seconds` ≤ `start` ≤ `cap`.",
            seconds=seconds("The time that each move adds"),
            start=seconds("The time in the bank at the start"),
            cap=seconds("The maximum of the bank"),
        ),
    ),
    "reserve": (
        "ReservePace",
        kind(
            "reserve",
            "A fixed time for each move, and a reserve that is used after it.",
            seconds=seconds("The time for each move"),
            start=seconds("The reserve for the whole game"),
        ),
    ),
    "daily": (
        "DailyPace",
        kind(
            "daily",
            "A deadline at a fixed hour of the day of each player.",
            hour={
                "type": "integer",
                "minimum": 0,
                "maximum": 23,
                "description": "The hour of the deadline, in the time zone of the player.",
            },
            days={
                "type": "array",
                "minItems": 1,
                "maxItems": 7,
                "uniqueItems": True,
                "items": {"type": "integer", "minimum": 0, "maximum": 6},
                "description": "The days of the week that count, in ascending order; Monday is 0.",
            },
        ),
    ),
}
LADDER = {
    "plays": {
        "type": "string",
        "enum": [FALLBACK, BOT],
        "description": "Who moves after a timeout: the default move of the rules, or a bot of the site.",
    },
    "autopilot_after": {
        "type": "integer",
        "minimum": 0,
        "maximum": MOST_TIMEOUTS,
        "description": "Number of timeouts in a row after which the seat is on autopilot and offered to others; 0: never.",
    },
    "keep": {
        "type": "integer",
        "minimum": 0,
        "maximum": LONGEST_KEEP,
        "description": "Number of days on autopilot before `ending` applies; 0: until the end of the game.",
    },
    "ending": {
        "type": "string",
        "enum": [FORFEIT, ADJUDICATE],
        "description": "What happens after these days: the seat is lost, or the game is adjudicated by its public scores.",
    },
}
PACE: dict[str, dict[str, Any]] = {
    **dict(PACES.values()),
    "Pace": {
        "description": "The pace of a game. `kind` decides which other fields it has.",
        "oneOf": [{"$ref": f"#/components/schemas/{name}"} for name, _schema in PACES.values()],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {word: f"#/components/schemas/{name}" for word, (name, _schema) in PACES.items()},
        },
    },
    "AbsenceLadder": {
        "type": "object",
        "description": "What happens when a player lets time run out. Fields left out default to the first of their values, or to 0.",
        "properties": LADDER,
        "additionalProperties": False,
    },
}

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
            seconds=seconds("What each move adds"),
            start=seconds("What the bank begins with"),
            cap=seconds("What the bank never exceeds"),
        ),
    ),
    "reserve": (
        "ReservePace",
        kind(
            "reserve",
            "A fixed time for each move, and a reserve behind it.",
            seconds=seconds("The time for each move"),
            start=seconds("The reserve for the whole game"),
        ),
    ),
    "daily": (
        "DailyPace",
        kind(
            "daily",
            "By a fixed hour of your own day.",
            hour={"type": "integer", "minimum": 0, "maximum": 23, "description": "The hour, in the time zone of who is asked."},
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
        "description": "Who moves when time has run out: the simple move of the rules, or the adviser of the house.",
    },
    "autopilot_after": {
        "type": "integer",
        "minimum": 0,
        "maximum": MOST_TIMEOUTS,
        "description": "After how many timeouts in a row the seat plays by itself and is offered to others; 0: never.",
    },
    "keep": {
        "type": "integer",
        "minimum": 0,
        "maximum": LONGEST_KEEP,
        "description": "For how many days it does so before the end; 0: to the end of the game.",
    },
    "ending": {
        "type": "string",
        "enum": [FORFEIT, ADJUDICATE],
        "description": "What the end is: the seat is lost, or the game is judged by its public scores.",
    },
}
PACE: dict[str, dict[str, Any]] = {
    **dict(PACES.values()),
    "Pace": {
        "description": "How fast a game is played; `kind` says which numbers belong to it.",
        "oneOf": [{"$ref": f"#/components/schemas/{name}"} for name, _schema in PACES.values()],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {word: f"#/components/schemas/{name}" for word, (name, _schema) in PACES.items()},
        },
    },
    "AbsenceLadder": {
        "type": "object",
        "description": "What the table does for somebody who lets time run out; what is left out is the first of its values, or 0.",
        "properties": LADDER,
        "additionalProperties": False,
    },
}

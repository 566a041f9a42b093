"""JSON Schemas of paces and absence ladders, as `games.services.clocks.pace` and `games.services.absence.ladder` accept them.

A pace is one object with the fields of all kinds: of a `oneOf`, or of conditions, client generators of several languages make classes that
cannot read a pace.
"""

from __future__ import annotations

from typing import Any

from games.services.absence.ladder import ADJUDICATE, BOT, FALLBACK, FORFEIT, LONGEST_KEEP, MOST_TIMEOUTS
from games.services.clocks.pace import LONGEST, SHORTEST
from tests.openapi.enumerations import words


def seconds(meaning: str) -> dict[str, Any]:
    """The schema of a time in seconds."""
    description = f"{meaning}, in seconds: between one minute and sixty days."
    return {"type": "integer", "minimum": SHORTEST, "maximum": LONGEST, "description": description}


FIELDS = {
    "seconds": seconds("The time for each move, or with `bank` the time that each move adds"),
    "start": seconds("The time in the bank at the start, or the reserve for the whole game"),
    "cap": seconds("The maximum of the bank"),
    "hour": {
        "type": "integer",
        "minimum": 0,
        "maximum": 23,
        "description": "The hour of the deadline, in the time zone of the player.",
    },
    "days": {
        "type": "array",
        "minItems": 1,
        "maxItems": 7,
        "uniqueItems": True,
        "items": {"type": "integer", "minimum": 0, "maximum": 6},
        "description": "The days of the week that count, in ascending order; Monday is 0.",
    },
}
KINDS = {
    "none": "no time limit, and no other field",
    "move": "a fixed time for each move: `seconds`",
    "bank": "a bank of time that each move refills: `seconds` ≤ `start` ≤ `cap`",
    "reserve": "a fixed time for each move, and a reserve that is used after it: `seconds`, `start`",
    "daily": "a deadline at a fixed hour of the day of each player: `hour`, `days`",
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
    "PaceKind": words("The kind of a pace, and the fields it has.", KINDS),
    "Pace": {
        "type": "object",
        "description": "The pace of a game. `kind` decides which other fields it has; they are required, and no others are allowed.",
        "required": ["kind"],
        "properties": {"kind": {"$ref": "#/components/schemas/PaceKind"}, **FIELDS},
        "additionalProperties": False,
    },
    "AbsenceLadder": {
        "type": "object",
        "description": "What happens when a player lets time run out. Fields left out default to the first of their values, or to 0.",
        "properties": LADDER,
        "additionalProperties": False,
    },
}

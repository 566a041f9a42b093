"""The shapes of answers about tournaments as JSON Schema, beside `games.tournaments.api.shapes` which makes them."""

from __future__ import annotations

from games.tournaments.services.announcement import ANNOUNCED
from tests.openapi.components import LATER, LINE, MAYBE, MOMENT, NUMBER, TEXT, YES, Schema, maybe, ref, schema_of, some, thing

ENTRY: dict[str, Schema] = {"seed": MAYBE, "withdrawn": YES, "entered_at": MOMENT}
KNOWN = {"pace": ref("Pace"), "format": ref("TournamentFormat"), "late_rule": ref("LateRule")}
"""The announced fields whose schemas other operations share."""
TOURNAMENTS = {
    "Tournament": thing(
        code=TEXT, url=TEXT, **({one.name: schema_of(one.field) for one in ANNOUNCED} | KNOWN), table_sizes=some(NUMBER),
        status=ref("TournamentStatus"),
        paused_at=LATER, paused_until=LATER,
        director=maybe(ref("PlayerName")), entered=NUMBER, created_at=MOMENT, closed_at=LATER, my_entry=maybe(ref("OwnTournamentEntry")),
    ),
    "OwnTournamentEntry": thing(rests=some(NUMBER), **ENTRY),
    "TournamentEntry": thing(player=ref("PlayerName"), **ENTRY),
    "TournamentStanding": thing(rank=NUMBER, player=ref("PlayerName"), points=TEXT, withdrawn=YES, tie_breaks=some(TEXT)),
    "TournamentRound": thing(number=NUMBER, started_at=MOMENT, ends_at=LATER, closed_at=LATER),
    "TournamentRuling": thing(at=MOMENT, kind=TEXT, act=TEXT, round=MAYBE, people=some(TEXT), reason=TEXT),
    "TournamentActs": thing(acts=some(ref("PossibleAct"))),
    "PossibleAct": thing(key=TEXT, title=TEXT, fields=some(ref("ActField"))),
    "ActField": thing(name=TEXT, label=TEXT, required=YES, choices=some(ref("ActChoice"))),
    "ActChoice": thing(value=TEXT, label=TEXT),
    "TournamentAct": thing(act=TEXT, effects=some(TEXT), seen=TEXT, done=YES),
    "TournamentPairing": thing(
        round=NUMBER, number=NUMBER, players=some(maybe(ref("PlayerName"))), why=TEXT, ruled=YES, game=LINE,
        ranks={"type": ["array", "null"], "items": NUMBER},
    ),
}  # fmt: skip

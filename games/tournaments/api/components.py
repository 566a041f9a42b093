"""The shapes of answers about tournaments as JSON Schema, beside `games.tournaments.api.shapes` which makes them."""

from __future__ import annotations

from games.api.base.components import FREE, LATER, LINE, MAYBE, MOMENT, NUMBER, TEXT, YES, Schema, maybe, ref, some, thing

ENTRY: dict[str, Schema] = {"seed": MAYBE, "withdrawn": YES, "entered_at": MOMENT}
TOURNAMENTS = {
    "Tournament": thing(
        code=TEXT, url=TEXT, title=TEXT, text=TEXT, rules=TEXT, options=FREE, pace=FREE, format=TEXT, round_count=NUMBER,
        table_sizes=some(NUMBER), cap=NUMBER, round_days=NUMBER, late_rule=TEXT, half_byes=NUMBER, status=TEXT,
        director=maybe(ref("Who")), entered=NUMBER, created_at=MOMENT, closed_at=LATER, my_entry=maybe(thing(rests=some(NUMBER), **ENTRY)),
    ),
    "TournamentEntry": thing(player=ref("Who"), **ENTRY),
    "TournamentStanding": thing(rank=NUMBER, player=ref("Who"), points=TEXT, withdrawn=YES),
    "TournamentRound": thing(number=NUMBER, started_at=MOMENT, ends_at=LATER, closed_at=LATER),
    "TournamentPairing": thing(
        round=NUMBER, number=NUMBER, players=some(maybe(ref("Who"))), why=TEXT, game=LINE,
        ranks={"type": ["array", "null"], "items": NUMBER},
    ),
}  # fmt: skip

"""Test T41: the complete golden game of §7.1, turn by turn."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.scoring import scores, total
from tests.rules.turn_of_fate.build import happened, held, move, set_up, zones

CITIZENS = "author lunatic savage bard sailor merchant penitent huntress diplomat soldier painter"
FATES = (
    "ace_suns calamity battle sea betrayal windfall origin mountain cave journey castle ace_wyrms desert pact ace_moons ace_leaves "
    "darkness ace_waves end forest mill chance_meeting ace_knots discovery market"
)


class Turn(NamedTuple):
    """A chosen move and its results: the cards drawn, the number set aside, both scores, one zone."""

    seat: int
    text: str
    drew: str
    aside: int
    score: list[int]
    zone: str
    stacks: str


TURNS = [
    Turn(1, "calamity>lunatic+ace_suns", "cave", 1, [2, 25], "c1", "savage lunatic>calamity"),
    Turn(0, "windfall>merchant", "journey", 0, [21, 31], "temple0", "merchant>windfall"),
    Turn(1, "cave>savage", "castle", 0, [31, 38], "temple1", "savage>cave"),
    Turn(0, "sea>sailor", "pact", 2, [53, 38], "temple0", "merchant>windfall huntress sailor>sea"),
    Turn(1, "battle>penitent", "ace_leaves", 1, [53, 47], "temple1", "savage>cave penitent>battle"),
    Turn(0, "pact>author", "ace_waves", 1, [62, 47], "c0", "author>pact diplomat"),
    Turn(1, "castle>painter", "end", 0, [62, 57], "temple1", "savage>cave penitent>battle painter>castle"),
    Turn(0, "journey>author", "forest", 0, [65, 57], "c0", "author>pact>journey diplomat"),
    Turn(0, "ace_waves>author", "discovery", 0, [66, 57], "c0", "diplomat"),
    Turn(1, "ace_knots>soldier", "market", 0, [66, 58], "temple1", "savage>cave penitent>battle painter>castle soldier>ace_knots"),
    Turn(0, "forest>diplomat", "mountain", 1, [71, 58], "c0", "diplomat>forest"),
    Turn(1, "end>diplomat", "ace_wyrms", 0, [58, 89], "c1", "lunatic>calamity diplomat>forest>end"),
    Turn(0, "origin>diplomat", "ace_moons", 1, [58, 58], "agora", "diplomat>forest>end>origin"),
    Turn(1, "pass", "darkness betrayal", 1, [58, 58], "c1", "lunatic>calamity"),
    Turn(0, "discovery>diplomat", "chance_meeting", 1, [88, 58], "c0", "diplomat>forest>end>origin>discovery"),
    Turn(1, "darkness>diplomat", "desert", 0, [58, 58], "agora", "diplomat>forest>end>origin>discovery>darkness"),
]


def test_t41_set_up() -> None:
    session = set_up(CITIZENS, FATES)
    assert session.table.temples == ["moons", "wyrms"]
    assert zones(session) == {"c0": "author lunatic", "c1": "savage", "agora": "sailor"}
    assert session.table.removed == ["bard"]
    assert (held(session, 1), held(session, 0)) == ("ace_suns calamity battle", "sea windfall origin")
    assert scores(session.table) == [8, 3]


def test_t41_every_turn_and_the_end() -> None:
    session = set_up(CITIZENS, FATES)
    for number, turn in enumerate(TURNS, start=1):
        assert session.waiting_for == (turn.seat,), number
        hand = held(session, turn.seat).split()
        events = move(session, turn.text)
        drawn = next(event for event in events if event.kind == "cards_drawn" and event.public["seat"] == turn.seat)
        assert (drawn.private[turn.seat]["drawn"], drawn.public["set_aside"]) == (turn.drew.split(), turn.aside), number
        assert zones(session).get(turn.zone, "") == turn.stacks, number
        kept = [card for card in hand if card not in turn.text.replace("+", ">").split(">")]
        assert session.table.hands[turn.seat] == [*kept, *turn.drew.split()], number
        if number != 8:  # the forced pass of turn 9 follows at once
            assert scores(session.table) == turn.score, number
    t = session.table
    assert t.turn == 18
    assert session.result is not None
    assert (session.result.reason, session.result.scores, session.result.ranks) == ("stuck", (58, 58), (1, 2))
    assert [total(t.temple_piles[seat], t.temples[seat]) for seat in (0, 1)] == [58, 36]
    assert sorted(t.hands[0]) == ["ace_moons", "chance_meeting", "mountain"]
    assert (t.fate_deck, t.citizen_deck) == ([], [])
    assert GAME.audit(t) == []


def test_t41_turn_nine_is_a_forced_pass() -> None:
    session = set_up(CITIZENS, FATES)
    for turn in TURNS[:7]:
        move(session, turn.text)
    events = move(session, "journey>author")
    assert happened(events, "passed") == [{"seat": 1, "forced": True}]
    drawn = [event for event in events if event.kind == "cards_drawn"][-1]
    assert drawn.private == {1: {"drawn": ["mill", "ace_knots"], "bottomed": ["chance_meeting"]}}
    assert session.waiting_for == (0,)

"""Tests of texts: R23, prospects of a stack, locks, outcomes, barred cards, log lines."""

from __future__ import annotations

import pytest

from games.rules.contract import Decision
from games.rules.messages import plain
from games.rules.scene import Scene, Zone
from games.rules.session import Session
from games.rules.turn_of_fate import GAME
from games.rules.turn_of_fate.board import TurnOfFateTable
from tests.rules.turn_of_fate.build import at_turn, move

NAMES = ["Ann", "Ben"]


def zone(scene: Scene, key: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == key)


def notes(session: Session[TurnOfFateTable], key: str, pile: int = 0) -> list[str]:
    return [plain(note, NAMES) for note in zone(GAME.scene(session.view(0)), key).piles[pile].notes]


def asked(session: Session[TurnOfFateTable], seat: int) -> Decision:
    decision = session.decision(seat)
    assert decision is not None
    return decision


def test_a_stack_tells_what_it_needs_and_what_it_is_worth() -> None:
    session = at_turn(0, c1="penitent>mountain", hand0="pact ace_moons", c0="author", hand1="castle", temple="leaves")
    assert notes(session, "congregation-2") == [
        "Next: Moons or Suns",
        "Moment of Truth: 6 or a Crown",
        "Worth 16 to Ann (the Citizen counts ×2), 10 to Ben",
    ]


def test_points_that_differ_by_temple_are_told_by_suit_with_the_viewers_first() -> None:
    session = at_turn(0, c1="penitent>mountain", hand0="pact ace_moons", c0="author", hand1="castle", temple="leaves")
    leaves, suns = ("leaves", 16), ("suns", 10)
    for viewer, expected in ((0, [leaves, suns]), (1, [suns, leaves]), (None, [leaves, suns])):
        scene = GAME.scene(session.view(viewer))
        (pile,) = zone(scene, "congregation-2").piles
        assert [(one.suit.key, one.count) for one in pile.tallies] == expected
        assert [plain(badge, NAMES) for badge in pile.badges] == ["10 with 6"]


def test_a_crown_of_a_temple_locks_and_takes_only_crowns_for_a_moment() -> None:
    session = at_turn(0, c0="merchant>end", agora="author", hand0="ace_leaves", hand1="castle", citizens="lunatic")
    assert notes(session, "congregation-1") == [
        "Next: Leaves",
        "Moment of Truth: Crown only",
        "Locked: Ben cannot match it",
        "Worth 28 to Ben (the Citizen counts ×2), 19 to Ann",
    ]


@pytest.mark.parametrize("last", ["ace_waves", "windfall", "market"])
def test_other_last_cards_lock_nobody_out(last: str) -> None:
    session = at_turn(0, c0=f"merchant>{last}", agora="author", hand0="betrayal", hand1="castle", citizens="lunatic")
    assert [note for note in notes(session, "congregation-1") if "Locked" in note] == []


def test_a_life_story_names_who_played_what_and_when() -> None:
    session = at_turn(0, agora="soldier", hand0="market", hand1="castle", c1="painter")
    move(session, "market>soldier")
    (pile,) = zone(GAME.scene(session.view(1)), "congregation-1").piles
    assert [plain(card.name) for card in pile.cards] == ["The Soldier", "The Market"]
    assert [plain(mark, NAMES) for mark in pile.cards[1].marks] == ["Location, Event (story)", "Ann, turn 10"]


def test_r23_temples_are_open_to_everybody() -> None:
    session = at_turn(0, temple0="merchant>windfall", temple1="savage>cave", c0="sailor", hand0="sea", hand1="castle")
    for viewer in (None, 0, 1):
        scene = GAME.scene(session.view(viewer))
        assert [[card.id for card in pile.cards] for pile in zone(scene, "temple-1").piles] == [["merchant", "windfall"]]
        assert [[card.id for card in pile.cards] for pile in zone(scene, "temple-2").piles] == [["savage", "cave"]]


def test_bands_have_the_viewer_below() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0="sea", hand1="castle")
    order = [[zone.id for zone in GAME.scene(session.view(viewer)).zones][:4] for viewer in (0, 1)]
    assert order == [
        ["congregation-2", "agora", "congregation-1", "hand-1"],
        ["congregation-1", "agora", "congregation-2", "hand-2"],
    ]


def test_a_spectator_sees_no_hand() -> None:
    scene = GAME.scene(at_turn(0, c0="sailor", c1="painter", hand0="sea", hand1="castle").view(None))
    assert [zone.id for zone in scene.zones if zone.id.startswith("hand")] == []


def test_fates_not_yet_seen_are_the_others() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0="sea market", hand1="castle", fates="cave")
    move(session, "market>sailor")
    unseen = zone(GAME.scene(session.view(0)), "unseen")
    words = plain(unseen.notes[0])
    assert plain(unseen.empty) == "22 of 25"
    assert "The Castle" in words
    assert "The Sea" not in words
    assert "The Market" not in words


@pytest.mark.parametrize(
    ("token", "label", "outcome"),
    [
        ("market>soldier", "The Market on The Soldier", "They join your Congregation."),
        ("battle>soldier", "The Battle on The Soldier", "They join your Congregation."),
        ("battle>penitent", "The Battle on The Penitent", "Moment of Truth, for a ten: They join your Congregation."),
        (
            "end>penitent+ace_knots",
            "The End on The Penitent, for Ace of Knots",
            "Moment of Truth, for a Crown: They join your Congregation.",
        ),
        ("market>merchant", "The Market on The Merchant", "They stay in your Congregation."),
        ("ace_knots>merchant", "Ace of Knots on The Merchant", "Moment of Truth, for a ten: They take vows in your Temple."),
        ("ace_knots>painter", "Ace of Knots on The Painter", "They lose faith and go to the Agora."),
        ("pass", "Pass: play nothing", "You draw two Fates, if there are any for you."),
    ],
)
def test_choices_say_what_will_happen(token: str, label: str, outcome: str) -> None:
    session = at_turn(0, c0="merchant", c1="penitent painter", agora="soldier", hand0="market battle end ace_knots", hand1="castle")
    option = next(option for option in asked(session, 0).options if option.token == token)
    assert option.outcome is not None
    assert (plain(option.label), plain(option.outcome)) == (label, outcome)
    assert option.touches == tuple(token.replace("+", ">").split(">") if token != "pass" else ())


def test_cards_without_a_target_are_barred_with_a_reason() -> None:
    session = at_turn(0, agora="lunatic", c0="sailor", hand0="sea battle end", hand1="castle", c1="painter")
    barred = {item.touches[0]: (plain(item.reason), item.rule) for item in asked(session, 0).barred}
    assert barred == {}  # the Battle shares Knots with the Painter
    session = at_turn(0, agora="lunatic", hand0="sea battle end", hand1="castle", c1="diplomat")
    barred = {item.touches[0]: (plain(item.reason), item.rule) for item in asked(session, 0).barred}
    assert barred == {
        "battle": ("No Citizen's last card shares a suit with it.", "R22"),
        "end": ("No suit in common with any Citizen's last card, and you hold no Ace to pay for playing it wild.", "R13"),
    }


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"kind": "temples_assigned", "citizen": "sailor", "temples": ["leaves", "suns"], "starter": 0},
         "The Sailor decides the rivalry: Ann serves the Leaves, Ben the Suns. Ann begins."),
        ({"kind": "citizen_introduced", "citizen": "author", "zone": "agora"}, "The Author comes to town and stays in the Agora."),
        ({"kind": "citizen_took_vows", "citizen": "bard", "seat": 1, "reason": "introduced"},
         "The Bard comes to town and takes vows in the Temple of Ben at once."),
        ({"kind": "citizen_left", "citizen": "bard"}, "The Bard comes to town, finds no temple of their own, and leaves for good."),
        ({"kind": "ace_discarded", "seat": 1, "ace": "ace_suns"}, "Ben discards Ace of Suns to play a Crown without a matching suit."),
        ({"kind": "fate_played", "seat": 0, "fate": "sea", "citizen": "sailor", "place": "agora", "goal": "temple", "moment": "crown"},
         "Ann plays The Sea on The Sailor: a Moment of Truth (a Crown), and they take vows in the Temple of Ann."),
        ({"kind": "fate_played", "seat": 0, "fate": "mill", "citizen": "sailor", "place": "own", "goal": "own", "moment": ""},
         "Ann plays The Mill on The Sailor, who stays in the Congregation of Ann."),
        ({"kind": "passed", "seat": 1, "forced": True}, "Ben has nothing to play and passes."),
        ({"kind": "cards_drawn", "seat": 1, "count": 1, "set_aside": 0}, "Ben draws 1 Fate."),
        ({"kind": "cards_drawn", "seat": 1, "count": 0, "set_aside": 2, "drawn": [], "bottomed": ["pact", "castle"]},
         "Ben finds no Fate to draw; all that are left bear the rival suit: The Pact, The Castle."),
        ({"kind": "game_over", "scores": [9, 3], "reason": "stuck", "hands": [["sea"], []]},
         "The game is over. Ann has 9, Ben 3. Still in hand: The Sea."),
        ({"kind": "game_over", "scores": [9, 3], "reason": "stuck", "hands": [[], []]}, "The game is over. Ann has 9, Ben 3."),
    ],
)  # fmt: skip
def test_log_lines(event: dict[str, object], line: str) -> None:
    assert plain(GAME.tell(event), NAMES) == line


def test_reasons_have_words() -> None:
    session = at_turn(0, c0="sailor", c1="painter", hand0="sea", hand1="castle", null_passes=1)
    move(session, "pass")
    assert session.result is not None
    assert plain(GAME.reason(session.result)) == "Both players passed in a row, and nothing changed."


def test_own_hand_tells_how_much_it_can_do() -> None:
    session = at_turn(0, c0="merchant", c1="penitent painter", agora="soldier", hand0="market battle ace_knots", hand1="castle")
    (note,) = zone(GAME.scene(session.view(0)), "hand-1").notes
    assert plain(note) == "10 possible plays; Moments of Truth among them: 2."
    assert len(asked(session, 0).options) == 11
